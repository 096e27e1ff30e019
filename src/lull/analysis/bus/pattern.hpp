// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Patterns. A pattern declares its metrics, subscribes to a type of compound event, charges
// severities, and may publish a more specific compound event for others to refine: the matcher
// publishes Message and ReceiveCall, LateSender subscribes to ReceiveCall and publishes
// LateSenderInstance, and so on. A subscriber that finds nothing publishes nothing, which ends the
// chain.
//
// Every shard has its own patterns and bus, used by one thread at a time.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "lull/analysis/bus/bus.hpp"
#include "lull/analysis/bus/guard.hpp"

namespace lull::analysis {

class Pattern {
 public:
  Pattern() = default;
  Pattern(const Pattern&) = delete;
  Pattern& operator=(const Pattern&) = delete;
  virtual ~Pattern() = default;

  // The metrics that the pattern adds to the metric tree.
  [[nodiscard]] virtual std::span<const MetricInfo> metrics() const = 0;
  // Its compound events that others can look up by name.
  [[nodiscard]] virtual std::vector<const EventType*> publishes() const { return {}; }
  // Returns whether it is one of Lull's patterns, whose charges must fit into their parent metrics.
  [[nodiscard]] bool is_own() const { return own_; }
  void make_own() { own_ = true; }
  // If the pattern belongs to a plug-in, the guard catches what it throws.
  [[nodiscard]] const std::shared_ptr<Guard>& guard() const { return guard_; }
  void watch(std::shared_ptr<Guard> guard) { guard_ = std::move(guard); }
  // Called once, before the first event. `bus` outlives the pattern.
  virtual void subscribe(Bus& bus) = 0;

 private:
  bool own_ = false;
  std::shared_ptr<Guard> guard_;
};

using PatternList = std::vector<std::unique_ptr<Pattern>>;
// Makes one set of patterns for each shard.
using PatternFactory = std::function<PatternList()>;

}  // namespace lull::analysis
