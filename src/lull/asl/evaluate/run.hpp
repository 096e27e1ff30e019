// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Runs a specification on a trace, as `lull asl run` does: all properties for every combination of
// their arguments, patterns, and errors. Arguments and exports are returned as text.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "lull/asl/evaluate/expressions/interpreter.hpp"
#include "lull/asl/evaluate/found.hpp"
#include "lull/asl/program/program.hpp"
#include "lull/trace/source/cursor.hpp"

namespace lull::asl {

// Opens a trace. It is called each time the trace is read. Its clocks should be synchronised.
using OpenSource = std::function<std::unique_ptr<TraceSource>()>;

// The trace to compare with.
struct SecondExperiment {
  OpenSource open;
  std::string archive_name;
  std::int64_t recorded = 0;
};

struct RunOptions {
  std::string property;    // "": the whole file
  std::string matches;     // the pattern whose matches are listed; "": none
  std::string rank_basis;  // "": PROGRAM
  double threshold = 0.05;
  std::map<std::string, std::string> values;  // values of arguments, by name
  Limits limits;
  std::function<void(EventIndex)> progress;  // called with the number of events taken
  std::optional<SecondExperiment> second;
};

using NamedTexts = std::vector<std::pair<std::string, std::string>>;

// A value in printed form.
struct Shown {
  std::string text;
  std::optional<double> real;           // set for a float
  std::optional<std::int64_t> integer;  // set for an int
  std::optional<bool> truth;
};
using NamedValues = std::vector<std::pair<std::string, Shown>>;

struct PropertyLine {
  std::string property;
  NamedValues arguments;
  double severity = 0;
  double confidence = 0;
  std::vector<std::string> conditions;  // labels of conditions that hold
  bool problem = false;
};
struct PatternLine {
  std::string pattern;
  NamedValues arguments;
  std::uint64_t matches = 0;
  std::uint64_t unmatched = 0;
  NamedValues sums;
};
struct MatchLine {
  std::string pattern;
  NamedValues arguments;
  EventIndex index = 0;
  double time = 0;
  std::string location;
  std::string kind;
  NamedValues exports;
};
struct ErrorLine {
  RunError error;
  std::optional<EventIndex> event;
  std::string event_text;  // such as "event 12 (MPI_RECV, location 3, 1.25 s)"
};

struct RunResults {
  std::string rank_basis;
  double rank_basis_duration = 0;
  double threshold = 0;
  std::vector<PropertyLine> properties;  // the properties that hold, most severe first
  std::vector<PatternLine> patterns;
  std::vector<MatchLine> matches;
  std::vector<ErrorLine> errors;
  std::vector<std::string> damage;  // sentences about locations that could be read only in part
  std::uint64_t events = 0;
};

// Throws Error (usage) for names that the specification does not declare.
[[nodiscard]] RunResults run(const Program& program, const OpenSource& open,
                             const std::string& archive_name, std::int64_t recorded,
                             const RunOptions& options);

}  // namespace lull::asl
