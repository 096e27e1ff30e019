// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// One-sided steps: creation and freeing of windows, fences, epochs between named processes, locks
// that stay open over several steps, and transfers in all kinds of epochs.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "support/random/random_program.hpp"

namespace lull::support {
namespace {

constexpr std::size_t kMostWindows = 3;

}  // namespace

void RandomProgram::window_collective(std::string_view call, CollectiveOperation operation,
                                      const RandomWindow& window) {
  const Comm& comm = comms_[window.comm];
  // A fence may have an assertion, so that no process needs to wait.
  const bool together = operation != CollectiveOperation::Barrier || !chance(20);
  Ticks last = 0;
  for (const Rank rank : comm.members) {
    enter(master(rank), call);
    if (chance(50)) spend(master(rank));
    emit(master(rank), RmaCollectiveBegin{});
    last = std::max(last, clock(master(rank)).now);
  }
  for (const Rank rank : comm.members) {
    if (together) wait_until(master(rank), last);
    spend(master(rank));
    emit(master(rank), RmaCollectiveEnd{operation, 0, window.id, kNoRank, 0, 0});
    leave(master(rank));
  }
}

void RandomProgram::transfer(Rank rank, const RandomWindow& window, Rank target) {
  const LocationId location = master(rank);
  switch (below(3)) {
    case 0:
      enter(location, "MPI_Put");
      emit(location, RmaPut{window.id, target, 8, 0});
      break;
    case 1:
      enter(location, "MPI_Get");
      emit(location, RmaGet{window.id, target, 8, 0});
      break;
    default:
      enter(location, "MPI_Accumulate");
      emit(location, RmaAtomic{window.id, target, 0, 8, 0, 0});
  }
  if (chance(30)) clock(location).now += below(50);
  leave(location);
}

// Transfers that are completed by one call.
void RandomProgram::requested_transfers(Rank rank, const RandomWindow& window) {
  const LocationId location = master(rank);
  std::vector<std::uint64_t> requests;
  for (std::uint64_t i = 1 + below(3); i > 0; --i) {
    const auto target = static_cast<Rank>(below(comms_[window.comm].members.size()));
    requests.push_back(++transfers_);
    enter(location, chance(50) ? "MPI_Rput" : "MPI_Raccumulate");
    emit(location, RmaPut{window.id, target, 8, requests.back()});
    leave(location);
  }
  constexpr std::array kCalls{"MPI_Wait", "MPI_Waitall", "MPI_Testall"};
  enter(location, kCalls[below(kCalls.size())]);
  clock(location).now += below(80);
  for (const std::uint64_t request : requests)
    emit(location, RmaOpCompleteNonBlocking{window.id, request});
  leave(location);
}

// Some members access the memory of some others.
void RandomProgram::named_epochs(const RandomWindow& window) {
  const Comm& comm = comms_[window.comm];
  const auto some = [&] {
    std::vector<Rank> chosen;  // ranks in the communicator
    for (Rank rank = 0; rank < comm.members.size(); ++rank)
      if (chance(40)) chosen.push_back(rank);
    return chosen;
  };
  const auto group_of = [&](const std::vector<Rank>& ranks) {
    std::vector<Rank> world;
    for (const Rank rank : ranks) world.push_back(comm.members[rank]);
    return builder_.group(fmt::format("group {}", groups_++), world);
  };
  const auto sync = [&](Rank rank, std::string_view call, GroupId group, Ticks until) {
    const LocationId location = master(comm.members[rank]);
    enter(location, call);
    const Ticks entered = clock(location).now;
    wait_until(location, until);
    emit(location, RmaGroupSync{0, window.id, group});
    leave(location);
    return entered;
  };
  const std::vector<Rank> origins = some();
  const std::vector<Rank> targets = some();
  const GroupId of_origins = group_of(origins);
  const GroupId of_targets = group_of(targets);
  Ticks posted = 0;
  Ticks completed = 0;
  for (const Rank target : targets)
    posted = std::max(posted, sync(target, "MPI_Win_post", of_origins, 0));
  for (const Rank origin : origins) {
    if (targets.empty() || origins.empty()) break;
    const Rank rank = comm.members[origin];
    sync(origin, "MPI_Win_start", of_targets, chance(50) ? posted : 0);
    for (std::uint64_t i = below(4); i > 0; --i) transfer(rank, window, any_of(targets));
    completed = std::max(completed, sync(origin, "MPI_Win_complete", of_targets, posted));
  }
  for (const Rank target : targets)
    sync(target, chance(20) ? "MPI_Win_test" : "MPI_Win_wait", of_origins, completed);
}

void RandomProgram::lock(Rank rank, std::size_t place) {
  const RandomWindow& window = windows_[place];
  const Comm& comm = comms_[window.comm];
  const Rank target = chance(15) ? kNoRank : static_cast<Rank>(below(comm.members.size()));
  auto& open = locks_[{rank, place}];
  // Either one epoch for all targets, or several for one each.
  if (std::ranges::find(open, target) != open.end() ||
      (!open.empty() && (target == kNoRank || open.front() == kNoRank)))
    return;
  open.push_back(target);
  const LocationId location = master(rank);
  enter(location, target == kNoRank ? "MPI_Win_lock_all" : "MPI_Win_lock");
  emit(location, RmaRequestLock{window.id, target, 0, chance(40)});
  if (chance(10)) attach(location, {{"MPI assert", 1}});
  clock(location).now += below(60);
  leave(location);
}

void RandomProgram::unlock(Rank rank, std::size_t place) {
  auto& open = locks_[{rank, place}];
  if (open.empty()) return;
  const Rank target = open.back();
  open.pop_back();
  const LocationId location = master(rank);
  enter(location, target == kNoRank ? "MPI_Win_unlock_all" : "MPI_Win_unlock");
  clock(location).now += below(60);
  emit(location, RmaReleaseLock{windows_[place].id, target, 0});
  leave(location);
}

void RandomProgram::use_locks(Rank rank, std::size_t place) {
  const RandomWindow& window = windows_[place];
  const auto& open = locks_[{rank, place}];
  const LocationId location = master(rank);
  if (chance(30) && !open.empty()) {
    const bool all = chance(50);
    constexpr std::array kAll{"MPI_Win_flush_all", "MPI_Win_flush_local_all"};
    constexpr std::array kOne{"MPI_Win_flush", "MPI_Win_flush_local", "MPI_Win_sync"};
    enter(location, all ? kAll[below(kAll.size())] : kOne[below(kOne.size())]);
    clock(location).now += below(60);
    emit(location, RmaSync{window.id, all ? kNoRank : open.front(), 0});
    leave(location);
  }
  if (chance(30)) return requested_transfers(rank, window);
  transfer(rank, window, static_cast<Rank>(below(comms_[window.comm].members.size())));
}

void RandomProgram::free_window(std::size_t place) {
  for (auto& [key, open] : locks_)
    while (key.second == place && !open.empty()) unlock(key.first, place);
  window_collective("MPI_Win_free", CollectiveOperation::DestroyHandle, windows_[place]);
  windows_[place].open = false;
}

void RandomProgram::one_sided() {
  if (windows_.size() < kMostWindows && (windows_.empty() || chance(20))) {
    const std::size_t comm = below(comms_.size());
    const WindowId id = builder_.window(fmt::format("window {}", windows_.size()), comms_[comm].id);
    windows_.push_back({id, comm});
    window_collective("MPI_Win_create", CollectiveOperation::CreateHandle, windows_.back());
    return;
  }
  const std::size_t place = below(windows_.size());
  if (!windows_[place].open) return;
  const Rank rank = any_of(comms_[windows_[place].comm].members);
  switch (below(8)) {
    case 0:
    case 1:
      return window_collective("MPI_Win_fence", CollectiveOperation::Barrier, windows_[place]);
    case 2:
      return named_epochs(windows_[place]);
    case 3:
      return lock(rank, place);
    case 4:
      return unlock(rank, place);
    case 5:
      if (chance(10)) free_window(place);
      return;
    default:
      return use_locks(rank, place);
  }
}

void RandomProgram::end_one_sided() {
  for (std::size_t place = 0; place < windows_.size(); ++place)
    if (windows_[place].open) free_window(place);
}

}  // namespace lull::support
