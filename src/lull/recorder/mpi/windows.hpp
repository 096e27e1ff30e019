// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The windows for one-sided communication of this process, and the transfers in them that are not
// known to be complete yet: constant time for each, or the logarithm of their number. A window is
// known everywhere by its communicator and how many were made on that before. Any thread.
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

// Not a rank, nor any of MPI's names for one.
constexpr int kAllTargets = std::numeric_limits<int>::min();

// How far a synchronisation completes transfers: here, perhaps so that no other one will tell more
// of them, or at the target, too. Data that comes back is complete at the target when it is here.
enum class Reach { Here, HereAtLast, AtTarget };

class Windows {
 public:
  static Windows& instance();

  // A window that has just been made by all members of a communicator; its number.
  std::uint32_t add(MPI_Win window, MPI_Comm communicator, const char* name);
  void remove(MPI_Win window);
  void set_name(MPI_Win window, const char* name);
  // OTF2_UNDEFINED_RMA_WIN for one that is not known.
  [[nodiscard]] std::uint32_t number_of(MPI_Win window);

  // A transfer begins; its number.
  std::uint64_t begin_transfer(MPI_Win window, int target, bool comes_back);
  // Records that transfers with a target are complete,
  void complete(Location& location, MPI_Win window, int target, Reach reach);
  // or that one is complete here.
  void complete_here(Location& location, std::uint32_t window, int target, std::uint64_t transfer);

  // The groups of the epochs that are open: processes to access, and those that may access.
  void open_access(MPI_Win window, std::uint32_t group);
  void open_exposure(MPI_Win window, std::uint32_t group);
  [[nodiscard]] std::uint32_t access(MPI_Win window);
  [[nodiscard]] std::uint32_t exposure(MPI_Win window);
  // A number for the processes of a group.
  [[nodiscard]] std::uint32_t number_of_group(MPI_Group group);

 private:
  // Those with one target.
  struct Transfers {
    std::map<std::uint64_t, bool> under_way;  // by number: whether data comes back
    std::vector<std::uint64_t> here;          // complete here, not yet at the target
  };
  struct Window {
    std::uint32_t number = OTF2_UNDEFINED_RMA_WIN;
    std::uint32_t access = OTF2_UNDEFINED_GROUP;
    std::uint32_t exposure = OTF2_UNDEFINED_GROUP;
    std::map<int, Transfers> transfers;  // by target
  };
  static void complete(Location& location, const Window& window, Transfers& transfers, Reach reach);

  std::mutex mutex_;
  std::unordered_map<std::uint64_t, Window> windows_;         // by handle
  std::unordered_map<std::uint32_t, Window*> by_number_;      // where they are there
  std::unordered_map<std::uint32_t, std::uint32_t> made_on_;  // windows by communicator
  std::map<std::vector<int>, std::uint32_t> groups_;          // by world ranks
  std::uint64_t next_transfer_ = 1;
};

}  // namespace lull::recorder::mpi
