// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/analysis/charging/severe_calls.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

namespace lull::analysis {
namespace {

auto same_location(const SevereCall& call) {
  return [&call](const SevereCall& other) { return other.call.location == call.call.location; };
}

}  // namespace

bool worse(const SevereCall& a, const SevereCall& b) {
  return std::tuple(b.severity, a.call.enter, a.call.location) <
         std::tuple(a.severity, b.call.enter, b.call.location);
}

SevereCalls::GroupIndex SevereCalls::group_of(MetricIndex metric, std::uint64_t path_key) {
  const auto [known, fresh] =
      index_.try_emplace({metric, path_key}, static_cast<GroupIndex>(groups_.size()));
  if (fresh) groups_.emplace_back();
  return known->second;
}

bool SevereCalls::keeps(GroupIndex index, const SevereCall& call) const {
  if (!wants(index, call.call.location, call.severity)) return false;
  const auto& calls = groups_[index].calls;
  const auto own = std::ranges::find_if(calls, same_location(call));
  if (own != calls.end()) return worse(call, *own);
  return calls.size() < kMost || worse(call, *std::ranges::max_element(calls, worse));
}

void SevereCalls::note(GroupIndex index, SevereCall call) {
  Group& group = groups_[index];
  auto place = std::ranges::find_if(group.calls, same_location(call));
  if (place == group.calls.end() && group.calls.size() == kMost)
    place = std::ranges::max_element(group.calls, worse);
  if (place == group.calls.end()) {
    group.calls.push_back(std::move(call));
  } else {
    *place = std::move(call);
  }
  for (std::size_t i = 0; i < group.calls.size(); ++i)
    group.heads[i] = {group.calls[i].call.location, group.calls[i].severity};
  if (group.calls.size() == kMost)
    group.bar = std::ranges::min_element(group.calls, {}, &SevereCall::severity)->severity;
}

void SevereCalls::consider(GroupIndex group, const ChargeView& charge) {
  SevereCall severe{charge.metric,  charge.call,
                    charge.waiting, {},
                    charge.begin(), charge.waited_for.cause.location};
  if (!keeps(group, severe)) return;
  severe.participants.add(charge.call.location);
  if (charge.published.describe != nullptr)
    charge.published.describe(charge.published.event, severe.participants);
  if (severe.cause.defined()) severe.participants.add(severe.cause);
  note(group, std::move(severe));
}

std::uint64_t SevereCalls::path_key(const CallInstance& call) const {
  const PathPlaces* const places = paths_ == nullptr ? nullptr : (*paths_)[call.location.index()];
  if (places != nullptr) return (*places)[call.path.index()].key;
  const std::uint64_t place = std::uint64_t{call.location.value} << 32 | call.path.value;
  return ~place * 0x9E3779B97F4A7C15ull;
}

}  // namespace lull::analysis
