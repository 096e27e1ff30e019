// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Random traces of correct MPI and OpenMP programs, by a seed: the same seed and options give the
// same trace. Every message is received once, in the order of posting on its channel; collectives
// have all members in the same order; nothing is received before it is sent.
#pragma once

#include <cstdint>
#include <memory>

#include "lull/trace/memory_trace.hpp"

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
  bool zero_bytes = true;  // messages and members of collectives without contents
  bool user_functions = true;
  bool equal_times = true;  // often no time passes between two events
};

[[nodiscard]] std::unique_ptr<MemoryTrace> random_trace(std::uint64_t seed,
                                                        const RandomTraceOptions& options = {});

}  // namespace lull::support
