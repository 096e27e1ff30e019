// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The time during which recording was switched off at a location, by the program or by a filter's
// cuts. This time does not belong to any iteration.
#pragma once

#include <algorithm>
#include <optional>
#include <variant>

#include "lull/base/time.hpp"
#include "lull/trace/event/event.hpp"

namespace lull::structure {

class OffTime {
 public:
  // Adds the next event of the location. Repeated switching off has no effect.
  void look_at(const Event& event) {
    const auto* measurement = std::get_if<MeasurementOnOff>(&event.body);
    if (measurement == nullptr || measurement->on != since_.has_value()) return;
    if (since_) sum_ = until(event.time);
    since_ = measurement->on ? std::nullopt : std::optional(event.time);
  }
  // Returns the total off time up to the last added event, which was at `time`.
  [[nodiscard]] Duration until(Timestamp time) const {
    return since_ ? sum_ + std::max(Duration{}, time - *since_) : sum_;
  }

 private:
  Duration sum_;
  std::optional<Timestamp> since_;
};

}  // namespace lull::structure
