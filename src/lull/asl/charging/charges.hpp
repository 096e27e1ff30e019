// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Applies the patterns of a specification in an analysis. A separate walk finds their matches and
// records the charges to each call; the analysis then charges these calls as it does for built-in
// patterns, including the most severe instances, distributions and time lines.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "lull/analysis/analysis.hpp"
#include "lull/analysis/charging/participants.hpp"
#include "lull/asl/evaluate/run.hpp"
#include "lull/asl/program/program.hpp"

namespace lull::asl {

struct NotedCharge {
  std::uint64_t call = 0;  // index among the Enters of its location
  std::uint32_t metric = 0;
  std::uint64_t party = 0;
  std::int64_t ticks = 0;
};

// The participants of matches: the locations and messages of each match, stored consecutively.
struct Parties {
  struct Place {
    std::uint64_t locations = 0;
    std::uint64_t messages = 0;
  };
  std::vector<Place> begins;  // indexed by party
  std::vector<LocationId> locations;
  std::vector<analysis::Transfer> messages;

  void add_to(analysis::Participants& all, std::uint64_t party) const;
};

struct Charges {
  struct Metric {
    std::string id;
    std::string parent;
    std::string title;
    std::string text;
    bool itself = false;  // charges calls without their callees
    // Indexed by ProfileMetric: the region classes whose time includes the metric; empty: none.
    std::vector<bool> classes;
  };
  std::vector<Metric> metrics;                        // in pattern order
  std::vector<std::vector<NotedCharge>> by_location;  // indexed by location, sorted by call
  Parties parties;
  std::vector<std::string> remarks;  // sentences for the report
  std::vector<ErrorLine> errors;
};

// Maps each metric that a specification may name after UNDER to its parent; "" for a root.
using MetricParents = std::map<std::string, std::string>;

// Sets Metric::classes.
void find_classes(std::vector<Charges::Metric>& metrics, const MetricParents& parents);

// Searches for the matches of patterns with a metric. `progress` is the same as in RunOptions.
[[nodiscard]] Charges collect_charges(const Program& program, const OpenSource& open,
                                      const std::string& archive_name, const Limits& limits,
                                      const std::function<void(EventIndex)>& progress);

// Adds the charges to an analysis; the charges must outlive it.
void add_to(analysis::AnalysisOptions& options, const Charges& charges);
[[nodiscard]] analysis::PatternFactory with_charges(analysis::PatternFactory patterns,
                                                    const Charges& charges);

}  // namespace lull::asl
