// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/recorder/measurement/locks.hpp"

#include <sched.h>

#include <mutex>
#include <unordered_map>

#include "lull/recorder/measurement/measurement.hpp"
#include "lull/recorder/system/own_memory.hpp"

namespace lull::recorder {

// The calling thread is inside the recorder: its signal handlers record nothing. A handler that has
// jumped out of this has ended the recording.
Lock& KnownLocks::look_up(std::uint64_t address) {
  static std::mutex mutex;
  using Locks = std::unordered_map<std::uint64_t, Lock, std::hash<std::uint64_t>, std::equal_to<>,
                                   OwnAllocator<std::pair<const std::uint64_t, Lock>>>;
  static auto* const locks = new (own_memory(sizeof(Locks))) Locks;
  std::unique_lock guard(mutex, std::try_to_lock);
  while (!guard.owns_lock()) {
    static Lock none;
    if (!Measurement::instance().running() && !Measurement::instance().paused()) return none;
    ::sched_yield();
    (void)guard.try_lock();
  }
  const auto [entry, fresh] = locks->try_emplace(address);
  if (fresh) entry->second.number = static_cast<std::uint32_t>(locks->size() - 1);
  return entry->second;
}

}  // namespace lull::recorder
