// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Counts what a location's metrics measured from one event to the next: accumulated values are
// compared with the previous values, relative values are taken as they are, and absolute values,
// which belong to no span of time, are left out.
#pragma once

#include <cstdint>
#include <unordered_map>

#include "lull/trace/definitions/definitions.hpp"
#include "lull/trace/event/event.hpp"

namespace lull::analysis {

class CounterValues {
 public:
  // Calls use(member, delta) for each member of the metric that has counted something.
  template <class Use>
  void take(const MetricSample& event, const Definitions& definitions, Use use) {
    if (!event.metric.defined()) return;
    const auto& members = definitions.metrics[event.metric.index()].members;
    for (std::size_t i = 0; i < members.size() && i < event.values.size(); ++i) {
      if (!members[i].defined()) continue;
      const MetricMode mode = definitions.metric_members[members[i].index()].mode;
      const bool accumulated = (static_cast<unsigned>(mode) & 15u) == 0;
      const bool relative = (static_cast<unsigned>(mode) & 15u) == 2;
      if (!accumulated && !relative) continue;
      const double value = number_of(event.values[i]);
      const auto [last, fresh] =
          last_.try_emplace(std::uint64_t{event.metric.value} << 32 | i, value);
      const double delta = relative ? value : fresh ? 0 : value - last->second;
      last->second = value;
      if (delta != 0) use(members[i], delta);
    }
  }

 private:
  static double number_of(const Value& raw) {
    if (raw.kind == ValueKind::Floating) return raw.as_floating;
    if (raw.kind == ValueKind::Signed) return static_cast<double>(raw.as_signed);
    return static_cast<double>(raw.as_unsigned);
  }

  std::unordered_map<std::uint64_t, double> last_;  // by metric << 32 | member
};

}  // namespace lull::analysis
