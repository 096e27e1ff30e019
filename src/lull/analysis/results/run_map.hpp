// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// What each location did when: time by kind of activity, and by metric of what was charged, in a
// fixed number of pieces of the run. Where there are many locations, neighbours share a row. The
// pieces are 2^n ticks long and begin at multiples of that, so that maps of several processes, or
// of any order of adding, become the same.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "lull/analysis/distribution/partners.hpp"
#include "lull/analysis/replay/activity.hpp"
#include "lull/analysis/results/wait_span.hpp"
#include "lull/base/time.hpp"
#include "lull/trace/ids.hpp"

namespace lull::analysis {

class RunMap {
 public:
  using Pieces = std::vector<std::uint64_t>;  // ticks in each; empty: none in any

  RunMap(std::size_t locations, std::size_t metrics);

  // Spans of time within a piece of 2^shift ticks may be added up.
  [[nodiscard]] const unsigned& shift() const { return shift_; }

  // All of the spans. `expected`: the run has about so many ticks; zero if that is not known.
  void add(const std::vector<const std::vector<ActivitySpan>*>& activities,
           const std::vector<const std::vector<WaitSpan>*>& waits, std::uint64_t expected);
  // The location ran all that time; of one whose spans do not tell that.
  void add_life(LocationId location, Timestamp first, Timestamp last);
  // On the first process: what all have; collective.
  void gather(Partners& partners);
  // With pieces as short as fit.
  void finish();

  [[nodiscard]] std::size_t rows() const { return rows_; }
  [[nodiscard]] std::size_t locations_of_row() const { return shared_; }  // the last may have fewer
  // Each is so long, and the first begins then.
  [[nodiscard]] std::uint64_t ticks_of_piece() const { return std::uint64_t{1} << shift_; }
  [[nodiscard]] Timestamp begin() const { return {first_ << shift_}; }
  [[nodiscard]] std::size_t pieces() const { return count_; }
  [[nodiscard]] const Pieces& life(std::size_t row) const { return planes_[0][row]; }
  // Not of computation: that is the rest.
  [[nodiscard]] const Pieces& activity(Activity activity, std::size_t row) const {
    return planes_[static_cast<std::size_t>(activity)][row];
  }
  [[nodiscard]] const Pieces& metric(MetricIndex metric, std::size_t row) const {
    return planes_[kActivities + metric.index()][row];
  }

 private:
  void expect(std::uint64_t ticks);
  void reach(Timestamp from, Timestamp until);
  void change(unsigned shift, std::uint64_t first);
  template <class Span>
  void add(std::size_t plane, const Span& span, Duration time);
  void add(std::size_t plane, LocationId location, Timestamp from, Timestamp until);

  std::size_t shared_ = 1;
  std::size_t rows_ = 0;
  std::size_t most_ = 0;  // pieces, while it is collected
  unsigned shift_ = 0;
  std::uint64_t first_ = 0;                  // its number, of all time
  std::size_t count_ = 0;                    // none: nothing was added
  std::vector<std::vector<Pieces>> planes_;  // by activity, the first is life, then by metric
};

}  // namespace lull::analysis
