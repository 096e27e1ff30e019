// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Numbers for the communicators of this process. Its members name a communicator without asking
// each other: by the one it was made out of, and how many were made out of that before, which all
// of them count. So it does not matter whether all of them are still recorded. Any thread.
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

  // After MPI_Init: defines MPI_COMM_WORLD and MPI_COMM_SELF.
  void begin();
  // After MPI_Session_init. `world` makes the group of all processes; it is asked for until the
  // session, whose key is given, ends.
  void begin_session(std::uint64_t session, std::function<MPI_Group()> world);
  void end_session(std::uint64_t session);

  // A communicator that has just been made out of `parent`, by all members of that. MPI_COMM_NULL
  // is counted.
  void add(MPI_Comm communicator, MPI_Comm parent);
  // A copy that is still in the making: nothing can be said over it yet.
  void add_copy(MPI_Comm copy, MPI_Comm original);
  // One that its members made alone; `tag` is what they said to tell it from others.
  void add_of_groups(MPI_Comm communicator, std::uint64_t tag);
  // One side of a communicator between worlds: processes that spawn, or accept, are the first side.
  // The sides name it each in its own way (spawned_processes.hpp). Its number, none where it is not
  // defined.
  std::optional<std::uint32_t> add_side(MPI_Comm communicator, MPI_Comm parent, bool first);
  // The other side of a world that was spawned.
  std::optional<std::uint32_t> add_parent(MPI_Comm communicator);
  void set_name(MPI_Comm communicator, const char* name);
  void remove(MPI_Comm communicator);
  // OTF2_UNDEFINED_COMM for one that is not known.
  [[nodiscard]] std::uint32_t number_of(MPI_Comm communicator);
  // The number of one with the same members for what neighbours tell each other, whose messages
  // must not meet the program's own.
  [[nodiscard]] std::uint32_t number_among_neighbours(MPI_Comm communicator);
  // Of all processes of this world; to be freed.
  [[nodiscard]] MPI_Group world_group();

 private:
  struct Known {
    std::uint32_t made = 0;  // out of it
    bool across = false;     // it may have members of other worlds
    bool second = false;     // of an inter-communicator: this process is on the second side
    bool self = false;       // MPI_COMM_SELF, which all processes call the same
    std::optional<std::uint32_t> neighbours{};  // number_among_neighbours()
  };
  // A place in the order of what was made out of a communicator.
  struct Place {
    std::uint32_t parent = 0;
    std::uint32_t index = 0;
    Known of_parent;
  };

  std::optional<Place> next_place(MPI_Comm parent);
  // What names it, when these are the first members of its sides.
  [[nodiscard]] nlohmann::json made_at(const Place& place, std::array<int, 2> first) const;
  std::uint32_t next_number(MPI_Comm communicator, const Known& known);
  void note(std::uint32_t number, nlohmann::json entry, MPI_Comm members, const Known& known);

  std::mutex mutex_;
  std::unordered_map<std::uint32_t, Known> known_;  // by number
  std::unordered_map<std::uint64_t, std::uint32_t> numbers_;
  std::unordered_map<std::uint64_t, std::uint32_t>
      of_groups_;  // made, by the hash of their members
  std::vector<std::pair<std::uint64_t, std::function<MPI_Group()>>> sessions_;
  std::atomic<std::uint64_t> generation_{1};  // of numbers_: another one after each change
  int rank_ = 0;                              // in MPI_COMM_WORLD
  bool begun_ = false;
  bool has_world_ = false;  // there is MPI_COMM_WORLD
};

}  // namespace lull::recorder::mpi
