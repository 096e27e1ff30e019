// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Patterns. A pattern declares its metrics, subscribes to a type of compound event, charges
// severities, and may publish a more special compound event for others to refine: the matcher
// publishes Message and ReceiveCall, LateSender subscribes to ReceiveCall and publishes
// LateSenderInstance, and so on. A subscriber that finds nothing publishes nothing: there the
// chain ends.
//
// Every shard has patterns and a bus of its own, used by one thread at a time.
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

  // What it adds to the metric tree.
  [[nodiscard]] virtual std::span<const MetricInfo> metrics() const = 0;
  // Compound events of its own that others may know by their names.
  [[nodiscard]] virtual std::vector<const EventType*> publishes() const { return {}; }
  // Whether it is one of Lull's: what it charges fits into its metrics' parents, or Lull is wrong.
  [[nodiscard]] bool is_own() const { return own_; }
  void make_own() { own_ = true; }
  // Other people's code: what it throws is caught by its guard.
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
