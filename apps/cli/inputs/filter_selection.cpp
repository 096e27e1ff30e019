// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "cli/inputs/filter_selection.hpp"

#include <fmt/format.h>
#include <fnmatch.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <sstream>
#include <utility>
#include <vector>

#include "cli/common/validators.hpp"
#include "cli/inputs/number_ranges.hpp"
#include "lull/base/error.hpp"
#include "lull/base/filter_rules.hpp"
#include "lull/base/text/printable.hpp"
#include "lull/trace/rules/posting_order.hpp"

namespace lull::cli {
namespace {

// Returns the time `seconds` after the beginning.
Timestamp moment(const Definitions& definitions, Timestamp beginning, double seconds,
                 std::string_view option) {
  const double ticks = seconds * static_cast<double>(definitions.clock.ticks_per_second);
  constexpr double kMost = 9e18;
  if (ticks >= kMost) throw usage_error("{}: the trace is not that long", option);
  const Duration after{std::llround(ticks)};
  // Times in damaged archives may be close to the maximum.
  return beginning + after < beginning ? kEndOfTime : beginning + after;
}

void select_times(const SelectionOptions& options, const CorrectedTrace& trace,
                  structure::Selection& selection) {
  if (options.from.empty() && options.to.empty()) return;
  const double from = options.from.empty() ? 0 : seconds_in(options.from, "--from");
  const double to = options.to.empty() ? INFINITY : seconds_in(options.to, options.to_option);
  if (from >= to)
    throw usage_error("{} {} is not after {}", options.to_option, options.to,
                      options.from.empty() ? "the beginning" : "--from " + options.from);
  const auto beginning = beginning_of(trace);
  if (!beginning) return;
  const Definitions& definitions = trace.definitions();
  const Timestamp begin = moment(definitions, *beginning, from, "--from");
  for (std::size_t i = 0; i < definitions.locations.size(); ++i) {
    structure::TimeRange range;
    if (from > 0) range.begin = trace.own_time(LocationId(i), begin);
    if (!std::isinf(to))
      range.end =
          trace.own_time(LocationId(i), moment(definitions, *beginning, to, options.to_option));
    selection.times.push_back(range);
  }
}

bool is_named(const Definitions& definitions, const Location& location, const std::string& item) {
  if (const auto range = number_range(item))
    return location.reference >= range->first && location.reference <= range->second;
  const auto matches = [&](const std::string& name) {
    return ::fnmatch(item.c_str(), name.c_str(), 0) == 0;
  };
  return matches(location.name) || (location.process.index() < definitions.processes.size() &&
                                    matches(definitions.processes[location.process.index()].name));
}

void select_locations(const SelectionOptions& options, const Definitions& definitions,
                      structure::Selection& selection) {
  if (options.locations.empty()) return;
  selection.locations.assign(definitions.locations.size(), false);
  std::istringstream items(options.locations);
  for (std::string item; std::getline(items, item, ',');) {
    if (const auto range = number_range(item); range && range->first > range->second)
      throw usage_error("--locations: the range {} ends before it begins", item);
    bool any = false;
    for (std::size_t i = 0; i < definitions.locations.size(); ++i) {
      if (!is_named(definitions, definitions.locations[i], item)) continue;
      selection.locations[i] = any = true;
    }
    if (!any)
      throw usage_error("--locations: there is no location '{}'; lull info --json lists all",
                        printable(item));
  }
}

// Returns whether the region belongs to the program's own code. Calls to libraries and runtimes are
// kept, as they are when recording with a filter.
bool can_be_excluded(const Region& region) {
  if (region.paradigm == Paradigm::User || region.paradigm == Paradigm::Compiler) return true;
  if (region.paradigm != Paradigm::Unknown || is_mpi_call(region)) return false;
  constexpr std::array<std::string_view, 4> kRuntimes{"shmem_", "omp_", "pthread_", "!$omp"};
  return std::ranges::none_of(
      kRuntimes, [&](std::string_view runtime) { return region.name.starts_with(runtime); });
}

void select_regions(const SelectionOptions& options, const Definitions& definitions,
                    structure::Selection& selection) {
  if (options.regions.empty()) return;
  const FilterRules rules = read_filter_file(options.regions);
  for (const Region& region : definitions.regions)
    selection.excluded.push_back(can_be_excluded(region) &&
                                 rules.exclude(region.name, region.canonical_name, region.file));
}

// Returns a description to store in the archive.
std::string description_of(const SelectionOptions& options) {
  std::vector<std::string> parts;
  if (!options.from.empty() || !options.to.empty())
    parts.push_back(fmt::format("only from {} to {}",
                                options.from.empty() ? "the beginning" : options.from,
                                options.to.empty() ? "the end" : options.to));
  if (!options.locations.empty()) parts.push_back("only locations " + options.locations);
  if (!options.regions.empty()) parts.push_back("regions that " + options.regions + " excludes");
  return fmt::format("{}", fmt::join(parts, ", "));
}

}  // namespace

double seconds_in(std::string_view text, std::string_view option) {
  constexpr std::array<std::pair<std::string_view, double>, 6> kUnits{
      {{"", 1}, {"s", 1}, {"ms", 1e-3}, {"us", 1e-6}, {"ns", 1e-9}, {"min", 60}}};
  double number = 0;
  const char* const end = text.data() + text.size();
  const auto [behind, error] = std::from_chars(text.data(), end, number);
  const std::string_view unit(behind, static_cast<std::size_t>(end - behind));
  const auto* const known =
      std::ranges::find(kUnits, unit, &std::pair<std::string_view, double>::first);
  if (error != std::errc() || known == kUnits.end() || !std::isfinite(number) || number < 0)
    throw usage_error(
        "{}: {} is not a time; expected seconds, or a number with a unit, such as 300ms", option,
        printable(text));
  return number * known->second;
}

void add_options(CLI::App& command, SelectionOptions& options) {
  command
      .add_option("--from", options.from,
                  "Keep events from this time on: seconds since the beginning of the trace, or "
                  "with a unit, such as 300ms")
      ->type_name("TIME")
      ->check(not_empty());
  command.add_option("--to", options.to, "Keep events until this time")
      ->type_name("TIME")
      ->check(not_empty());
  command
      .add_option("--locations", options.locations,
                  "Keep the events of these locations only: numbers, ranges and names with *, such "
                  "as 0,3-7,'MPI Rank 1*'")
      ->type_name("LIST")
      ->check(not_empty());
  command
      .add_option("--regions", options.regions,
                  "Omit enter and leave of the functions that a Score-P filter file excludes")
      ->type_name("FILE")
      ->check(not_empty());
  command.add_flag(
      "--keep-messages", options.keep_messages,
      "Keep messages and collective operations of which a part is kept, with the calls "
      "around them");
}

std::optional<Timestamp> beginning_of(const TraceSource& trace) {
  std::optional<Timestamp> first;
  for (std::size_t i = 0; i < trace.definitions().locations.size(); ++i) {
    const auto cursor = trace.open(LocationId(i), select_all_events(), Attributes::Skip);
    const auto events = cursor->next();
    if (!events.empty()) first = std::min(first.value_or(kEndOfTime), events.front().time);
  }
  return first;
}

structure::Selection selection_of(const SelectionOptions& options, const CorrectedTrace& trace) {
  structure::Selection selection;
  select_regions(options, trace.definitions(), selection);
  select_locations(options, trace.definitions(), selection);
  select_times(options, trace, selection);
  selection.keep_messages = options.keep_messages;
  selection.description = description_of(options);
  return selection;
}

}  // namespace lull::cli
