// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Applies a selection to the events of one location in order: returns the reason why each event is
// removed, if it is removed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "lull/structure/filter/filter_report.hpp"
#include "lull/structure/filter/selection.hpp"
#include "lull/trace/rules/open_regions.hpp"

namespace lull::structure {

class LocationSelector {
 public:
  // `definitions` and `selection` must outlive this object.
  LocationSelector(const Definitions& definitions, const Selection& selection, LocationId location);

  // Passes the next event of the location.
  Reason look_at(const Event& event);
  // Returns whether the last event lies in a cut, even if it is removed for another reason.
  [[nodiscard]] bool in_cut() const { return in_cut_; }

 private:
  struct Frame {
    RegionId region;
  };

  void advance(const EventBody& body);
  [[nodiscard]] bool is_outside(Timestamp time);
  [[nodiscard]] bool is_of_excluded_region(const EventBody& body);
  [[nodiscard]] bool excludes(RegionId region) const {
    return region.index() < selection_.excluded.size() && selection_.excluded[region.index()];
  }

  const Definitions& definitions_;
  const Selection& selection_;
  std::span<const Cut> cuts_;  // the next or current cut and later cuts
  TimeRange time_;
  bool selected_ = true;
  bool begun_ = false;  // the time range has begun
  bool ended_ = false;
  bool in_cut_ = false;
  std::uint64_t index_ = 0;  // number of events other than samples
  OpenRegions<Frame> regions_;
};

}  // namespace lull::structure
