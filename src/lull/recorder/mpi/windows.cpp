// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/recorder/mpi/windows.hpp"

#include "lull/recorder/measurement/measurement.hpp"
#include "lull/recorder/mpi/communicators.hpp"
#include "lull/recorder/mpi/groups.hpp"

namespace lull::recorder::mpi {

Windows& Windows::instance() {
  static auto* const windows = new Windows;
  return *windows;
}

std::uint32_t Windows::add(MPI_Win window, MPI_Comm communicator, const char* name) {
  const std::scoped_lock lock(mutex_);
  const std::uint32_t members = Communicators::instance().number_of(communicator);
  Window& added = windows_[key_of(window)];
  by_number_.erase(added.number);
  added = {};
  added.number = Measurement::instance().new_window();
  by_number_[added.number] = &added;
  Measurement::instance().note({{"window",
                                 {{"number", added.number},
                                  {"communicator", members},
                                  {"index", made_on_[members]++},
                                  {"name", name}}}});
  return added.number;
}

void Windows::remove(MPI_Win window) {
  const std::scoped_lock lock(mutex_);
  const auto found = windows_.find(key_of(window));
  if (found == windows_.end()) return;
  by_number_.erase(found->second.number);
  windows_.erase(found);
}

void Windows::set_name(MPI_Win window, const char* name) {
  const std::uint32_t number = number_of(window);
  if (number != OTF2_UNDEFINED_RMA_WIN)
    Measurement::instance().note({{"window_name", {{"window", number}, {"text", name}}}});
}

std::uint32_t Windows::number_of(MPI_Win window) {
  const std::scoped_lock lock(mutex_);
  const auto found = windows_.find(key_of(window));
  return found == windows_.end() ? OTF2_UNDEFINED_RMA_WIN : found->second.number;
}

std::uint64_t Windows::begin_transfer(MPI_Win window, int target, bool comes_back) {
  const std::scoped_lock lock(mutex_);
  const std::uint64_t id = next_transfer_++;
  windows_[key_of(window)].transfers[target].under_way[id] = comes_back;
  return id;
}

namespace {

void record_here(Location& location, std::uint32_t window, std::uint64_t transfer) {
  OTF2_EvtWriter_RmaOpCompleteNonBlocking(location.writer(), nullptr, location.now(), window,
                                          transfer);
}

void record_at_target(Location& location, std::uint32_t window, std::uint64_t transfer) {
  OTF2_EvtWriter_RmaOpCompleteRemote(location.writer(), nullptr, location.now(), window, transfer);
}

}  // namespace

// Data that was fetched is complete at the target, too.
void Windows::complete(Location& location, const Window& window, Transfers& transfers,
                       Reach reach) {
  if (reach == Reach::AtTarget)
    for (const std::uint64_t id : transfers.here) record_at_target(location, window.number, id);
  if (reach != Reach::Here) transfers.here.clear();
  for (const auto& [id, comes_back] : transfers.under_way) {
    record_here(location, window.number, id);
    if (reach == Reach::AtTarget || comes_back)
      record_at_target(location, window.number, id);
    else if (reach == Reach::Here)
      transfers.here.push_back(id);
  }
  transfers.under_way.clear();
}

void Windows::complete(Location& location, MPI_Win handle, int target, Reach reach) {
  const std::scoped_lock lock(mutex_);
  const auto found = windows_.find(key_of(handle));
  if (found == windows_.end()) return;
  Window& window = found->second;
  if (target == kAllTargets) {
    for (auto& [rank, transfers] : window.transfers) complete(location, window, transfers, reach);
  } else if (const auto one = window.transfers.find(target); one != window.transfers.end()) {
    complete(location, window, one->second, reach);
  }
}

void Windows::complete_here(Location& location, std::uint32_t number, int target,
                            std::uint64_t id) {
  const std::scoped_lock lock(mutex_);
  const auto known = by_number_.find(number);
  if (known == by_number_.end()) return;
  Transfers& transfers = known->second->transfers[target];
  const auto found = transfers.under_way.find(id);
  if (found == transfers.under_way.end()) return;
  record_here(location, number, id);
  if (found->second)
    record_at_target(location, number, id);
  else
    transfers.here.push_back(id);
  transfers.under_way.erase(found);
}

void Windows::open_access(MPI_Win window, std::uint32_t group) {
  const std::scoped_lock lock(mutex_);
  windows_[key_of(window)].access = group;
}

void Windows::open_exposure(MPI_Win window, std::uint32_t group) {
  const std::scoped_lock lock(mutex_);
  windows_[key_of(window)].exposure = group;
}

std::uint32_t Windows::access(MPI_Win window) {
  const std::scoped_lock lock(mutex_);
  return windows_[key_of(window)].access;
}

std::uint32_t Windows::exposure(MPI_Win window) {
  const std::scoped_lock lock(mutex_);
  return windows_[key_of(window)].exposure;
}

std::uint32_t Windows::number_of_group(MPI_Group group) {
  const std::vector<int> members = world_ranks(group);
  const std::scoped_lock lock(mutex_);
  const auto number = static_cast<std::uint32_t>(groups_.size());
  const auto [entry, fresh] = groups_.emplace(members, number);
  if (fresh) Measurement::instance().note({{"group", {{"number", number}, {"members", members}}}});
  return entry->second;
}

}  // namespace lull::recorder::mpi
