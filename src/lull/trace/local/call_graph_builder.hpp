// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Builds a CallGraph from the events of a location.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "lull/trace/local/call_graph.hpp"
#include "lull/trace/rules/call_tree.hpp"
#include "lull/trace/rules/open_regions.hpp"
#include "lull/trace/source/cursor.hpp"

namespace lull {

class CallGraphBuilder {
 public:
  CallGraphBuilder(const AllowedDeviation& allowed, std::shared_ptr<RegionInstances> instances,
                   const Definitions& definitions, CallTree& tree)
      : graph_(allowed, std::move(instances)), tree_(tree), regions_(definitions) {}

  // Reads the cursor of a location to its end, and adds its call paths to the tree. Call once.
  // Throws Error (input) when there is more than can be numbered.
  [[nodiscard]] CallGraph build(EventCursor& cursor, LocationId location);

 private:
  // An instance that has not ended.
  struct Open {
    RegionId region;
    CallNodeId node;
    RegionInstances::Item enter = RegionInstances::kEnter;
    std::vector<RegionInstances::Item> items;
    RegionInstances::Counts counts;
  };

  void add(const Event& event);
  void add_time(std::uint64_t time);
  void finish(Open instance, RegionInstances::Item last, Open& around);
  [[nodiscard]] Open& innermost() { return regions_.empty() ? whole_ : regions_.top(); }
  [[nodiscard]] RegionInstances::Item item_of(const EventBody& body);

  CallGraph graph_;
  CallTree& tree_;
  Open whole_;
  OpenRegions<Open> regions_;
  std::uint64_t events_ = 0;
  std::uint64_t stored_ = 0;  // stored time of the last event
  std::uint32_t numbers_ = 0;
  std::uint64_t largest_ = 0;
};

}  // namespace lull
