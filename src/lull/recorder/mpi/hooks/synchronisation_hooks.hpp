// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Synchronisation of one-sided communication: fences, group epochs, locks, flushes.
#pragma once

#include "lull/recorder/mpi/hooks/one_sided_hooks.hpp"

namespace lull::recorder::mpi {

constexpr OTF2_RmaSyncLevel kProcesses = OTF2_RMA_SYNC_LEVEL_PROCESS;
constexpr OTF2_RmaSyncLevel kProcessesAndMemory =
    OTF2_RMA_SYNC_LEVEL_PROCESS | OTF2_RMA_SYNC_LEVEL_MEMORY;

template <>
struct Hook<Function::Win_fence> {
  void after(Location& location, int, MPI_Win window) { record_fence(location, window); }
};

template <>
struct Hook<Function::Win_post> {
  void after(Location& location, MPI_Group group, int, MPI_Win window) {
    const std::uint32_t number = Windows::instance().number_of_group(group);
    Windows::instance().open_exposure(window, number);
    record_group(location, location.entered(), kProcesses, window, number);
  }
};
template <>
struct Hook<Function::Win_start> {
  void after(Location& location, MPI_Group group, int, MPI_Win window) {
    const std::uint32_t number = Windows::instance().number_of_group(group);
    Windows::instance().open_access(window, number);
    record_group(location, location.entered(), kProcesses, window, number);
  }
};
template <>
struct Hook<Function::Win_complete> {
  void after(Location& location, MPI_Win window) {
    Windows& windows = Windows::instance();
    windows.complete(location, window, kAllTargets, Reach::HereAtLast);
    record_group(location, location.now(), kProcessesAndMemory, window, windows.access(window));
  }
};
template <>
struct Hook<Function::Win_wait> {
  void after(Location& location, MPI_Win window) {
    record_group(location, location.now(), kProcessesAndMemory, window,
                 Windows::instance().exposure(window));
  }
};
template <>
struct Hook<Function::Win_test> {
  void after(Location& location, MPI_Win window, const int* flag) {
    if (*flag != 0)
      record_group(location, location.now(), kProcessesAndMemory, window,
                   Windows::instance().exposure(window));
  }
};

template <>
struct Hook<Function::Win_lock> {
  void after(Location& location, int type, int target, int assertion, MPI_Win window) {
    record_lock(location, window, target, type, assertion);
  }
};
template <>
struct Hook<Function::Win_lock_all> {
  void after(Location& location, int assertion, MPI_Win window) {
    record_lock(location, window, kAllTargets, MPI_LOCK_SHARED, assertion);
  }
};
template <>
struct Hook<Function::Win_unlock> {
  void after(Location& location, int target, MPI_Win window) {
    record_unlock(location, window, target);
  }
};
template <>
struct Hook<Function::Win_unlock_all> {
  void after(Location& location, MPI_Win window) { record_unlock(location, window, kAllTargets); }
};

template <>
struct Hook<Function::Win_flush> {
  void after(Location& location, int target, MPI_Win window) {
    record_flush(location, window, target, Reach::AtTarget);
  }
};
template <>
struct Hook<Function::Win_flush_all> {
  void after(Location& location, MPI_Win window) {
    record_flush(location, window, kAllTargets, Reach::AtTarget);
  }
};
template <>
struct Hook<Function::Win_flush_local> {
  void after(Location& location, int target, MPI_Win window) {
    record_flush(location, window, target, Reach::Here);
  }
};
template <>
struct Hook<Function::Win_flush_local_all> {
  void after(Location& location, MPI_Win window) {
    record_flush(location, window, kAllTargets, Reach::Here);
  }
};
template <>
struct Hook<Function::Win_sync> {
  void after(Location& location, MPI_Win window) { record_sync(location, window); }
};

}  // namespace lull::recorder::mpi
