// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The machine's one-sided communication. Targets are passive: transfers take time only at their
// origin, and end with their epoch.
#include <algorithm>

#include "simulated_machine.hpp"

namespace lull::bench {
namespace {

constexpr WindowId kWindow{0};
constexpr std::size_t kGroups = 2;  // before the groups of neighbours

}  // namespace

void Machine::synchronise_window(Function function, CollectiveOperation operation) {
  std::uint64_t last = 0;
  for (Rank rank = 0; rank < ranks(); ++rank) {
    enter(rank, function);
    write(rank, RmaCollectiveBegin{});
    last = std::max(last, ranks_[rank].now);
  }
  for (Rank rank = 0; rank < ranks(); ++rank) {
    ranks_[rank].now = last + transfer(0) + jitter();
    if (function == Function::MpiWinCreate) write(rank, RmaWinCreate{kWindow});
    if (function == Function::MpiWinFree) write(rank, RmaWinDestroy{kWindow});
    write(rank, RmaCollectiveEnd{operation, 0, kWindow, kNoRank, 0, 0});
    ranks_[rank].now += kCall;
    leave(rank, function);
  }
}

void Machine::fence() { synchronise_window(Function::MpiWinFence, CollectiveOperation::Barrier); }

void Machine::access(Rank rank, Rank target, Access access, std::uint64_t bytes) {
  const Function function = access == Access::Put   ? Function::MpiPut
                            : access == Access::Get ? Function::MpiGet
                                                    : Function::MpiAccumulate;
  enter(rank, function);
  if (access == Access::Put)
    write(rank, RmaPut{kWindow, target, bytes, 0});
  else if (access == Access::Get)
    write(rank, RmaGet{kWindow, target, bytes, 0});
  else
    write(rank, RmaAtomic{kWindow, target, 0, bytes, 0, 0});
  ranks_[rank].now += kCall + bytes / kBytesPerTick;
  leave(rank, function);
}

void Machine::synchronise_group(Rank rank, Function function, std::uint64_t until) {
  enter(rank, function);
  ranks_[rank].now = std::max(ranks_[rank].now, until) + kCall;
  write(rank, RmaGroupSync{0, kWindow, GroupId(kGroups + rank)});
  ranks_[rank].now += kCall;
  leave(rank, function);
}

void Machine::open_epochs() {
  for (Rank rank = 0; rank < ranks(); ++rank) {
    synchronise_group(rank, Function::MpiWinPost, 0);
    ranks_[rank].exposed = ranks_[rank].now;
    synchronise_group(rank, Function::MpiWinStart, 0);
  }
}

void Machine::close_epochs() {
  for (Rank rank = 0; rank < ranks(); ++rank) {
    State& left = ranks_[left_of(rank)];
    State& right = ranks_[right_of(rank)];
    const std::uint64_t exposed = std::max(left.exposed, right.exposed) + transfer(0);
    synchronise_group(rank, Function::MpiWinComplete, exposed);
    const std::uint64_t accessed = ranks_[rank].now + transfer(0);
    left.accessed = std::max(left.accessed, accessed);
    right.accessed = std::max(right.accessed, accessed);
  }
  for (Rank rank = 0; rank < ranks(); ++rank)
    synchronise_group(rank, Function::MpiWinWait, ranks_[rank].accessed);
}

void Machine::lock(Rank rank, Rank target) {
  enter(rank, Function::MpiWinLock);
  write(rank, RmaRequestLock{kWindow, target, 0, false});
  ranks_[rank].now += kCall;
  leave(rank, Function::MpiWinLock);
}

void Machine::unlock(Rank rank, Rank target) {
  enter(rank, Function::MpiWinUnlock);
  std::uint64_t& unlocked = ranks_[target].unlocked;
  ranks_[rank].now = std::max(ranks_[rank].now, unlocked) + transfer(0);
  write(rank, RmaReleaseLock{kWindow, target, 0});
  ranks_[rank].now += kCall;
  unlocked = ranks_[rank].now;
  leave(rank, Function::MpiWinUnlock);
}

}  // namespace lull::bench
