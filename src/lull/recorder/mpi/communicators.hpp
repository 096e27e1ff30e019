// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Numbers for the communicators of this process. A communicator is known everywhere by the world
// rank of its first member and how many that one has made before; its members agree on that when it
// is made. Any thread.
#pragma once

#include <mpi.h>

#include <atomic>
#include <cstdint>
#include <mutex>
#include <nlohmann/json.hpp>
#include <unordered_map>
#include <vector>

namespace lull::recorder::mpi {

// Handles are pointers or integers.
template <class Handle>
std::uint64_t key_of(Handle handle) {
  if constexpr (std::is_pointer_v<Handle>)
    return reinterpret_cast<std::uintptr_t>(handle);
  else
    return static_cast<std::uint64_t>(handle);
}

// The world ranks of a group's members.
[[nodiscard]] std::vector<int> world_ranks(MPI_Group group);

class Communicators {
 public:
  static Communicators& instance();

  // After MPI_Init: defines MPI_COMM_WORLD and MPI_COMM_SELF.
  void begin();
  // A communicator that has just been made out of `parent`, by all its members. Nothing for
  // MPI_COMM_NULL.
  void add(MPI_Comm communicator, MPI_Comm parent);
  // A copy that is still in the making: nothing can be said over it yet.
  void add_copy(MPI_Comm copy, MPI_Comm original);
  void set_name(MPI_Comm communicator, const char* name);
  void remove(MPI_Comm communicator);
  // OTF2_UNDEFINED_COMM for one that is not known.
  [[nodiscard]] std::uint32_t number_of(MPI_Comm communicator);
  // The number of one with the same members for what neighbours tell each other, whose messages
  // must not meet the program's own.
  [[nodiscard]] std::uint32_t number_among_neighbours(MPI_Comm communicator);
  [[nodiscard]] int rank() const { return rank_; }

 private:
  std::uint32_t next_number(MPI_Comm communicator);
  void add_intra(MPI_Comm communicator, std::uint32_t number, std::uint32_t parent);
  void add_inter(MPI_Comm communicator, std::uint32_t number);

  void note(std::uint32_t number, std::uint32_t parent, const nlohmann::json& id,
            const nlohmann::json& members);

  std::mutex mutex_;
  std::unordered_map<std::uint32_t, nlohmann::json> ids_;    // by number
  std::unordered_map<std::uint32_t, std::uint32_t> copies_;  // in the making, by original
  std::unordered_map<std::uint64_t, std::uint32_t> numbers_;
  std::unordered_map<std::uint32_t, std::uint32_t> neighbours_;  // by number of the original
  std::atomic<std::uint64_t> generation_{1};  // of numbers_: another one after each change
  std::uint32_t made_ = 0;                    // of which this process is the first member
  int rank_ = 0;
  bool begun_ = false;  // there is MPI_COMM_WORLD
};

}  // namespace lull::recorder::mpi
