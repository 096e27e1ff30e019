// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/recorder/mpi/communicators.hpp"

#include <otf2/otf2.h>

#include <algorithm>
#include <utility>

#include "lull/recorder/measurement/measurement.hpp"
#include "lull/recorder/mpi/groups.hpp"
#include "lull/recorder/mpi/neighbours.hpp"

namespace lull::recorder::mpi {
namespace {

using nlohmann::json;

// Notes the coordinates of this process in the communicator's Cartesian topology, if any.
void note_grid(MPI_Comm communicator, std::uint32_t number) {
  int kind = MPI_UNDEFINED;
  int count = 0;
  PMPI_Topo_test(communicator, &kind);
  if (kind == MPI_GRAPH || kind == MPI_DIST_GRAPH) return note_graph(communicator, number);
  if (kind != MPI_CART) return;
  PMPI_Cartdim_get(communicator, &count);
  const auto dimensions = static_cast<std::size_t>(count);
  std::vector<int> sizes(dimensions);
  std::vector<int> periodic(dimensions);
  std::vector<int> coordinates(dimensions);
  PMPI_Cart_get(communicator, count, sizes.data(), periodic.data(), coordinates.data());
  Measurement::instance().note({{"process_grid",
                                 {{"communicator", number},
                                  {"sizes", sizes},
                                  {"periodic", periodic},
                                  {"rank", rank_in(communicator)},
                                  {"coordinates", coordinates}}}});
}

// Returns whether this process records the members: on each side, the first few members and the
// last one do, as some may not be recorded. If another world cannot know the members, the first
// member in each world does.
bool records_members(MPI_Comm communicator, bool across) {
  constexpr int kFew = 4;
  const int rank = rank_in(communicator);
  int size = 0;
  PMPI_Comm_size(communicator, &size);
  if (rank < kFew || rank == size - 1) return true;
  if (!across) return false;
  const std::vector<int> members = members_of(communicator, false);
  const auto known = [](int member) { return member >= 0; };
  return std::ranges::find_if(members, known) - members.begin() == rank;
}

}  // namespace

Communicators& Communicators::instance() {
  static auto* const communicators = new Communicators;
  return *communicators;
}

MPI_Group Communicators::world_group() {
  MPI_Group group = MPI_GROUP_EMPTY;
  if (has_world_) {
    PMPI_Comm_group(MPI_COMM_WORLD, &group);
  } else {
    const std::scoped_lock lock(mutex_);
    if (!sessions_.empty()) group = sessions_.back().second();
  }
  return group;
}

std::uint32_t Communicators::next_number(MPI_Comm communicator, const Known& known) {
  const std::scoped_lock lock(mutex_);
  ++generation_;
  const std::uint32_t number = Measurement::instance().new_communicator();
  known_[number] = known;
  return numbers_[key_of(communicator)] = number;
}

std::optional<Communicators::Place> Communicators::next_place(MPI_Comm parent) {
  const std::uint32_t number = number_of(parent);
  const std::scoped_lock lock(mutex_);
  const auto found = known_.find(number);
  if (!begun_ || found == known_.end()) return std::nullopt;
  return Place{number, found->second.made++, found->second};
}

json Communicators::made_at(const Place& place, std::array<int, 2> first) const {
  if (place.of_parent.self) first[0] = rank_;
  return {{"from", place.parent}, {"made", {place.index, first[0], first[1]}}};
}

// `members` is a communicator with the same members.
void Communicators::note(std::uint32_t number, json entry, MPI_Comm members, const Known& known) {
  entry["number"] = number;
  if (members != MPI_COMM_NULL && records_members(members, known.across)) {
    if (is_inter(members)) {
      const std::array sides{members_of(members, known.second), members_of(members, !known.second)};
      entry["members"] = sides;
    } else {
      entry["members"] = members_of(members, false);
    }
  }
  Measurement::instance().note({{"communicator", entry}});
}

void Communicators::begin() {
  int size = 0;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank_);
  PMPI_Comm_size(MPI_COMM_WORLD, &size);
  Measurement::instance().share_limit(static_cast<std::uint64_t>(size));
  has_world_ = begun_ = true;
  Measurement::instance().note({{"mpi", {{"rank", rank_}, {"size", size}}}});
  note(next_number(MPI_COMM_WORLD, {}), {{"id", "world"}}, MPI_COMM_NULL, {});
  note(next_number(MPI_COMM_SELF, {.self = true}), {{"id", "self"}}, MPI_COMM_NULL, {});
}

