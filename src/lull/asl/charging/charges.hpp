// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Patterns of a specification in an analysis. A walk of its own finds their matches and notes what
// they charge to which call; the analysis then meets these calls again and charges them as it does
// for any pattern, with the most severe instances, distributions and time lines.
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
  std::uint64_t call = 0;  // which Enter of its location, from 0
  std::uint32_t metric = 0;
  std::uint64_t party = 0;
  std::int64_t ticks = 0;
};

// Who took part in matches: each one's locations and messages, one match after the other.
struct Parties {
  struct Place {
    std::uint64_t locations = 0;
    std::uint64_t messages = 0;
  };
  std::vector<Place> begins;  // by party
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
    bool itself = false;  // charges calls without those that they call
    // The classes of regions, by ProfileMetric, whose time the metric is a part of; empty: of no
    // time of Lull's.
    std::vector<bool> classes;
  };
  std::vector<Metric> metrics;                        // of patterns, in their order
  std::vector<std::vector<NotedCharge>> by_location;  // by call
  Parties parties;
  std::vector<std::string> remarks;  // sentences for the report
  std::vector<ErrorLine> errors;
};

// By the name of a metric that a specification may be UNDER, its parent's; "" at the top.
using MetricParents = std::map<std::string, std::string>;

// Says which time the metrics are a part of.
void find_classes(std::vector<Charges::Metric>& metrics, const MetricParents& parents);

// Searches for the patterns that name a metric. `progress` as in RunOptions.
[[nodiscard]] Charges collect_charges(const Program& program, const OpenSource& open,
                                      const std::string& archive_name, const Limits& limits,
                                      const std::function<void(EventIndex)>& progress);

// Adds the charges to an analysis; they must outlive it.
void add_to(analysis::AnalysisOptions& options, const Charges& charges);
[[nodiscard]] analysis::PatternFactory with_charges(analysis::PatternFactory patterns,
                                                    const Charges& charges);

}  // namespace lull::asl
