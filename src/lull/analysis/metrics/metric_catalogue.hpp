// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// All metrics as one forest: profile metrics first, then the patterns' metrics, each below its
// parent in the order of declaration. Reports, `lull patterns` and the documentation take names,
// units and texts from here.
#pragma once

#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "lull/analysis/metrics/severity.hpp"

namespace lull::analysis {

enum class Unit { Seconds, Occurrences, Bytes, Number };

// The texts live as long as the program, or as the pattern that declares them.
struct MetricInfo {
  std::string_view id;      // unique: "mpi_latesender"
  std::string_view name;    // for people: "Late Sender"
  std::string_view parent;  // id; empty for a root
  Unit unit = Unit::Seconds;
  std::string_view summary;  // meaning, in one or two sentences
  std::string_view formula;  // how it is computed
  std::string_view advice;   // what to do about it, or empty
  // Time lines of an instance, one line of at most 60 characters each: calls in brackets, the
  // metric's time as #. Empty if there is nothing to draw.
  std::string_view picture = {};
};

// Inconsistent metrics; the message is for the author of the code that declares or charges them.
struct MetricMistake : std::logic_error {
  using std::logic_error::logic_error;
};

class MetricCatalogue {
 public:
  struct Entry {
    MetricInfo info;
    MetricIndex parent;
    bool profile = false;  // value = own + sum of the profile metrics below
    bool own = true;       // one of Lull's metrics: it fits into its parent
  };

  // Throws MetricMistake for a duplicate id or an unknown parent.
  void add(std::span<const MetricInfo> metrics, bool profile, bool own = true);

  [[nodiscard]] MetricIndex find(std::string_view id) const;  // undefined if there is none
  [[nodiscard]] const Entry& operator[](MetricIndex metric) const {
    return entries_[metric.index()];
  }
  [[nodiscard]] std::size_t size() const { return entries_.size(); }
  // Depth first, parents before children, siblings in the order of declaration.
  [[nodiscard]] std::vector<MetricIndex> in_tree_order() const;

 private:
  std::vector<Entry> entries_;
  std::unordered_map<std::string_view, MetricIndex> by_id_;
};

// Returns for each metric whether it is a kind of waiting, that is, part of a profile metric's time
// but not of another kind's.
[[nodiscard]] std::vector<bool> kinds_of_waiting(const MetricCatalogue& catalogue);

[[nodiscard]] std::string_view name_of(Unit unit);  // "sec", "occ", "bytes", "#"

}  // namespace lull::analysis
