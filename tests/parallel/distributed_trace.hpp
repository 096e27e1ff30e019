// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// A trace whose processes are distributed over a test's processes.
#pragma once

#include <functional>
#include <vector>

#include "lull/parallel/exchange.hpp"
#include "lull/trace/local/local_trace.hpp"

namespace lull::parallel {

// Returns the test process that gets the traces of an application process; negative: none.
using Spread = std::function<int(ProcessId process, const Definitions& definitions)>;

// Distributes in contiguous blocks of about the same size.
inline int in_blocks(ProcessId process, const Definitions& definitions) {
  const auto size = static_cast<std::size_t>(size_of(MPI_COMM_WORLD));
  return static_cast<int>(process.index() * size / definitions.processes.size());
}

struct DistributedTrace {
  explicit DistributedTrace(const TraceSource& source, const Spread& spread = in_blocks) {
    const Definitions& definitions = source.definitions();
    const int rank = rank_in(MPI_COMM_WORLD);
    for (std::size_t i = 0; i < definitions.location_count(); ++i)
      if (spread(definitions.locations[i].process, definitions) == rank)
        mine.push_back(LocationId(i));
    tree = exchange_call_tree(source, mine, MPI_COMM_WORLD);
    for (const LocationId location : mine)
      traces.emplace_back(source, location, tree, LocalTrace::Linear{});
  }

  std::vector<LocationId> mine;
  CallTree tree;
  std::vector<LocalTrace> traces;
};

}  // namespace lull::parallel
