// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The calls that were charged most at once: of each metric and call path the worst few, one of each
// location. Which they are does not depend on the order of charging. Memory: some hundred bytes for
// each (metric, call path) that was charged, however many locations there are.
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
  LocationId cause;  // who was waited for; undefined: nobody in particular

  // Of the call; where a pattern charges time before it (locks, forks), of that.
  [[nodiscard]] Timestamp begin() const {
    return call.leave - call.enter < severity ? call.enter + Duration{-severity.ticks} : call.enter;
  }
};

// Whether `a` is worse than `b`; of two that are equally bad, the earlier one.
[[nodiscard]] bool worse(const SevereCall& a, const SevereCall& b);

// A charge observer.
class SevereCalls {
 public:
  static constexpr std::size_t kMost = 3;  // of a metric and call path
  using GroupIndex = std::uint32_t;

  void set_up(const ChargeSetup& setup) { paths_ = setup.paths; }
  void observe(const ChargeView& charge, Severity& sum) {
    if (sum.group == Severity::kNoGroup) [[unlikely]]
      sum.group = group_of(charge.metric, path_key(charge.call));
    if (wants(sum.group, charge.call.location, charge.waiting)) consider(sum.group, charge);
  }

  // The calls of a metric and a call path, given by its key (PathPlace).
  [[nodiscard]] GroupIndex group_of(MetricIndex metric, std::uint64_t path_key);
  // Whether the group may keep such a call, as far as a quick look can tell.
  [[nodiscard]] bool wants(GroupIndex index, LocationId location, Duration severity) const {
    const Group& group = groups_[index];
    if (severity < group.bar) return false;
    for (const auto& [other, worst] : group.heads)
      if (other == location) return severity >= worst;
    return true;
  }
  [[nodiscard]] bool keeps(GroupIndex index, const SevereCall& call) const;
  // A call that keeps() agreed to.
  void note(GroupIndex index, SevereCall call);

  template <class Visit>
  void for_each(Visit visit) const {
    for (const Group& group : groups_)
      for (const SevereCall& call : group.calls) visit(call);
  }

 private:
  // Keeps the call, with its participants, if it is among the worst.
  void consider(GroupIndex group, const ChargeView& charge);
  // Paths on locations of other processes of the analysis are told apart by location, too: there
  // may be more groups than needed.
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
    Duration bar;                                              // less than that is not wanted
    std::array<std::pair<LocationId, Duration>, kMost> heads;  // of the calls
    std::vector<SevereCall> calls;
  };

  const PathDirectory* paths_ = nullptr;
  std::vector<Group> groups_;
  std::unordered_map<Key, GroupIndex, Key::Hash> index_;
};

}  // namespace lull::analysis
