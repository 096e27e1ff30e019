// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Makes a CallGraph of the events of a location. An instance that has the same items as an earlier
// one becomes that, when none of its events is moved too far by it.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "lull/trace/cursor.hpp"
#include "lull/trace/local/call_graph.hpp"

namespace lull {

class CallGraphBuilder {
 public:
  explicit CallGraphBuilder(const AllowedDeviation& allowed) : allowed_(allowed) {}

  // Reads the cursor to its end.
  [[nodiscard]] CallGraph build(EventCursor& cursor);

 private:
  // An instance that is not over.
  struct Open {
    RegionId region{};
    std::uint64_t begin = 0;               // as recorded
    std::uint64_t stored = 0;              // the end of the last item, as it is stored
    std::vector<std::uint64_t> offsets{};  // of the items' begins, as stored, after the begin
    std::vector<std::uint32_t> what{};
    std::uint64_t deviation = 0;  // the largest in it
    std::uint64_t events = 0;
    std::uint64_t numbers = 0;
    std::uint64_t samples = 0;
  };

  void add(const Event& event);
  void add_item(Open& open, std::uint64_t time, std::uint32_t what, std::uint64_t deviation);
  void close(std::uint64_t time, std::uint32_t last);
  [[nodiscard]] std::uint32_t body_of(const Event& event, Open& open);
  [[nodiscard]] std::uint32_t store(const Open& open);
  // The deviation of an instance if it becomes that one; none when it is too far off.
  [[nodiscard]] std::optional<std::uint64_t> deviation_from(std::uint32_t instance,
                                                            const Open& open) const;

  AllowedDeviation allowed_;
  CallGraph graph_;
  std::vector<Open> open_;
  std::unordered_map<std::string, std::uint32_t> bodies_;
  // Instances by their items, then by duration.
  std::unordered_map<std::string, std::multimap<std::uint64_t, std::uint32_t>> alike_;
};

}  // namespace lull
