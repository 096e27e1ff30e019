// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// lull structure: shows a trace as loops, sequences and single events.
#include "cli/structure/structure.hpp"

#include <fnmatch.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "cli/common/archive_argument.hpp"
#include "cli/common/commands.hpp"
#include "cli/common/job.hpp"
#include "cli/common/terminal.hpp"
#include "cli/common/validators.hpp"
#include "cli/inputs/archive_inputs.hpp"
#include "cli/inputs/assembly.hpp"
#include "cli/structure/structure_sharing.hpp"
#include "lull/base/error.hpp"
#include "lull/base/progress.hpp"
#include "lull/base/text/message.hpp"
#include "lull/clock/corrected_trace.hpp"
#include "lull/structure/loops/outer_loop.hpp"
#include "lull/structure/sharing.hpp"
#include "lull/trace/otf2/archive_reader.hpp"
#include "lull/trace/source/context_trace.hpp"

namespace lull::cli {
namespace {

struct StructureArguments {
  std::string archive;
  std::string location;
  std::size_t depth = 0;  // 0: down to the main loop
  unsigned threads = 0;
  double window = 0.1;
  bool json = false;
};

constexpr std::size_t kLeastDepth = 2;
constexpr std::size_t kMostDepth = 10;

std::size_t threads_for(const StructureArguments& arguments, const Job& job) {
  if (arguments.threads > 0) return arguments.threads;
  return std::max(1u, std::thread::hardware_concurrency() / static_cast<unsigned>(job.size_here()));
}

// Selects locations by number or by name, where * stands for any text. Throws Error (usage) if
// there are no such locations.
std::vector<bool> chosen_locations(const Definitions& definitions, const std::string& choice) {
  std::vector<bool> chosen(definitions.locations.size());
  for (std::size_t i = 0; i < chosen.size(); ++i)
    chosen[i] = choice == std::to_string(i) ||
                ::fnmatch(choice.c_str(), definitions.locations[i].name.c_str(), 0) == 0;
  if (std::ranges::none_of(chosen, [](bool one) { return one; }))
    throw usage_error("--location {}: there is no such location; they are numbered 0 to {}", choice,
                      chosen.empty() ? 0 : chosen.size() - 1);
  return chosen;
}

// Returns the locations to show: the selected ones, or one location of each kind.
std::vector<bool> shown_locations(const StructureArguments& arguments,
                                  const Definitions& definitions,
                                  const structure::Alikeness& alike) {
  if (!arguments.location.empty()) return chosen_locations(definitions, arguments.location);
  std::vector<bool> shown(definitions.locations.size());
  for (std::size_t i = 0; i < shown.size(); ++i) shown[i] = arguments.json || alike.calls[i] == i;
  return shown;
}

// Returns the level of the loop with the most events.
std::size_t depth_of_loop(const structure::Grammar& grammar) {
  const auto loop = structure::find_outer_loop(grammar);
  return std::clamp<std::size_t>(loop ? loop->around.size() + 1 : 0, kLeastDepth, kMostDepth);
}

LocationTimes times_of(const TraceSource& trace, const structure::ProgramStructure& program,
                       LocationId location, std::size_t depth) {
  const structure::Grammar& grammar = program.locations[location.index()].grammar;
  if (depth == 0) depth = depth_of_loop(grammar);
  LocationTimes times;
  times.walk = std::make_unique<structure::TimedWalk>(grammar, depth);
  const auto& loop = program.loops[location.index()];
  const std::vector<std::uint64_t> borders = loop ? loop->borders() : std::vector<std::uint64_t>{};
  std::uint64_t position = 0;
  Timestamp first;
  Timestamp last;
  structure::for_each_measured_event(trace, location, [&](const Event& event, Duration off) {
    const Timestamp time = event.time + Duration{-off.ticks};
    if (position == 0) first = last = time;
    last = std::max(last, time);
    if (times.borders.size() < borders.size() && borders[times.borders.size()] == position)
      times.borders.push_back(last);
    times.walk->add(time);
    ++position;
  });
  times.borders.resize(borders.size(), last);
  times.length = last - first;
  return times;
}

// One process's share of the archive's locations, with a progress bar for reading it twice.
struct Share {
  std::unique_ptr<TraceSource> trace;
  structure::ProgramStructure program{};
  std::uint64_t expected = 0;  // events
  std::unique_ptr<Progress> progress{};
};

Share detect_share(const StructureArguments& arguments, const std::string& anchor, const Job& job) {
  Share share{on_one_clock(with_called_regions(open_inhabited(anchor)))};
  const Definitions& definitions = share.trace->definitions();
  if (!arguments.location.empty())
    static_cast<void>(chosen_locations(definitions, arguments.location));
  const std::vector<bool> mine = structure::share_of(
      definitions, static_cast<std::size_t>(job.rank()), static_cast<std::size_t>(job.size()));
  for (std::size_t i = 0; i < mine.size(); ++i)
    share.expected += mine[i] ? definitions.locations[i].events : 0;
  if (job.is_first()) share.progress = std::make_unique<Progress>("reading", 2 * share.expected);
  share.program = structure::detect_locations(*share.trace, mine, threads_for(arguments, job),
                                              [&](std::uint64_t events) {
                                                if (share.progress) share.progress->update(events);
                                              });
  return share;
}

// Reads the locations to show a second time.
void read_times(const StructureArguments& arguments, const Job& job, const Share& share,
                StructureResults& results) {
  const std::vector<bool> shown = shown_locations(arguments, results.definitions, results.alike);
  results.times.resize(shown.size());
  std::mutex mutex;
  std::uint64_t read = share.expected;
  structure::for_each_location(shown.size(), threads_for(arguments, job), [&](LocationId location) {
    const std::size_t i = location.index();
    if (!shown[i] || !share.program.mine[i]) return;
    results.times[i] = times_of(*share.trace, share.program, location, arguments.depth);
    const std::scoped_lock lock(mutex);
    read += share.program.locations[i].events;
    if (share.progress) share.progress->update(read);
  });
}

void print_structure(const StructureArguments& arguments, const StructureResults& results,
                     std::span<const LocationPart> parts) {
  std::vector<std::string> damages;
  for (const structure::LocationStructure& location : results.program.locations)
    if (!location.damage.empty()) damages.push_back(location.damage);
  print_damages(damages);
  if (arguments.json)
    write_for_programs([&](std::ostream& out) { write_structure_json(results, parts, out); });
  else
    std::cout << structure_text(results, parts);
}

void show_structure(const StructureArguments& arguments) {
  Job job;
  std::string anchor;
  const auto find = [&] { anchor = find_recorded_anchor(arguments.archive).string(); };
  job.first(find);  // may assemble the archive first
  std::optional<Share> share;
  job.all([&] {
    if (!job.is_first()) find();
    share = detect_share(arguments, anchor, job);
  });
  std::optional<StructureResults> results;
  std::vector<LocationPart> parts;
  job.jointly([&] {
    const Definitions& definitions = share->trace->definitions();
    structure::Alikeness alike = learn_of_others(job, definitions, share->program);
    structure::agree_on_main_loop(share->program);
    results.emplace(anchor, definitions, share->program, std::move(alike));
    results->window = arguments.window;
    results->width = width_of_first(job, table_style("never").width);
    read_times(arguments, job, *share, *results);
    parts = gathered(job, parts_of(*results, arguments.json));
  });
  share->progress.reset();
  job.first([&] { print_structure(arguments, *results, parts); });
}

}  // namespace

void add_structure(CLI::App& app, Action& action) {
  CLI::App* command =
      app.add_subcommand("structure", "Show a trace as loops, sequences and single events");
  const auto arguments = std::make_shared<StructureArguments>();
  add_archive_argument(*command, arguments->archive);
  command->add_option("--location", arguments->location,
                      "Only this location: its number, or its name (* stands for any text)");
  command
      ->add_option("--depth", arguments->depth,
                   "Show this many levels of calls and loops [down to the main loop]")
      ->check(CLI::Range(1, 1000));
  command->add_option("--threads", arguments->threads, "Number of reading threads [all processors]")
      ->check(not_negative());
  command->add_option("--window", arguments->window, "How far durations of one peak may differ")
      ->transform(share())
      ->capture_default_str();
  command->add_flag("--json", arguments->json, "Print JSON, with every location");
  command->footer(
      "Of locations that make the same calls in the same loops, one is shown. The trace is read "
      "twice.");
  command->callback([arguments, &action] { action = [arguments] { show_structure(*arguments); }; });
}

}  // namespace lull::cli
