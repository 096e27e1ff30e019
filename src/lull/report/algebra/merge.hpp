// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Merges the tables of several reports by meaning: metrics by their unique names, call paths by the
// names along the path and their parameters, processes and threads by kind and rank regardless of
// the node. Duplicates within one report stay duplicates.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "lull/report/model/report.hpp"

namespace lull::report {

// Maps the rows of a report's table to merged rows.
struct MergedPlaces {
  std::vector<MetricId> metrics;
  std::vector<CallPathId> call_paths;
  std::vector<LocationId> locations;
  std::string root;  // the report's name for a root that was renamed by merging; else empty
};

// Returns the report's row for each merged row; undefined if it has none.
template <class Id>
[[nodiscard]] std::vector<Id> inverted(const std::vector<Id>& places, std::size_t size) {
  std::vector<Id> back(size);
  for (std::size_t i = 0; i < places.size(); ++i) back[places[i].index()] = Id(i);
  return back;
}

enum class Roots {
  ByName,
  // The same, but if each report has a single root, the roots are merged regardless of their names:
  // with several runs, the root is the program, whose file may have been renamed.
  SingleAsOne,
};

class Union {
 public:
  explicit Union(Roots roots = Roots::ByName) : roots_(roots) {}

  // Adds new rows of the report, but no values. The texts of the first report are kept. Throws
  // Error (input) for a metric whose unit differs.
  MergedPlaces add(const Report& report);

  // Returns the tables merged so far, without values and members.
  [[nodiscard]] const Report& tables() const { return merged_; }

 private:
  // Name below a parent, and a number to distinguish duplicates.
  using Key = std::tuple<std::uint32_t, std::string, std::uint32_t>;
  // Maps keys to rows. Counts duplicate keys within one report.
  class Index {
   public:
    void begin_report() { seen_.clear(); }
    // Returns the key's row, or `next` if the key is new.
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
  std::vector<SystemNodeId> nodes_here_;  // nodes of the current report; undefined: not added yet
};

// Two reports with the same tables, each with its own values and members. Rows of the first report
// keep their indices, so its members remain valid. Throws the same errors as Union::add.
struct SideBySide {
  Report first;
  Report second;
};
[[nodiscard]] SideBySide side_by_side(const Report& first, const Report& second);

}  // namespace lull::report
