// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The locks of a recorded process, by address: their numbers in the trace, and how often each was
// acquired there. A lock that is destroyed and created again at the same address is the same lock.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>

namespace lull::recorder {

struct Lock {
  std::uint32_t number = 0;
  std::atomic<std::uint32_t> acquisitions{0};  // changed only by its holder, like depth
  std::uint32_t depth = 0;                     // how often its holder has locked it
  bool recorded = false;                       // true: its holder's acquisition is in the trace
  std::atomic<std::uint32_t> holder{0};        // the location, if depth is more than 0
};

// One thread's cache of the process's locks.
class KnownLocks {
 public:
  // The reference stays valid.
  Lock& of(std::uint64_t address) {
    Entry& entry = entries_[(address >> 3) % entries_.size()];
    if (entry.lock == nullptr || entry.address != address) entry = {address, &look_up(address)};
    return *entry.lock;
  }

 private:
  struct Entry {
    std::uint64_t address = 0;
    Lock* lock = nullptr;
  };
  static Lock& look_up(std::uint64_t address);

  std::array<Entry, 61> entries_{};
};

}  // namespace lull::recorder
