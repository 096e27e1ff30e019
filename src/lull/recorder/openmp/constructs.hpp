// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The OpenMP constructs' regions: one for each construct and call site in the program.
#pragma once

#include <array>
#include <cstdint>

#include "lull/recorder/measurement/location.hpp"
#include "lull/recorder/measurement/unloading.hpp"

namespace lull::recorder::openmp {

enum class Construct : std::uint8_t {
  Parallel,
  ImplicitBarrier,
  Barrier,
  Loop,
  Sections,
  Single,
  SingleBlock,
  Workshare,
  Distribute,
  Taskloop,
  Master,
  Critical,
  CriticalBlock,
  Ordered,
  OrderedBlock,
  Atomic,
  Task,
  Taskwait,
  Taskgroup,
  Reduction,
  Teams,
  Target,
  SetLock,
  UnsetLock,
  TestLock,
  SetNestLock,
  UnsetNestLock,
  TestNestLock,
  Count
};

// One thread's cache of the process's regions. A hit takes 10 ns. `place` is the return address of
// the runtime's function; null if unknown.
class KnownConstructs {
 public:
  RegionNumber region(Construct construct, const void* place) noexcept {
    if (const std::uint32_t now = unloadings.load(std::memory_order_relaxed); now != unloadings_)
        [[unlikely]] {
      unloadings_ = now;
      entries_.fill({});
    }
    const std::uint64_t key = key_of(construct, place);
    Entry& entry = entries_[(key ^ key >> 11) % entries_.size()];
    if (entry.key != key) entry = {key, look_up(construct, place)};
    return entry.region;
  }

 private:
  struct Entry {
    std::uint64_t key = ~std::uint64_t{0};
    RegionNumber region = 0;
  };
  static std::uint64_t key_of(Construct construct, const void* place) {
    return static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(place)) << 5 |
           static_cast<std::uint64_t>(construct);
  }
  static RegionNumber look_up(Construct construct, const void* place) noexcept;

  std::array<Entry, 256> entries_{};
  std::uint32_t unloadings_ = 0;
};

}  // namespace lull::recorder::openmp
