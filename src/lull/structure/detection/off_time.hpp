// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// How long recording was switched off in a location: by the program, or because a filter has cut
// something out. That time belongs to no iteration.
#pragma once

#include <algorithm>
#include <optional>
#include <variant>

#include "lull/base/time.hpp"
#include "lull/trace/event/event.hpp"

namespace lull::structure {

class OffTime {
 public:
  // Each event of the location. Switching off twice is switching off once.
  void look_at(const Event& event) {
    const auto* measurement = std::get_if<MeasurementOnOff>(&event.body);
    if (measurement == nullptr || measurement->on != since_.has_value()) return;
    if (since_) sum_ = until(event.time);
    since_ = measurement->on ? std::nullopt : std::optional(event.time);
  }
  // In all, up to an event that was looked at last.
  [[nodiscard]] Duration until(Timestamp time) const {
    return since_ ? sum_ + std::max(Duration{}, time - *since_) : sum_;
  }

 private:
  Duration sum_;
  std::optional<Timestamp> since_;
};

}  // namespace lull::structure