void Communicators::begin_session(std::uint64_t session, std::function<MPI_Group()> world) {
  const bool fresh = !begun_;
  {
    const std::scoped_lock lock(mutex_);
    sessions_.emplace_back(session, std::move(world));
    begun_ = true;
  }
  if (!fresh) return;
  const Group all(world_group());
  int rank = 0;
  int size = 0;
  PMPI_Group_rank(all.get(), &rank);
  PMPI_Group_size(all.get(), &size);
  if (rank >= 0 && rank < size)  // else the library has no such group
    Measurement::instance().note({{"mpi", {{"rank", rank}, {"size", size}}}});
}

void Communicators::end_session(std::uint64_t session) {
  const std::scoped_lock lock(mutex_);
  std::erase_if(sessions_, [&](const auto& one) { return one.first == session; });
}

void Communicators::add(MPI_Comm communicator, MPI_Comm parent) {
  const auto place = next_place(parent);
  if (!place || communicator == MPI_COMM_NULL) return;
  const Known known{.across = place->of_parent.across, .second = place->of_parent.second};
  json entry = made_at(*place, first_members(communicator, parent, known.second));
  const std::uint32_t number = next_number(communicator, known);
  const bool inter = is_inter(communicator);
  if (!inter) entry["parent"] = place->parent;
  note(number, entry, communicator, known);
  if (!inter) note_grid(communicator, number);
}

void Communicators::add_copy(MPI_Comm copy, MPI_Comm original) {
  const auto place = next_place(original);
  if (!place || copy == MPI_COMM_NULL) return;
  const Known known{.across = place->of_parent.across, .second = place->of_parent.second};
  json entry = made_at(*place, {0, 0});
  if (!is_inter(original)) entry["parent"] = place->parent;
  note(next_number(copy, known), entry, original, known);
}

// The same group may create several, in the same order in all members. Not defined if members are
// in other worlds: they would not derive the same name.
void Communicators::add_of_groups(MPI_Comm communicator, std::uint64_t tag) {
  if (!begun_ || communicator == MPI_COMM_NULL) return;
  const bool inter = is_inter(communicator);
  const std::vector<int> local = members_of(communicator, false);
  const std::vector<int> remote = inter ? members_of(communicator, true) : std::vector<int>();
  const auto foreign = [](int rank) { return rank < 0; };
  if (std::ranges::any_of(local, foreign) || std::ranges::any_of(remote, foreign)) return;
  const Known known{.second = inter && local > remote};
  const auto& [first, second] = std::minmax(local, remote);
  const std::uint64_t hash = hash_of(inter ? second : local, hash_of(inter ? first : remote, tag));
  std::uint32_t index = 0;
  {
    const std::scoped_lock lock(mutex_);
    index = of_groups_[hash]++;
  }
  note(next_number(communicator, known), {{"id", {hash, index}}}, communicator, known);
}

std::optional<std::uint32_t> Communicators::add_side(MPI_Comm communicator, MPI_Comm parent,
                                                     bool first) {
  const auto place = next_place(parent);
  if (!place || communicator == MPI_COMM_NULL) return std::nullopt;
  const Known known{.across = true, .second = !first};
  const std::uint32_t number = next_number(communicator, known);
  json entry = made_at(*place, {0, 0});
  entry["across"] = true;
  note(number, entry, communicator, known);
  return number;
}

std::optional<std::uint32_t> Communicators::add_parent(MPI_Comm communicator) {
  if (!begun_ || communicator == MPI_COMM_NULL) return std::nullopt;
  const Known known{.across = true, .second = true};
  const std::uint32_t number = next_number(communicator, known);
  note(number, {{"id", "parent"}, {"across", true}}, communicator, known);
  return number;
}

void Communicators::set_name(MPI_Comm communicator, const char* name) {
  const std::uint32_t number = number_of(communicator);
  if (number != OTF2_UNDEFINED_COMM)
    Measurement::instance().note({{"name", {{"communicator", number}, {"text", name}}}});
}

void Communicators::remove(MPI_Comm communicator) {
  const std::scoped_lock lock(mutex_);
  ++generation_;
  const auto found = numbers_.extract(key_of(communicator));
  if (!found.empty()) known_.erase(found.mapped());
}

std::uint32_t Communicators::number_among_neighbours(MPI_Comm communicator) {
  const std::uint32_t original = number_of(communicator);
  std::uint32_t number = 0;
  Known known;
  {
    const std::scoped_lock lock(mutex_);
    const auto found = known_.find(original);
    if (found == known_.end()) return OTF2_UNDEFINED_COMM;
    if (found->second.neighbours) return *found->second.neighbours;
    known = found->second;
    number = *(found->second.neighbours = Measurement::instance().new_communicator());
  }
  constexpr int kNeighbours = -1;  // not an index
  note(number, {{"from", original}, {"made", {kNeighbours, 0, 0}}, {"parent", original}},
       communicator, known);
  return number;
}

// Most of a thread's calls use the same communicator as the call before.
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
