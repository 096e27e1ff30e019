// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/asl/model/archive.hpp"

#include <algorithm>
#include <cctype>
#include <unordered_map>

namespace lull::asl {
namespace {

std::string lower(std::string_view text) {
  std::string result(text);
  std::ranges::transform(result, result.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return result;
}

// Normalises MPI_Recv, PMPI_Recv, mpi_recv and mpi_recv_ to the same name.
std::string mpi_name(std::string_view name) {
  std::string result = lower(name);
  if (result.starts_with("pmpi_")) result.erase(0, 1);
  while (result.ends_with('_')) result.pop_back();
  return result;
}

// `*` matches any text.
bool matches(std::string_view pattern, std::string_view text) {
  std::size_t p = 0;
  std::size_t t = 0;
  std::size_t star = std::string_view::npos;
  std::size_t mark = 0;
  while (t < text.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      mark = t;
    } else if (p < pattern.size() && pattern[p] == text[t]) {
      ++p;
      ++t;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      t = ++mark;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

}  // namespace

Archive::Archive(const Definitions& definitions, std::string_view name, std::int64_t recorded,
                 Timestamp began)
    : definitions_(definitions),
      grids_(definitions),
      recorded_(recorded),
      began_(began),
      ticks_per_second_(static_cast<double>(definitions.clock.ticks_per_second)),
      name_(intern(name)) {
  std::map<std::tuple<std::string_view, std::string_view, std::uint32_t>, std::int64_t> known;
  for (std::size_t i = 0; i < definitions.regions.size(); ++i) {
    const Region& region = definitions.regions[i];
    const auto number = static_cast<std::int64_t>(i);
    const auto [entry, fresh] =
        known.try_emplace({region.name, region.file, region.begin_line}, number);
    unique_.push_back(entry->second);
    regions_.push_back({RegionId{i}, intern(region.name), intern(region.file)});
    if (fresh) numbers_.push_back(number);
  }
  std::unordered_map<LocationId, std::int64_t> ranks;
  if (const std::vector<LocationId>* const world = definitions.mpi_world())
    for (std::size_t rank = 0; rank < world->size(); ++rank)
      ranks.try_emplace((*world)[rank], static_cast<std::int64_t>(rank));
  for (std::size_t i = 0; i < definitions.locations.size(); ++i) {
    const Location& location = definitions.locations[i];
    ProcessObject object{intern(location.name), -1, LocationId{i}, 0};
    if (location.process.index() < definitions.processes.size()) {
      const auto& locations = definitions.processes[location.process.index()].locations;
      const auto own = std::ranges::find(locations, LocationId{i});
      object.thread = own == locations.end() ? 0 : own - locations.begin();
      if (!locations.empty()) object.master = locations.front();
    }
    if (const auto rank = ranks.find(object.master); rank != ranks.end())
      object.rank = rank->second;
    processes_.push_back(object);
  }
}

const std::string* Archive::intern(std::string_view text) const {
  return &*texts_.emplace(text).first;
}

std::int64_t Archive::region_named(std::string_view name) {
  const auto known = region_sets_by_name_.find(name);
  if (known != region_sets_by_name_.end()) return known->second;
  const bool of_mpi = mpi_name(name).starts_with("mpi_");
  std::vector<bool> members(regions_.size());
  for (const std::int64_t number : numbers_) {
    const std::string& own = *regions_[static_cast<std::size_t>(number)].name;
    members[static_cast<std::size_t>(number)] =
        of_mpi ? matches(mpi_name(name), mpi_name(own)) : matches(name, own);
  }
  const auto number = static_cast<std::int64_t>(regions_.size() + region_sets_.size());
  region_sets_.push_back(std::move(members));
  region_sets_by_name_.emplace(name, number);
  return number;
}

bool Archive::same_region(std::int64_t a, std::int64_t b) const {
  if (a == b) return true;
  if (a < 0 || b < 0) return false;
  const auto set = [this](std::int64_t region) -> const std::vector<bool>& {
    return region_sets_[static_cast<std::size_t>(region) - regions_.size()];
  };
  if (is_region_set(a) && is_region_set(b)) return set(a) == set(b);
  if (is_region_set(a)) return set(a)[static_cast<std::size_t>(b)];
  return is_region_set(b) && set(b)[static_cast<std::size_t>(a)];
}

std::string Archive::region_name(std::int64_t region) const {
  if (region == kNullObject) return "NULL";
  if (region == kProgram) return "PROGRAM";
  if (!is_region_set(region)) return *regions_[static_cast<std::size_t>(region)].name;
  for (const auto& [name, number] : region_sets_by_name_)
    if (number == region) return name;
  return "?";
}

std::vector<std::int64_t> Archive::members_of_region(std::int64_t region) const {
  std::vector<std::int64_t> members;
  for (const std::int64_t number : numbers_)
    if (same_region(number, region)) members.push_back(number);
  return members;
}

std::int64_t Archive::region_like(const Archive& other, std::int64_t region) {
  if (region < 0) return region;
  if (other.is_region_set(region)) return region_named(other.region_name(region));
  const Region& wanted = other.definitions_.regions[static_cast<std::size_t>(region)];
  for (const std::int64_t number : numbers_) {
    const Region& own = definitions_.regions[static_cast<std::size_t>(number)];
    if (own.name == wanted.name && own.file == wanted.file && own.begin_line == wanted.begin_line)
      return number;
  }
  return region_named(wanted.name);
}

std::int64_t Archive::process_at(CommunicatorId communicator, std::uint32_t rank,
                                 LocationId caller) const {
  if (!communicator.defined()) return kNullObject;
  const LocationId location = definitions_.location_of(communicator, rank, caller);
  return location.index() < processes_.size() ? static_cast<std::int64_t>(location.index())
                                              : kNullObject;
}

std::int64_t Archive::rank_in(CommunicatorId communicator, LocationId location) const {
  if (communicator.index() >= definitions_.communicators.size()) return -1;
  if (definitions_.communicators[communicator.index()].kind == CommunicatorKind::Self) return 0;
  const auto [known, fresh] = ranks_.try_emplace(communicator);
  if (fresh) {
    const GroupId group = definitions_.communicators[communicator.index()].group;
    if (group.index() < definitions_.groups.size()) {
      std::int64_t rank = 0;
      for (const LocationId member : definitions_.groups[group.index()].locations)
        known->second.try_emplace(static_cast<std::int64_t>(member.index()), rank++);
    }
  }
  const auto master = processes_[location.index()].master;
  const auto rank = known->second.find(static_cast<std::int64_t>(master.index()));
  return rank == known->second.end() ? -1 : rank->second;
}

std::optional<analysis::GridNeighbour> Archive::neighbour(const GlobalEvent& message) const {
  if (grids_.empty()) return std::nullopt;
  CommunicatorId communicator;
  std::uint32_t rank = 0;
  const auto take = [&](const auto* body, auto other) {
    if (body == nullptr) return;
    communicator = body->communicator;
    rank = body->*other;
  };
  take(message.get_if<MpiSend>(), &MpiSend::receiver);
  take(message.get_if<MpiIsend>(), &MpiIsend::receiver);
  take(message.get_if<MpiRecv>(), &MpiRecv::sender);
  take(message.get_if<MpiIrecv>(), &MpiIrecv::sender);
  const std::int64_t other = process_at(communicator, rank, message.location);
  if (other == kNullObject) return std::nullopt;
  const auto process_of = [this](std::size_t location) {
    return definitions_.locations[location].process;
  };
  return grids_.find(process_of(message.location.index()),
                     process_of(static_cast<std::size_t>(other)), communicator);
}

std::int64_t Archive::grid_of(const GlobalEvent& message) const {
  const auto found = neighbour(message);
  return found ? static_cast<std::int64_t>(found->grid) : kNoGrid;
}

std::int64_t Archive::offset_on_grid(const GlobalEvent& message, std::int64_t dimension) const {
  const auto found = neighbour(message);
  if (!found || dimension < 0) return kNoOffset;
  if (dimension >= static_cast<std::int64_t>(grids_.dimensions(found->grid))) return kNoOffset;
  return found->sides[static_cast<std::size_t>(dimension)];
}

std::vector<std::int64_t> Archive::members(CommunicatorId communicator) const {
  std::vector<std::int64_t> result;
  if (communicator.index() >= definitions_.communicators.size()) return result;
  if (definitions_.communicators[communicator.index()].kind == CommunicatorKind::Self)
    return result;  // one per process
  return members(definitions_.communicators[communicator.index()].group);
}

std::vector<std::int64_t> Archive::members(GroupId group) const {
  std::vector<std::int64_t> result;
  if (group.index() >= definitions_.groups.size()) return result;
  for (const LocationId location : definitions_.groups[group.index()].locations)
    if (location.index() < processes_.size())
      result.push_back(static_cast<std::int64_t>(location.index()));
  return result;
}

}  // namespace lull::asl
