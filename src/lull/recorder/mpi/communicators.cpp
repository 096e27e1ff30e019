// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/recorder/mpi/communicators.hpp"

#include <otf2/otf2.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <string>
#include <vector>

#include "lull/recorder/measurement/measurement.hpp"

namespace lull::recorder::mpi {
namespace {

using nlohmann::json;

std::vector<int> members_of(MPI_Comm communicator, bool remote) {
  MPI_Group group;
  if (remote)
    PMPI_Comm_remote_group(communicator, &group);
  else
    PMPI_Comm_group(communicator, &group);
  std::vector<int> ranks = world_ranks(group);
  PMPI_Group_free(&group);
  return ranks;
}

// The two sides of an inter-communicator have different ones.
constexpr std::uint32_t kNoParent = OTF2_UNDEFINED_COMM;

// The place of this process in the grid that a communicator may have.
void note_grid(MPI_Comm communicator, std::uint32_t number) {
  int kind = MPI_UNDEFINED;
  int count = 0;
  PMPI_Topo_test(communicator, &kind);
  if (kind != MPI_CART) return;
  PMPI_Cartdim_get(communicator, &count);
  const auto dimensions = static_cast<std::size_t>(count);
  std::vector<int> sizes(dimensions);
  std::vector<int> periodic(dimensions);
  std::vector<int> coordinates(dimensions);
  PMPI_Cart_get(communicator, count, sizes.data(), periodic.data(), coordinates.data());
  int rank = 0;
  PMPI_Comm_rank(communicator, &rank);
  Measurement::instance().note({{"process_grid",
                                 {{"communicator", number},
                                  {"sizes", sizes},
                                  {"periodic", periodic},
                                  {"rank", rank},
                                  {"coordinates", coordinates}}}});
}

}  // namespace

std::vector<int> world_ranks(MPI_Group group) {
  int size = 0;
  PMPI_Group_size(group, &size);
  std::vector<int> ranks(static_cast<std::size_t>(size));
  std::iota(ranks.begin(), ranks.end(), 0);
  std::vector<int> of_world(ranks.size());
  MPI_Group world;
  PMPI_Comm_group(MPI_COMM_WORLD, &world);
  if (size > 0) PMPI_Group_translate_ranks(group, size, ranks.data(), world, of_world.data());
  PMPI_Group_free(&world);
  return of_world;
}

Communicators& Communicators::instance() {
  static auto* const communicators = new Communicators;
  return *communicators;
}

std::uint32_t Communicators::next_number(MPI_Comm communicator) {
  const std::scoped_lock lock(mutex_);
  ++generation_;
  return numbers_[key_of(communicator)] = Measurement::instance().new_communicator();
}

void Communicators::note(std::uint32_t number, std::uint32_t parent, const json& id,
                         const json& members) {
  json entry{{"number", number}, {"id", id}};
  if (parent != kNoParent) entry["parent"] = parent;
  if (!members.is_null()) entry["members"] = members;
  {
    const std::scoped_lock lock(mutex_);
    ids_[number] = id;
  }
  Measurement::instance().note({{"communicator", entry}});
}

void Communicators::begin() {
  int size = 0;
  begun_ = true;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank_);
  PMPI_Comm_size(MPI_COMM_WORLD, &size);
  Measurement::instance().share_limit(static_cast<std::uint64_t>(size));
  std::uint64_t world = nanoseconds() ^ std::uint64_t(::getpid()) << 40;
  PMPI_Bcast(&world, 1, MPI_UINT64_T, 0, MPI_COMM_WORLD);
  Measurement::instance().note({{"mpi", {{"rank", rank_}, {"size", size}, {"world", world}}}});
  note(next_number(MPI_COMM_WORLD), kNoParent, "world", nullptr);
  note(next_number(MPI_COMM_SELF), kNoParent, "self", nullptr);
}

void Communicators::add(MPI_Comm communicator, MPI_Comm parent) {
  if (communicator == MPI_COMM_NULL || !begun_) return;
  int inter = 0;
  PMPI_Comm_test_inter(communicator, &inter);
  const std::uint32_t parents_number = number_of(parent);
  const std::uint32_t number = next_number(communicator);
  if (inter != 0) return add_inter(communicator, number);
  add_intra(communicator, number, parents_number);
  note_grid(communicator, number);
}

