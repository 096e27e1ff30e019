// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The common form of most collective patterns: one metric, and a function that examines each
// complete operation.
#pragma once

#include <algorithm>
#include <memory>
#include <utility>

#include "lull/analysis/bus/pattern.hpp"

namespace lull::patterns {

class CollectivePattern final : public analysis::Pattern {
 public:
  // Charges the time lost in one operation. Called only for operations of the pattern's kind.
  using Search = void (*)(const analysis::Collective& operation, analysis::Bus& bus,
                          analysis::MetricIndex metric);

  // `info` must have static lifetime.
  CollectivePattern(const analysis::MetricInfo& info, analysis::CollectiveKind kind, Search search)
      : info_(info), kind_(kind), search_(search) {}

  [[nodiscard]] std::span<const analysis::MetricInfo> metrics() const override {
    return {&info_, 1};
  }

  void subscribe(analysis::Bus& bus) override {
    const analysis::MetricIndex metric = bus.metric(info_.id);
    bus.subscribe<analysis::Collective>(
        [this, metric, &bus](const analysis::Collective& operation) {
          if (operation.kind == kind_) search_(operation, bus, metric);
        });
  }

 private:
  const analysis::MetricInfo& info_;
  analysis::CollectiveKind kind_;
  Search search_;
};

// Every member waits for the last one to begin.
inline void wait_for_last(const analysis::Collective& operation, analysis::Bus& bus,
                          analysis::MetricIndex metric) {
  const Timestamp last = operation.last_begin();
  for (const auto& member : operation.members)
    bus.charge(metric, member.call, overlap(member.call, member.begin, std::min(last, member.end)),
               {member.begin, operation.last.call});
}

// Every member of an n-to-n operation that receives data waits for the last one that sends data; if
// all left after the last member had begun, all wait for that member.
inline void wait_for_last_sender(const analysis::Collective& operation, analysis::Bus& bus,
                                 analysis::MetricIndex metric) {
  if (operation.first_end() >= operation.last_begin()) return wait_for_last(operation, bus, metric);
  const analysis::CollectiveMember* const sender = operation.last_sender();
  if (sender == nullptr) return;
  for (const auto& member : operation.members)
    if (member.received > 0)
      bus.charge(metric, member.call,
                 overlap(member.call, member.begin, std::min(sender->begin, member.end)),
                 {member.begin, sender->call});
}

// Every member of a 1-to-n operation that receives data waits for the root.
inline void wait_for_root(const analysis::Collective& operation, analysis::Bus& bus,
                          analysis::MetricIndex metric) {
  const auto root =
      std::ranges::find(operation.members, operation.root, &analysis::CollectiveMember::process);
  if (root == operation.members.end() || root->sent == 0) return;
  for (const auto& member : operation.members)
    if (&member != &*root && member.received > 0)
      bus.charge(metric, member.call,
                 overlap(member.call, member.begin, std::min(root->begin, member.end)),
                 {member.begin, root->call});
}

// Every member stays longer than necessary: the operation could have ended when the last member had
// begun and the first one had left.
inline void stay_after_first(const analysis::Collective& operation, analysis::Bus& bus,
                             analysis::MetricIndex metric) {
  const Timestamp over = std::max(operation.first_end(), operation.last_begin());
  for (const auto& member : operation.members) {
    const Timestamp since = std::max(over, member.begin);
    bus.charge(metric, member.call, overlap(member.call, since, member.end),
               analysis::WaitedFor(since));
  }
}

}  // namespace lull::patterns
