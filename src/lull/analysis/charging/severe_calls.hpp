// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The calls with the largest single charges: the worst few for each metric and call path, at most
// one per location. The result does not depend on the order of charging. Memory: some hundred bytes
// for each (metric, call path) that was charged, regardless of the number of locations.
#pragma once

#include <array>
#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "lull/analysis/charging/charge_observer.hpp"
#include "lull/analysis/charging/participants.hpp"

namespace lull::analysis {

struct SevereCall {
  MetricIndex metric;
  CallInstance call;
  Duration severity;
  Participants participants;
  Timestamp since;   // when the wait began
  LocationId cause;  // who was waited for; undefined: no particular location

  // Returns the start of the call or, if a pattern charges time before it (locks, forks), of that
  // time.
  [[nodiscard]] Timestamp begin() const {
    return call.leave - call.enter < severity ? call.enter + Duration{-severity.ticks} : call.enter;
  }
};

// Returns whether `a` is worse than `b`; if they are equal, the earlier is worse.
[[nodiscard]] bool worse(const SevereCall& a, const SevereCall& b);

// A charge observer.
class SevereCalls {
 public:
  static constexpr std::size_t kMost = 3;  // for each metric and call path
  using GroupIndex = std::uint32_t;

  void set_up(const ChargeSetup& setup) { paths_ = setup.paths; }
  void observe(const ChargeView& charge, Severity& sum) {
    if (sum.group == Severity::kNoGroup) [[unlikely]]
      sum.group = group_of(charge.metric, path_key(charge.call));
    if (wants(sum.group, charge.call.location, charge.waiting)) consider(sum.group, charge);
  }

  // The group of a metric and a call path, given by its key (PathPlace).
  [[nodiscard]] GroupIndex group_of(MetricIndex metric, std::uint64_t path_key);
  // Quickly checks whether the group may keep such a call.
  [[nodiscard]] bool wants(GroupIndex index, LocationId location, Duration severity) const {
    const Group& group = groups_[index];
    if (severity < group.bar) return false;
    for (const auto& [other, worst] : group.heads)
      if (other == location) return severity >= worst;
    return true;
  }
  [[nodiscard]] bool keeps(GroupIndex index, const SevereCall& call) const;
  // Adds a call for which keeps() returned true.
  void note(GroupIndex index, SevereCall call);

  template <class Visit>
  void for_each(Visit visit) const {
    for (const Group& group : groups_)
      for (const SevereCall& call : group.calls) visit(call);
  }

 private:
  // Keeps the call with its participants if it is among the worst.
  void consider(GroupIndex group, const ChargeView& charge);
  // Paths on locations of other processes of the analysis are distinguished by location as well, so
  // there may be more groups than necessary.
  [[nodiscard]] std::uint64_t path_key(const CallInstance& call) const;

  struct Key {
    MetricIndex metric;
    std::uint64_t path = 0;
    friend bool operator==(const Key&, const Key&) = default;
    struct Hash {
      std::size_t operator()(const Key& key) const noexcept {
        return key.path ^ key.metric.value * 0x9E3779B97F4A7C15ull;
      }
    };
  };
  struct Group {
    Duration bar;                                              // smaller severities are ignored
    std::array<std::pair<LocationId, Duration>, kMost> heads;  // location and severity of the calls
    std::vector<SevereCall> calls;
  };

  const PathDirectory* paths_ = nullptr;
  std::vector<Group> groups_;
  std::unordered_map<Key, GroupIndex, Key::Hash> index_;
};

}  // namespace lull::analysis