// Named by its original, and how many copies of that were begun before: in the same order by all.
void Communicators::add_copy(MPI_Comm copy, MPI_Comm original) {
  if (copy == MPI_COMM_NULL || !begun_) return;
  const std::uint32_t parent = number_of(original);
  const std::uint32_t number = next_number(copy);
  json id;
  {
    const std::scoped_lock lock(mutex_);
    id = json{{"copy_of", ids_[parent]}, {"index", copies_[parent]++}};
  }
  int inter = 0;
  int rank = 0;
  PMPI_Comm_test_inter(original, &inter);
  PMPI_Comm_rank(original, &rank);
  if (rank != 0) return note(number, inter == 0 ? parent : kNoParent, id, json());
  if (inter == 0) return note(number, parent, id, members_of(original, false));
  const auto [a, b] = std::minmax({members_of(original, false), members_of(original, true)});
  note(number, kNoParent, id, {a, b});
}

void Communicators::set_name(MPI_Comm communicator, const char* name) {
  const std::uint32_t number = number_of(communicator);
  if (number != OTF2_UNDEFINED_COMM)
    Measurement::instance().note({{"name", {{"communicator", number}, {"text", name}}}});
}

void Communicators::add_intra(MPI_Comm communicator, std::uint32_t number, std::uint32_t parent) {
  int rank = 0;
  PMPI_Comm_rank(communicator, &rank);
  std::array<int, 2> id{rank_, rank == 0 ? static_cast<int>(made_++) : 0};
  PMPI_Bcast(id.data(), 2, MPI_INT, 0, communicator);
  note(number, parent, id, rank == 0 ? json(members_of(communicator, false)) : json());
}

// Each side tells the other its first member's name for it, and hears its own back.
void Communicators::add_inter(MPI_Comm communicator, std::uint32_t number) {
  int rank = 0;
  PMPI_Comm_rank(communicator, &rank);
  const std::array<int, 2> mine =
      rank == 0 ? std::array<int, 2>{rank_, static_cast<int>(made_++)} : std::array<int, 2>{0, 0};
  std::array<int, 2> theirs{};
  std::array<int, 2> ours{};
  PMPI_Allreduce(mine.data(), theirs.data(), 2, MPI_INT, MPI_SUM, communicator);
  const std::array<int, 2> heard = rank == 0 ? theirs : std::array<int, 2>{0, 0};
  PMPI_Allreduce(heard.data(), ours.data(), 2, MPI_INT, MPI_SUM, communicator);
  const bool first = ours < theirs;
  const json id{first ? ours : theirs, first ? theirs : ours};
  if (rank != 0) return note(number, kNoParent, id, json());
  const auto local = members_of(communicator, false);
  const auto remote = members_of(communicator, true);
  note(number, kNoParent, id, {first ? local : remote, first ? remote : local});
}

void Communicators::remove(MPI_Comm communicator) {
  const std::scoped_lock lock(mutex_);
  ++generation_;
  numbers_.erase(key_of(communicator));
}

std::uint32_t Communicators::number_among_neighbours(MPI_Comm communicator) {
  const std::uint32_t original = number_of(communicator);
  if (original == OTF2_UNDEFINED_COMM) return original;
  json id;
  std::uint32_t number = 0;
  {
    const std::scoped_lock lock(mutex_);
    const auto [known, fresh] = neighbours_.try_emplace(original);
    if (fresh) known->second = Measurement::instance().new_communicator();
    if (!fresh) return known->second;
    number = known->second;
    id = json{{"neighbours_on", ids_[original]}};
  }
  int rank = 0;
  PMPI_Comm_rank(communicator, &rank);
  note(number, original, id, rank == 0 ? json(members_of(communicator, false)) : json());
  return number;
}

// Most calls of a thread are on the communicator of the call before.
std::uint32_t Communicators::number_of(MPI_Comm communicator) {
  struct Last {
    std::uint64_t generation = 0;
    std::uint64_t key = 0;
    std::uint32_t number = OTF2_UNDEFINED_COMM;
  };
  thread_local Last last [[gnu::tls_model("initial-exec")]];
  const std::uint64_t key = key_of(communicator);
  if (last.generation == generation_.load(std::memory_order_acquire) && last.key == key)
    return last.number;
  const std::scoped_lock lock(mutex_);
  const auto found = numbers_.find(key);
  last = {generation_, key, found == numbers_.end() ? OTF2_UNDEFINED_COMM : found->second};
  return last.number;
}

}  // namespace lull::recorder::mpi
