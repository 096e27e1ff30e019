// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Makes a CallGraph of the events of a location.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "lull/trace/cursor.hpp"
#include "lull/trace/local/call_graph.hpp"

namespace lull {

class CallGraphBuilder {
 public:
  explicit CallGraphBuilder(const AllowedDeviation& allowed) : graph_(allowed) {}

  // Reads the cursor to its end. Call once. Throws Error (input) for more than can be numbered.
  [[nodiscard]] CallGraph build(EventCursor& cursor);

 private:
  // An instance that is not over.
  struct Open {
    RegionId region;
    std::vector<std::uint32_t> items;
    CallGraph::Counts counts;
  };

  void add(const Event& event);
  void add_time(std::uint64_t time);
  void close(std::uint32_t last);
  [[nodiscard]] std::uint32_t body_of(const Event& event);
  [[nodiscard]] std::uint32_t instance_of(const Open& open);

  CallGraph graph_;
  std::vector<Open> open_;
  std::unordered_map<std::string, std::uint32_t> bodies_;
  std::unordered_map<std::string, std::uint32_t> instances_;
  std::uint64_t events_ = 0;
  std::uint64_t stored_ = 0;  // the time of the last event, as it is stored
  std::uint32_t numbers_ = 0;
  std::uint64_t largest_ = 0;
};

}  // namespace lull
