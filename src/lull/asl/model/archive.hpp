// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// A trace as specifications see it: the objects behind its definitions, by number, and times in
// seconds. Definitions of equal name, file and line are one Region. One thread.
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

// An event as long as somebody speaks of it. What its evaluation adds is in evaluate/.
struct EventRecord {
  GlobalEvent event;
  // Of the specification's own event types, in the order of their declaration: those that it is of;
  // where each one's attributes begin is known to whoever evaluates them.
  mutable std::vector<bool> classes;
  mutable std::vector<Value> attributes;
  mutable bool described = false;  // both are known
  // The record that can hold the event beyond its turn; null: there is none yet.
  mutable EventRecord* held = nullptr;
};

class Archive {
 public:
  static constexpr std::int64_t kProgram = -3;  // the region PROGRAM
  // Numbers of experiments: this one, and another one that it is compared with.
  static constexpr std::int64_t kThis = 0;
  static constexpr std::int64_t kOther = 1;

  struct RegionObject {
    RegionId first;  // of the definitions that it is
    const std::string* name = nullptr;
    const std::string* file = nullptr;
  };
  struct ProcessObject {
    const std::string* name = nullptr;
    std::int64_t rank = -1;
    LocationId master;
    std::int64_t thread = 0;
  };

  // `name` is the archive's, `recorded` nanoseconds since 1970; `began`, the time of its first
  // event, counts as 0 s.
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

  // Numbers of regions: first the definitions' (those that are one have one number), then sets of
  // regions by name.
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
  // The numbers that a region, or a set of regions, stands for.
  [[nodiscard]] std::vector<std::int64_t> members_of_region(std::int64_t region) const;

  [[nodiscard]] const std::vector<ProcessObject>& processes() const { return processes_; }
  [[nodiscard]] std::int64_t process_at(CommunicatorId communicator, std::uint32_t rank,
                                        LocationId caller) const;

  // -1 where the process of the location has none.
  [[nodiscard]] std::int64_t rank_in(CommunicatorId communicator, LocationId location) const;
  // A communicator's members, by rank, without those that are not defined.
  [[nodiscard]] std::vector<std::int64_t> members(CommunicatorId communicator) const;
  [[nodiscard]] std::vector<std::int64_t> members(GroupId group) const;

  // Of a message between neighbours on a Cartesian grid the number of that, and where the other
  // process is in a dimension, -1 to 1; of any other one, and in dimensions that the grid does not
  // have, kNoGrid and kNoOffset.
  static constexpr std::int64_t kNoGrid = -1;
  static constexpr std::int64_t kNoOffset = 2;
  [[nodiscard]] std::int64_t grid_of(const GlobalEvent& message) const;
  [[nodiscard]] std::int64_t offset_on_grid(const GlobalEvent& message,
                                            std::int64_t dimension) const;

  // The region of another archive as one of this: that of equal name, file and line, else all of
  // that name.
  [[nodiscard]] std::int64_t region_like(const Archive& other, std::int64_t region);

  // What it is compared with; null: nothing. Set by whoever runs a specification.
  const Archive* other = nullptr;
  std::function<const EventRecord*(EventIndex)> find_event;
  // A set that lives as long as the root event in hand.
  std::function<const SetValue*(std::vector<Value>)> make_set;

 private:
  [[nodiscard]] std::optional<analysis::GridNeighbour> neighbour(const GlobalEvent& message) const;

  const Definitions& definitions_;
  analysis::Grids grids_;
  std::int64_t recorded_;
  Timestamp began_;
  double ticks_per_second_;
  mutable std::unordered_set<std::string> texts_;
  // By communicator and first location of a process, of communicators that were asked for.
  mutable std::unordered_map<CommunicatorId, std::unordered_map<std::int64_t, std::int64_t>> ranks_;
  const std::string* name_;
  std::vector<std::int64_t> unique_;   // by definition
  std::vector<RegionObject> regions_;  // by number; gaps where a number is not the first
  std::vector<std::int64_t> numbers_;  // those in use
  std::vector<std::vector<bool>> region_sets_;
  std::map<std::string, std::int64_t, std::less<>> region_sets_by_name_;
  std::vector<ProcessObject> processes_;
};

}  // namespace lull::asl
