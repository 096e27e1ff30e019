// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// A trace as specifications see it: the objects for its definitions, by number, and times in
// seconds. Definitions with the same name, file and line are one Region. Not thread safe.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "lull/analysis/replay/state/grids.hpp"
#include "lull/asl/model/value.hpp"
#include "lull/trace/definitions/definitions.hpp"
#include "lull/trace/global/event_index.hpp"

namespace lull::asl {

class SetValue;

// An event while it is referenced. Evaluation adds fields for evaluate/.
struct EventRecord {
  GlobalEvent event;
  // Indexed by the specification's event types in declaration order: true if the event has the
  // type. The evaluation determines where each type's attributes begin.
  mutable std::vector<bool> classes;
  mutable std::vector<Value> attributes;
  mutable bool described = false;  // both members above are valid
  // The record that can hold the event longer; null: none yet.
  mutable EventRecord* held = nullptr;
};

class Archive {
 public:
  static constexpr std::int64_t kProgram = -3;  // the region PROGRAM
  // Numbers of experiments: this one, and the one it is compared with.
  static constexpr std::int64_t kThis = 0;
  static constexpr std::int64_t kOther = 1;

  struct RegionObject {
    RegionId first;  // its first definition
    const std::string* name = nullptr;
    const std::string* file = nullptr;
  };
  struct ProcessObject {
    const std::string* name = nullptr;
    std::int64_t rank = -1;
    LocationId master;
    std::int64_t thread = 0;
  };

  // `name` is the archive's; `recorded` is in nanoseconds since 1970; `began`, the time of its
  // first event, is 0 s.
  Archive(const Definitions& definitions, std::string_view name, std::int64_t recorded,
          Timestamp began);
  Archive(const Archive&) = delete;
  Archive& operator=(const Archive&) = delete;

  [[nodiscard]] const Definitions& definitions() const { return definitions_; }
  [[nodiscard]] const std::string* name() const { return name_; }
  [[nodiscard]] std::int64_t recorded() const { return recorded_; }
  [[nodiscard]] const std::string* intern(std::string_view text) const;

  [[nodiscard]] double seconds(Timestamp time) const {
    return static_cast<double>((time - began_).ticks) / ticks_per_second_;
  }
  [[nodiscard]] double ticks_per_second() const { return ticks_per_second_; }

  // Regions are numbered: first the region definitions (equal definitions share the first one's
  // number), then sets of regions by name.
  [[nodiscard]] std::int64_t region(RegionId id) const {
    return id.index() < unique_.size() ? unique_[id.index()] : kNullObject;
  }
  [[nodiscard]] std::int64_t region_named(std::string_view name);
  [[nodiscard]] bool same_region(std::int64_t a, std::int64_t b) const;
  [[nodiscard]] std::string region_name(std::int64_t region) const;
  [[nodiscard]] const std::vector<RegionObject>& regions() const { return regions_; }
  [[nodiscard]] const std::vector<std::int64_t>& region_numbers() const { return numbers_; }
  [[nodiscard]] bool is_region_set(std::int64_t region) const {
    return region >= static_cast<std::int64_t>(regions_.size());
  }
  // Returns the numbers that a region, or a set of regions, includes.
  [[nodiscard]] std::vector<std::int64_t> members_of_region(std::int64_t region) const;

  [[nodiscard]] const std::vector<ProcessObject>& processes() const { return processes_; }
  [[nodiscard]] std::int64_t process_at(CommunicatorId communicator, std::uint32_t rank,
                                        LocationId caller) const;

  // Returns -1 if the location's process is not a member.
  [[nodiscard]] std::int64_t rank_in(CommunicatorId communicator, LocationId location) const;
  // Returns a communicator's members by rank, without undefined members.
  [[nodiscard]] std::vector<std::int64_t> members(CommunicatorId communicator) const;
  [[nodiscard]] std::vector<std::int64_t> members(GroupId group) const;

  // For a message between neighbours on a Cartesian grid: the grid's number, and the other
  // process's offset in a dimension, -1 to 1. For other messages, and for dimensions that the grid
  // lacks: kNoGrid and kNoOffset.
  static constexpr std::int64_t kNoGrid = -1;
  static constexpr std::int64_t kNoOffset = 2;
  [[nodiscard]] std::int64_t grid_of(const GlobalEvent& message) const;
  [[nodiscard]] std::int64_t offset_on_grid(const GlobalEvent& message,
                                            std::int64_t dimension) const;

  // Finds another archive's region in this one: the region with the same name, file and line, or
  // else all regions with that name.
  [[nodiscard]] std::int64_t region_like(const Archive& other, std::int64_t region);

  // The archive to compare with; null: none. Set by the runner of a specification.
  const Archive* other = nullptr;
  std::function<const EventRecord*(EventIndex)> find_event;
  // Creates a set that lives as long as the current root event.
  std::function<const SetValue*(std::vector<Value>)> make_set;

 private:
  [[nodiscard]] std::optional<analysis::GridNeighbour> neighbour(const GlobalEvent& message) const;

  const Definitions& definitions_;
  analysis::Grids grids_;
  std::int64_t recorded_;
  Timestamp began_;
  double ticks_per_second_;
  mutable std::unordered_set<std::string> texts_;
  // Indexed by communicator and by a process's first location. Holds only communicators that were
  // queried.
  mutable std::unordered_map<CommunicatorId, std::unordered_map<std::int64_t, std::int64_t>> ranks_;
  const std::string* name_;
  std::vector<std::int64_t> unique_;   // indexed by definition
  std::vector<RegionObject> regions_;  // indexed by number; entries of shared numbers are unused
  std::vector<std::int64_t> numbers_;  // numbers in use
  std::vector<std::vector<bool>> region_sets_;
  std::map<std::string, std::int64_t, std::less<>> region_sets_by_name_;
  std::vector<ProcessObject> processes_;
};

}  // namespace lull::asl
