// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The calls that were charged most at once: of each metric and local call path the worst few, one
// of each location. Which they are does not depend on the order of charging. Memory: some hundred
// bytes for each (metric, call path), however many locations there are.
#pragma once

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "lull/analysis/results/participants.hpp"
#include "lull/analysis/results/severity.hpp"

namespace lull::analysis {

struct SevereCall {
  MetricIndex metric;
  CallInstance call;
  Duration severity;
  Participants participants;

  // Of the call; where a pattern charges time before it (locks, forks), of that.
  [[nodiscard]] Timestamp begin() const {
    return call.leave - call.enter < severity ? call.enter + Duration{-severity.ticks} : call.enter;
  }
};

// Whether `a` is worse than `b`; of two that are equally bad, the earlier one.
[[nodiscard]] bool worse(const SevereCall& a, const SevereCall& b);

class SevereCalls {
 public:
  static constexpr std::size_t kMost = 3;  // of a metric and call path

  // Whether it may keep such a call, as far as a quick look can tell.
  [[nodiscard]] bool wants(MetricIndex metric, const CallInstance& call, Duration severity) const {
    if (metric.index() >= groups_.size()) return true;
    const auto& groups = groups_[metric.index()];
    if (call.path.index() >= groups.size()) return true;
    const Group& group = groups[call.path.index()];
    if (severity < group.bar) return false;
    for (const auto& [location, worst] : group.heads)
      if (location == call.location) return severity >= worst;
    return true;
  }
  [[nodiscard]] bool keeps(const SevereCall& call) const;
  // A call that keeps() agreed to.
  void note(SevereCall call);

  template <class Visit>
  void for_each(Visit visit) const {
    for (const auto& groups : groups_)
      for (const Group& group : groups)
        for (const SevereCall& call : group.calls) visit(call);
  }

 private:
  struct Group {
    Duration bar;                                              // less than that is not wanted
    std::array<std::pair<LocationId, Duration>, kMost> heads;  // of the calls
    std::vector<SevereCall> calls;
  };

  std::vector<std::vector<Group>> groups_;  // by metric, by local call path
};

}  // namespace lull::analysis
