// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The locks that a recorded process uses, known by their addresses: numbers for the trace, and how
// often each was acquired in it. What is destroyed and made again at the same place is the same
// lock.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>

namespace lull::recorder {

struct Lock {
  std::uint32_t number = 0;
  std::atomic<std::uint32_t> acquisitions{0};  // changed by whoever holds it, as the next one is
  std::uint32_t depth = 0;                     // how often its holder has locked it
  bool recorded = false;                       // its holder's acquisition is in the trace
  std::atomic<std::uint32_t> holder{0};        // the location, where depth is more than 0
};

// One thread's memory of locks, in front of those of the process.
class KnownLocks {
 public:
  // The reference stays good.
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
