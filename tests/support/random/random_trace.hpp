// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Random traces of MPI and OpenMP programs: the same seed and options give the same trace. By
// default programs are correct: every message is received once, in posting order on its channel;
// collectives have all members in the same order; nothing is received before it is sent.
#pragma once

#include <cstdint>
#include <memory>

#include "lull/trace/source/memory_trace.hpp"

namespace lull::support {

struct RandomTraceOptions {
  std::uint32_t processes = 4;
  std::uint32_t threads = 1;  // most of them in one process
  std::uint32_t steps = 80;   // each a message exchange, a collective, a parallel region, …
  bool messages = true;
  bool non_blocking_messages = true;  // requests may stay open over several steps
  bool collectives = true;
  bool non_blocking_collectives = true;
  bool sub_communicators = true;
  bool zero_bytes = true;  // messages and collective members without data
  bool user_functions = true;
  bool one_sided = false;
  bool shmem = false;
  bool grids = false;       // Cartesian topologies of some communicators
  bool equal_times = true;  // often no time passes between two events

  // Thread options. All programs are correct.
  bool varying_teams = false;  // some of the threads, with and without a communicator
  bool nested_teams = false;
  bool tasks = false;            // executed in barriers and taskwaits, some of them in parts
  bool shared_channels = false;  // several threads of a process send and receive on one channel
  bool pthreads = false;         // processes create their own threads
  bool leagues = false;          // leagues of teams: threads work without a begin event

  // Faults in programs and their traces.
  bool lost_messages = false;      // sends and receives that are not in the trace
  bool lost_members = false;       // missing members of collectives
  bool lost_records = false;       // thread records: locks, tasks, ends
  bool stray_leaves = false;       // leaves of regions that are not open
  bool skipped_leaves = false;     // regions that end with an outer one
  bool open_ends = false;          // locations that stop anywhere
  bool late_starts = false;        // locations whose recording starts anywhere
  bool odd_requests = false;       // cancelled, never completed, completed twice, freed
  bool stepping_clocks = false;    // times that run backwards, messages from the future
  bool interruptions = false;      // flushes, and phases without measurement
  bool empty_definitions = false;  // unused groups, communicators, processes and locations

  // Returns whether the trace has any fault.
  [[nodiscard]] bool broken() const {
    return lost_messages || lost_members || lost_records || stray_leaves || skipped_leaves ||
           open_ends || late_starts || odd_requests || stepping_clocks || interruptions ||
           empty_definitions;
  }
};

// Returns options for one of many seeds: from two processes to one more than `more_processes`, and
// up to three threads.
[[nodiscard]] inline RandomTraceOptions options_of_size(std::uint64_t seed,
                                                        std::uint32_t more_processes,
                                                        std::uint32_t steps) {
  RandomTraceOptions options;
  options.processes = 2 + static_cast<std::uint32_t>(seed % more_processes);
  options.threads = 1 + static_cast<std::uint32_t>(seed % 3);
  options.steps = steps;
  return options;
}

[[nodiscard]] std::unique_ptr<MemoryTrace> random_trace(std::uint64_t seed,
                                                        const RandomTraceOptions& options = {});

}  // namespace lull::support
