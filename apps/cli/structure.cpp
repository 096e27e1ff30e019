// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// lull structure: a trace as loops, sequences and single events.
#include "cli/structure.hpp"

#include <fmt/format.h>
#include <fnmatch.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "cli/assembly.hpp"
#include "cli/commands.hpp"
#include "cli/terminal.hpp"
#include "cli/validators.hpp"
#include "lull/base/counted.hpp"
#include "lull/base/error.hpp"
#include "lull/base/message.hpp"
#include "lull/base/progress.hpp"
#include "lull/clock/corrected_trace.hpp"
#include "lull/trace/event_names.hpp"
#include "lull/trace/otf2/archive_reader.hpp"

namespace lull::cli {
namespace {

struct StructureArguments {
  std::string archive;
  std::string location;
  std::size_t depth = 2;
  unsigned threads = 0;
  double window = 0.1;
  bool json = false;
};

std::size_t threads_for(const StructureArguments& arguments) {
  return arguments.threads > 0 ? arguments.threads
                               : std::max(1u, std::thread::hardware_concurrency());
}

// By number or by name, where * stands for any text. Throws Error (usage) where there is none.
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

// Those that are shown: chosen ones, or one of each kind.
std::vector<bool> shown_locations(const StructureArguments& arguments,
                                  const Definitions& definitions,
                                  const structure::Alikeness& alike) {
  if (!arguments.location.empty()) return chosen_locations(definitions, arguments.location);
  std::vector<bool> shown(definitions.locations.size());
  for (std::size_t i = 0; i < shown.size(); ++i) shown[i] = arguments.json || alike.calls[i] == i;
  return shown;
}

LocationTimes times_of(const TraceSource& trace, const structure::ProgramStructure& program,
                       LocationId location, std::size_t depth) {
  LocationTimes times;
  times.walk =
      std::make_unique<structure::TimedWalk>(program.locations[location.index()].grammar, depth);
  const auto& loop = program.loops[location.index()];
  const std::vector<std::uint64_t> borders = loop ? loop->borders() : std::vector<std::uint64_t>{};
  std::uint64_t position = 0;
  Timestamp first;
  Timestamp last;
  structure::for_each_event(trace, location, [&](const Event& event) {
    if (position == 0) first = last = event.time;
    last = std::max(last, event.time);
    if (times.borders.size() < borders.size() && borders[times.borders.size()] == position)
      times.borders.push_back(last);
    times.walk->add(event.time);
    ++position;
  });
  times.borders.resize(borders.size(), last);
  times.length = last - first;
  return times;
}

void tell_damage(const structure::ProgramStructure& program) {
  for (const structure::LocationStructure& location : program.locations)
    if (!location.damage.empty()) print_message(location.damage);
}

void show_structure(const StructureArguments& arguments) {
  const std::string anchor = find_recorded_anchor(arguments.archive).string();
  const CorrectedTrace trace(open_archive(anchor));
  const Definitions& definitions = trace.definitions();
  if (!arguments.location.empty())
    static_cast<void>(chosen_locations(definitions, arguments.location));
  std::uint64_t expected = 0;
  for (const Location& location : definitions.locations) expected += location.events;
  Progress progress("reading", 2 * expected);
  const std::size_t threads = threads_for(arguments);
  const structure::ProgramStructure program = structure::structure_of(
      trace, threads, [&](std::uint64_t events) { progress.update(events); });
  const structure::Alikeness alike = structure::alikeness(program.locations, definitions);
  const std::vector<bool> shown = shown_locations(arguments, definitions, alike);
  StructureResults results{anchor, definitions, program, alike, {}};
  results.window = arguments.window;
  results.width = table_style("never").width;
  results.times.resize(definitions.locations.size());
  std::mutex mutex;
  std::uint64_t read = expected;
  structure::for_each_location(shown.size(), threads, [&](LocationId location) {
    if (!shown[location.index()]) return;
    results.times[location.index()] = times_of(trace, program, location, arguments.depth);
    const std::scoped_lock lock(mutex);
    progress.update(read += program.locations[location.index()].events);
  });
  tell_damage(program);
  if (arguments.json)
    write_for_programs([&](std::ostream& out) { write_structure_json(results, out); });
  else
    std::cout << structure_text(results);
}

}  // namespace

structure::DurationProfile iterations_of(const StructureResults& results, LocationId location) {
  const std::vector<Timestamp>& borders = results.times[location.index()].borders;
  std::vector<Duration> durations;
  for (std::size_t i = 1; i < borders.size(); ++i) durations.push_back(borders[i] - borders[i - 1]);
  return structure::profile_of(durations, results.window);
}

std::string name_of_sequence(const structure::Grammar& grammar, const Definitions& definitions,
                             structure::SymbolId sequence) {
  constexpr std::size_t kMostNamed = 4;
  const auto items = grammar.items(sequence);
  const auto is_plain = [&](structure::Item item) {
    return grammar[item.symbol].kind != structure::Grammar::Kind::Sequence;
  };
  if (items.size() > kMostNamed || !std::ranges::all_of(items, is_plain))
    return fmt::format("{} events in {} parts", grouped(grammar[sequence].events),
                       grouped(items.size()));
  std::vector<std::string> names;
  for (const structure::Item item : items)
    names.push_back((item.count > 1 ? fmt::format("{} × ", grouped(item.count)) : "") +
                    name_of_symbol(grammar, definitions, item.symbol));
  return fmt::format("({})", fmt::join(names, ", "));
}

std::string name_of_symbol(const structure::Grammar& grammar, const Definitions& definitions,
                           structure::SymbolId symbol) {
  const structure::Grammar::Rule& rule = grammar[symbol];
  const auto region = [&](structure::SymbolId event) {
    const auto found = region_of(grammar.body(event), definitions);
    return found && found->index() < definitions.regions.size()
               ? definitions.regions[found->index()].name
               : std::string("a region that is not defined");
  };
  using Kind = structure::Grammar::Kind;
  if (rule.kind == Kind::Call) return region(rule.enter);
  if (rule.kind == Kind::Sequence) return name_of_sequence(grammar, definitions, symbol);
  const std::string kind(name_of_event(grammar.body(symbol).index()));
  return region_of(grammar.body(symbol), definitions) ? kind + " " + region(symbol) : kind;
}

std::string_view name_of(structure::Regularity regularity) {
  switch (regularity) {
    case structure::Regularity::OnePeak:
      return "one peak";
    case structure::Regularity::Peaks:
      return "several peaks";
    case structure::Regularity::Irregular:
      return "irregular";
    case structure::Regularity::Unknown:
      break;
  }
  return "too few to tell";
}

void add_structure(CLI::App& app, Action& action) {
  CLI::App* command =
      app.add_subcommand("structure", "Show a trace as loops, sequences and single events");
  const auto arguments = std::make_shared<StructureArguments>();
  command
      ->add_option("ARCHIVE", arguments->archive,
                   "The anchor file of an OTF2 archive (*.otf2), or its directory")
      ->required();
  command->add_option("--location", arguments->location,
                      "Only this location: its number, or its name (* stands for any text)");
  command->add_option("--depth", arguments->depth, "Show so many levels of calls and loops")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  command->add_option("--threads", arguments->threads, "Threads that read [all processors]")
      ->check(not_negative());
  command->add_option("--window", arguments->window, "How far durations of one peak may be apart")
      ->transform(share())
      ->capture_default_str();
  command->add_flag("--json", arguments->json, "Print JSON, with every location");
  command->footer(
      "Of locations that make the same calls in the same loops, one is shown. The trace is read "
      "twice.");
  command->callback([arguments, &action] { action = [arguments] { show_structure(*arguments); }; });
}

}  // namespace lull::cli
