// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/recorder/mpi/windows.hpp"

#include <algorithm>

#include "lull/recorder/measurement/measurement.hpp"
#include "lull/recorder/mpi/communicators.hpp"

namespace lull::recorder::mpi {

Windows& Windows::instance() {
  static auto* const windows = new Windows;
  return *windows;
}

std::uint32_t Windows::add(MPI_Win window, MPI_Comm communicator, const char* name) {
  const std::scoped_lock lock(mutex_);
  const std::uint32_t members = Communicators::instance().number_of(communicator);
  Window& added = windows_[key_of(window)];
  added = {};
  added.number = count_++;
  Measurement::instance().note({{"window",
                                 {{"number", added.number},
                                  {"communicator", members},
                                  {"index", made_on_[members]++},
                                  {"name", name}}}});
  return added.number;
}

void Windows::remove(MPI_Win window) {
  const std::scoped_lock lock(mutex_);
  windows_.erase(key_of(window));
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
  windows_[key_of(window)].transfers.push_back({id, target, comes_back, false});
  return id;
}

void Windows::record_complete(Location& location, const Window& window, Transfer& transfer,
                              Reach reach) {
  OTF2_EvtWriter* const writer = location.writer();
  if (!transfer.is_here)
    OTF2_EvtWriter_RmaOpCompleteNonBlocking(writer, nullptr, location.now(), window.number,
                                            transfer.id);
  transfer.is_here = true;
  if (reach == Reach::AtTarget || transfer.comes_back)
    OTF2_EvtWriter_RmaOpCompleteRemote(writer, nullptr, location.now(), window.number, transfer.id);
}

void Windows::complete(Location& location, MPI_Win handle, int target, Reach reach) {
  const std::scoped_lock lock(mutex_);
  const auto found = windows_.find(key_of(handle));
  if (found == windows_.end()) return;
  Window& window = found->second;
  const auto is_meant = [&](const Transfer& transfer) {
    return target == kAllTargets || transfer.target == target;
  };
  for (Transfer& transfer : window.transfers)
    if (is_meant(transfer) && (reach == Reach::AtTarget || !transfer.is_here))
      record_complete(location, window, transfer, reach);
  std::erase_if(window.transfers, [&](const Transfer& transfer) {
    return is_meant(transfer) && (reach != Reach::Here || transfer.comes_back);
  });
}

void Windows::complete_here(Location& location, std::uint32_t number, std::uint64_t id) {
  const std::scoped_lock lock(mutex_);
  for (auto& [handle, window] : windows_) {
    if (window.number != number) continue;
    const auto found = std::ranges::find(window.transfers, id, &Transfer::id);
    if (found == window.transfers.end() || found->is_here) return;
    record_complete(location, window, *found, Reach::Here);
    if (found->comes_back) window.transfers.erase(found);
    return;
  }
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
