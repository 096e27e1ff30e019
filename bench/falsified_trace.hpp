// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// A trace with falsified clocks: each process has a clock with an offset, a drift, steps and noise.
// Clocks do not go back.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "lull/trace/source/cursor.hpp"

namespace lull::bench {

struct Falsification {
  std::uint64_t seed = 1;
  double offset = 10e-3;  // seconds, in both directions
  double drift = 100e-6;
  double noise = 1e-6;  // seconds
  unsigned steps = 0;   // total over all processes: clocks are set forward by 1 to 5 ms
};

class FalsifiedTrace final : public TraceSource {
 public:
  // `source` must outlive this.
  FalsifiedTrace(const TraceSource& source, const Falsification& how);

  [[nodiscard]] const Definitions& definitions() const override { return source_.definitions(); }
  [[nodiscard]] std::unique_ptr<EventCursor> open(LocationId location,
                                                  const EventSelection& selection,
                                                  Attributes attributes) const override;

 private:
  friend class FalsifiedCursor;
  struct Step {
    double time;
    double height;
  };
  struct Clock {
    double offset = 0;  // ticks, like all others
    double drift = 0;
    std::vector<Step> steps;
  };

  [[nodiscard]] Timestamp shown(std::size_t process, Timestamp time, std::uint64_t number) const;

  const TraceSource& source_;
  Timestamp begin_;
  double noise_ = 0;
  std::vector<Clock> clocks_;
};

}  // namespace lull::bench
