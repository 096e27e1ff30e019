// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The tables of several reports as one, united by meaning: metrics by their unique names, call
// paths by the names on the way to them and their parameters, processes and threads by kind and
// rank wherever they ran. What a report has twice, it has twice in the union.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "lull/report/model/report.hpp"

namespace lull::report {

// Where the rows of a table went.
struct MergedPlaces {
  std::vector<MetricId> metrics;
  std::vector<CallPathId> call_paths;
  std::vector<LocationId> locations;
  std::string root;  // what the report calls the root that the union calls otherwise; else empty
};

// By united place: the report's own row; undefined where it has none.
template <class Id>
[[nodiscard]] std::vector<Id> inverted(const std::vector<Id>& places, std::size_t size) {
  std::vector<Id> back(size);
  for (std::size_t i = 0; i < places.size(); ++i) back[places[i].index()] = Id(i);
  return back;
}

enum class Roots {
  ByName,
  // The same, but where each report has a single root, these are one, whatever they are called:
  // of several runs that is the program, whose file may have been renamed.
  SingleAsOne,
};

class Union {
 public:
  explicit Union(Roots roots = Roots::ByName) : roots_(roots) {}

  // Adds what is new in the report, but no values. Texts that differ are those of the report that
  // came first. Throws Error (input) for a metric that has another unit than before.
  MergedPlaces add(const Report& report);

  // The tables so far, without values and members.
  [[nodiscard]] const Report& tables() const { return merged_; }

 private:
  // A name below a parent, and which of several that are alike.
  using Key = std::tuple<std::uint32_t, std::string, std::uint32_t>;
  // By key: the row. Counts keys that one report has several times.
  class Index {
   public:
    void begin_report() { seen_.clear(); }
    // The key's row, or `next` when it is new.
    std::uint32_t find_or_add(std::uint32_t parent, const std::string& name, std::size_t next);

   private:
    std::map<Key, std::uint32_t> rows_;
    std::map<std::pair<std::uint32_t, std::string>, std::uint32_t> seen_;
  };

  void add_metrics(const Report& report, MergedPlaces& places);
  void add_call_paths(const Report& report, MergedPlaces& places);
  [[nodiscard]] CallPathId same_root(const Report& report) const;
  void add_locations(const Report& report, MergedPlaces& places);
  void add_topologies(const Report& report, const MergedPlaces& places);
  SystemNodeId node(const Report& report, SystemNodeId of);

  Roots roots_;
  Report merged_;
  bool first_ = true;
  Index metrics_, regions_, call_paths_, nodes_, processes_, locations_, topologies_;
  std::vector<SystemNodeId> nodes_here_;  // of the report that is being added; undefined: not yet
};

// Two reports with the same tables, each with its own values and members. The first one's tables
// come first, so that what its members say of them by number still holds. Throws as Union::add.
struct SideBySide {
  Report first;
  Report second;
};
[[nodiscard]] SideBySide side_by_side(const Report& first, const Report& second);

}  // namespace lull::report
