// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Traces of a given kind and size, to measure the cost of the analysis.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "lull/trace/source/memory_trace.hpp"
#include "support/definition_builder.hpp"

namespace lull::analysis {

// A trace to which events are appended, each one tick after the previous one.
class Growing {
 public:
  Growing(std::size_t processes, std::uint32_t threads)
      : builder_(trace_.definitions_table, std::vector<std::uint32_t>(processes, threads)) {
    trace_.events.resize(trace_.definitions_table.locations.size());
  }

  [[nodiscard]] support::DefinitionBuilder& builder() { return builder_; }
  RegionId region(const std::string& name) { return builder_.region(name); }
  void add(std::size_t location, const EventBody& body, std::uint64_t time) {
    trace_.events[location].push_back({Timestamp{time}, body, nullptr});
    end_ = std::max(end_, time);
  }
  void call(std::size_t location, RegionId region, const EventBody& inside, std::uint64_t begin,
            std::uint64_t end) {
    add(location, Enter{region}, begin);
    add(location, inside, end);
    add(location, Leave{region}, end);
  }
  const MemoryTrace& finished() {
    ClockProperties& clock = trace_.definitions_table.clock;
    clock.ticks_per_second = 1'000'000'000;
    clock.trace_length = end_ + 1;
    for (std::size_t i = 0; i < trace_.events.size(); ++i)
      trace_.definitions_table.locations[i].events = trace_.events[i].size();
    return trace_;
  }

 private:
  MemoryTrace trace_;
  support::DefinitionBuilder builder_;
  std::uint64_t end_ = 0;
};

using Make = std::function<void(Growing& trace, std::uint64_t n)>;
struct Kind {
  std::size_t processes = 2;
  std::uint32_t threads = 1;
  Make make;
  bool by_n = false;  // true if the number of processes or threads grows
};

using Kinds = std::map<std::string, Kind>;
[[nodiscard]] Kinds growing_messages_and_teams();
[[nodiscard]] Kinds growing_one_sided();
[[nodiscard]] Kinds growing_pthreads();

}  // namespace lull::analysis
