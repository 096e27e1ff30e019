// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "cli/structure/filter_iterations.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <optional>
#include <sstream>
#include <utility>

#include "cli/common/validators.hpp"
#include "cli/inputs/iterations.hpp"
#include "cli/inputs/number_ranges.hpp"
#include "lull/base/error.hpp"
#include "lull/base/processors.hpp"
#include "lull/base/text/printable.hpp"

namespace lull::cli {
namespace {

constexpr double kUsualWindow = 0.1;

// Returns which iterations the list names, indexed by iteration.
std::vector<bool> named_iterations(const std::string& list, std::size_t number) {
  std::vector<bool> named(number);
  std::istringstream items(list);
  for (std::string item; std::getline(items, item, ',');) {
    const auto range = number_range(item);
    if (!range || range->first > range->second)
      throw usage_error(
          "--iterations: {} is not an iteration; expected numbers and ranges such as 1,5-8",
          printable(item));
    if (range->first == 0 || range->second > number)
      throw usage_error("--iterations: there is no iteration {}; they are numbered 1 to {}",
                        range->first == 0 ? 0 : range->second, number);
    std::fill(named.begin() + static_cast<std::ptrdiff_t>(range->first - 1),
              named.begin() + static_cast<std::ptrdiff_t>(range->second), true);
  }
  return named;
}

void keep_named(const structure::IterationGroups& groups, const std::vector<bool>& named,
                KeptIterations& result) {
  for (std::size_t i = 0; i < named.size(); ++i)
    if (named[i]) result.kept.push_back({i, 1, groups.seconds[i], groups.seconds[i]});
}

void keep_representatives(const structure::IterationGroups& groups, KeptIterations& result) {
  result.window = groups.window;
  for (const structure::IterationGroup& group : groups.groups)
    result.kept.push_back({group.representative, group.iterations.size(),
                           groups.seconds[group.representative], group.seconds});
  std::ranges::sort(result.kept, {}, &KeptIterations::Kept::iteration);
}

}  // namespace

void add_options(CLI::App& command, IterationOptions& options) {
  command
      .add_option(
          "--window", options.window,
          "Keep one of each group of iterations of the main loop with similar durations: how "
          "far durations may differ. Without any selection: 10%")
      ->transform(share());
  command
      .add_option("--iterations", options.iterations,
                  "Keep these iterations of the main loop: numbers and ranges, such as 1,5-8")
      ->type_name("LIST")
      ->check(not_empty());
  command
      .add_option("--loop", options.loop,
                  "Use the calls of this region as iterations instead of the main loop")
      ->type_name("REGION")
      ->check(not_empty());
  command
      .add_option("--threads", options.threads,
                  "Number of threads that search for the main loop [all processors]")
      ->check(not_negative());
}

std::string KeptIterations::description() const {
  constexpr std::size_t kMostNamed = 20;
  std::string named;
  std::size_t runs = 0;
  for (std::size_t i = 0; i < kept.size() && runs <= kMostNamed; ++i, ++runs) {
    const std::size_t first = kept[i].iteration;
    while (i + 1 < kept.size() && kept[i + 1].iteration == kept[i].iteration + 1) ++i;
    if (runs > 0) named += ',';
    if (runs == kMostNamed)
      named += "...";
    else
      named += std::to_string(first + 1);
    if (runs < kMostNamed && kept[i].iteration > first)
      named += fmt::format("-{}", kept[i].iteration + 1);
  }
  return fmt::format("only iterations {} of {} {}", named, number, loop);
}

KeptIterations choose_iterations(const CorrectedTrace& trace, const IterationOptions& options) {
  const Definitions& definitions = trace.definitions();
  const std::size_t threads = threads_or_all(options.threads);
  const ProgramIterations found = program_iterations(trace, options.loop, threads);
  KeptIterations result;
  result.number = found.iterations.number;
  result.loop = found.loop;
  result.remark = found.remark;
  const bool are_named = !options.iterations.empty();
  const structure::IterationGroups groups = structure::group_iterations(
      found.iterations, definitions, options.window > 0 ? options.window : kUsualWindow,
      structure::most_groups_of(result.number));
  const std::vector<bool> kept = are_named ? named_iterations(options.iterations, result.number)
                                           : structure::representatives(groups);
  if (are_named)
    keep_named(groups, kept, result);
  else
    keep_representatives(groups, result);
  result.cuts = structure::cuts_between(trace, found.iterations, kept, threads);
  for (const LocationId location : result.cuts.uncut)
    result.uncut.push_back(
        definitions.processes[definitions.locations[location.index()].process.index()].name);
  const std::vector<bool> decides = structure::deciding_locations(definitions);
  for (std::size_t i = 0; i < decides.size(); ++i)
    if (decides[i] && !found.iterations.has(LocationId(i)))
      result.without.push_back(
          definitions.processes[definitions.locations[i].process.index()].name);
  return result;
}

}  // namespace lull::cli
