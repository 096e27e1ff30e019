// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The windows for one-sided communication of this process, and their transfers that are not known
// to be complete yet: constant time for each, or the logarithm of their number. All processes
// identify a window by its communicator and the number of windows made on it earlier.
// Thread-safe.
#pragma once

#include <mpi.h>
#include <otf2/otf2.h>

#include <cstdint>
#include <limits>
#include <map>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "lull/recorder/measurement/location.hpp"

namespace lull::recorder::mpi {

// Is neither a rank nor one of MPI's special ranks.
constexpr int kAllTargets = std::numeric_limits<int>::min();

// How far a synchronisation completes transfers: locally, locally and without a later completion at
// the target, or also at the target. Fetched data is complete at the target when it has arrived.
enum class Reach { Here, HereAtLast, AtTarget };

class Windows {
 public:
  static Windows& instance();

  // Adds a window that all members of a communicator have just made; returns its number.
  std::uint32_t add(MPI_Win window, MPI_Comm communicator, const char* name);
  void remove(MPI_Win window);
  void set_name(MPI_Win window, const char* name);
  // Returns OTF2_UNDEFINED_RMA_WIN for an unknown one.
  [[nodiscard]] std::uint32_t number_of(MPI_Win window);

  // Begins a transfer; returns its number.
  std::uint64_t begin_transfer(MPI_Win window, int target, bool comes_back);
  // Records that all transfers with a target are complete.
  void complete(Location& location, MPI_Win window, int target, Reach reach);
  // Records that one transfer is complete locally.
  void complete_here(Location& location, std::uint32_t window, int target, std::uint64_t transfer);

  // The groups of the open access and exposure epochs.
  void open_access(MPI_Win window, std::uint32_t group);
  void open_exposure(MPI_Win window, std::uint32_t group);
  [[nodiscard]] std::uint32_t access(MPI_Win window);
  [[nodiscard]] std::uint32_t exposure(MPI_Win window);
  // Returns a number for the processes of a group.
  [[nodiscard]] std::uint32_t number_of_group(MPI_Group group);

 private:
  // Transfers with one target.
  struct Transfers {
    std::map<std::uint64_t, bool> under_way;  // keyed by number; true: it fetches data
    std::vector<std::uint64_t> here;          // complete locally, not yet at the target
  };
  struct Window {
    std::uint32_t number = OTF2_UNDEFINED_RMA_WIN;
    std::uint32_t access = OTF2_UNDEFINED_GROUP;
    std::uint32_t exposure = OTF2_UNDEFINED_GROUP;
    std::map<int, Transfers> transfers;  // keyed by target
  };
  static void complete(Location& location, const Window& window, Transfers& transfers, Reach reach);

  std::mutex mutex_;
  std::unordered_map<std::uint64_t, Window> windows_;         // keyed by handle
  std::unordered_map<std::uint32_t, Window*> by_number_;      // pointers into windows_
  std::unordered_map<std::uint32_t, std::uint32_t> made_on_;  // number of windows, by communicator
  std::map<std::vector<int>, std::uint32_t> groups_;          // keyed by world ranks
  std::uint64_t next_transfer_ = 1;
};

}  // namespace lull::recorder::mpi
