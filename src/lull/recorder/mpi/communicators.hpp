// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Numbers for the communicators of this process. The members of a communicator name it without
// communication: by its parent and the number of communicators made from the parent earlier, which
// all members count. So it does not matter whether all of them are still recorded. Thread-safe.
#pragma once

#include <mpi.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
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

class Communicators {
 public:
  static Communicators& instance();

  // Called after MPI_Init: defines MPI_COMM_WORLD and MPI_COMM_SELF.
  void begin();
  // Called after MPI_Session_init. `world` returns the group of all processes; it is called until
  // the session ends.
  void begin_session(std::uint64_t session, std::function<MPI_Group()> world);
  void end_session(std::uint64_t session);

  // Adds a communicator that all members of `parent` have just made from it. MPI_COMM_NULL is
  // counted.
  void add(MPI_Comm communicator, MPI_Comm parent);
  // Adds a copy that is not complete yet: no communication over it is possible.
  void add_copy(MPI_Comm copy, MPI_Comm original);
  // Adds a communicator that its members made without a parent; `tag` is what they passed to
  // distinguish it.
  void add_of_groups(MPI_Comm communicator, std::uint64_t tag);
  // Adds one side of a communicator between worlds: processes that spawn, or accept, are the first
  // side. Each side has its own name for it (spawned_processes.hpp). Returns its number, none if it
  // is not defined.
  std::optional<std::uint32_t> add_side(MPI_Comm communicator, MPI_Comm parent, bool first);
  // Adds the communicator to the parent of a spawned world.
  std::optional<std::uint32_t> add_parent(MPI_Comm communicator);
  void set_name(MPI_Comm communicator, const char* name);
  void remove(MPI_Comm communicator);
  // Returns OTF2_UNDEFINED_COMM for an unknown one.
  [[nodiscard]] std::uint32_t number_of(MPI_Comm communicator);
  // Returns the number of a communicator with the same members for messages of neighbourhood
  // collectives, which must not be matched with the program's messages.
  [[nodiscard]] std::uint32_t number_among_neighbours(MPI_Comm communicator);
  // Returns the group of all processes in this world. The caller frees it.
  [[nodiscard]] MPI_Group world_group();

 private:
  struct Known {
    std::uint32_t made = 0;  // number of communicators made from it
    bool across = false;     // true: it may have members in other worlds
    bool second = false;     // true: this process is on the inter-communicator's second side
    bool self = false;       // MPI_COMM_SELF, which has the same id in all processes
    std::optional<std::uint32_t> neighbours{};  // number_among_neighbours()
  };
  // A position in the order of communicators made from the same parent.
  struct Place {
    std::uint32_t parent = 0;
    std::uint32_t index = 0;
    Known of_parent;
  };

  std::optional<Place> next_place(MPI_Comm parent);
  // Returns its identity, given the first members of its sides.
  [[nodiscard]] nlohmann::json made_at(const Place& place, std::array<int, 2> first) const;
  std::uint32_t next_number(MPI_Comm communicator, const Known& known);
  void note(std::uint32_t number, nlohmann::json entry, MPI_Comm members, const Known& known);

  std::mutex mutex_;
  std::unordered_map<std::uint32_t, Known> known_;  // keyed by number
  std::unordered_map<std::uint64_t, std::uint32_t> numbers_;
  std::unordered_map<std::uint64_t, std::uint32_t>
      of_groups_;  // number made, by the hash of their members
  std::vector<std::pair<std::uint64_t, std::function<MPI_Group()>>> sessions_;
  std::atomic<std::uint64_t> generation_{1};  // changes whenever numbers_ does
  int rank_ = 0;                              // the rank in MPI_COMM_WORLD
  bool begun_ = false;
  bool has_world_ = false;  // true: there is an MPI_COMM_WORLD
};

}  // namespace lull::recorder::mpi
