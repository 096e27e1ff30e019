// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/structure/filter/filter.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "cli/common/archive_argument.hpp"
#include "cli/common/commands.hpp"
#include "cli/common/interruption.hpp"
#include "cli/common/job.hpp"
#include "cli/common/terminal.hpp"
#include "cli/common/validators.hpp"
#include "cli/inputs/archive_inputs.hpp"
#include "cli/inputs/assembly.hpp"
#include "cli/inputs/clock_choice.hpp"
#include "cli/inputs/filter_selection.hpp"
#include "cli/structure/filter_iterations.hpp"
#include "cli/structure/filter_results.hpp"
#include "lull/base/error.hpp"
#include "lull/base/processors.hpp"
#include "lull/base/progress.hpp"
#include "lull/base/text/counted.hpp"
#include "lull/base/text/message.hpp"
#include "lull/base/text/printable.hpp"
#include "lull/trace/otf2/archive_reader.hpp"

namespace lull::cli {
namespace {

struct FilterArguments {
  std::string archive;
  std::string output;
  SelectionOptions selection;
  IterationOptions iterations;
  ClockWish clocks = ClockWish::Auto;
  bool json = false;
};

structure::FilterReport filter_with_progress(const TraceSource& trace,
                                             const structure::Selection& selection,
                                             const std::filesystem::path& output) {
  std::uint64_t expected = 0;
  for (const Location& location : trace.definitions().locations) expected += location.events;
  const Interruption interruption;  // leaves nothing behind
  Progress progress("filtering", expected * structure::times_read(selection));
  return write_filtered(trace, selection, output, [&](std::uint64_t events) {
    interruption.check();
    progress.update(events);
  });
}

// Iterations are selected if requested, or if nothing else is selected.
bool chooses_iterations(const FilterArguments& arguments) {
  return !arguments.iterations.empty() || arguments.selection.empty();
}

KeptIterations add_iterations(const FilterArguments& arguments, const CorrectedTrace& trace,
                              structure::Selection& selection) {
  if (!chooses_iterations(arguments)) return {};
  KeptIterations kept = choose_iterations(trace, arguments.iterations);
  selection.cuts = std::move(kept.cuts.cuts);
  selection.iterations = kept.description();
  selection.description += (selection.description.empty() ? "" : ", ") + selection.iterations;
  if (!kept.uncut.empty())
    print_message(fmt::format(
        "the iterations of {}, such as {}, do not consist of whole calls and are kept",
        counted(kept.uncut.size(), "process", "processes"), printable(kept.uncut.front())));
  return kept;
}

// Returns the clock correction if times matter to the selection.
ClockCorrection correction_of(const FilterArguments& arguments, const TraceSource& trace) {
  const SelectionOptions& selection = arguments.selection;
  const bool has_times = !selection.from.empty() || !selection.to.empty();
  if (!has_times && !chooses_iterations(arguments)) return {};
  return reported_correction(arguments.clocks, trace, threads_or_all(arguments.iterations.threads));
}

void filter(const FilterArguments& arguments) {
  if (arguments.iterations.window > 0 && !arguments.iterations.iterations.empty())
    throw usage_error("--window and --iterations both select iterations: use only one of them");
  const std::string anchor = find_recorded_anchor(arguments.archive).string();
  const auto trace = open_inhabited(anchor);
  const ClockCorrection correction = correction_of(arguments, *trace);
  const CorrectedTrace corrected(*trace, correction);
  structure::Selection selection = selection_of(arguments.selection, corrected);
  KeptIterations kept = add_iterations(arguments, corrected, selection);
  const std::filesystem::path output = arguments.output;
  FilterResults results{anchor, (output / "traces.otf2").string(),
                        trace->definitions().clock.ticks_per_second,
                        filter_with_progress(*trace, selection, output), std::move(kept)};
  print_damages(results.report.damages, "; filtered up to there");
  constexpr auto kReplace = nlohmann::json::error_handler_t::replace;
  if (arguments.json)
    write_for_programs(
        [&](std::ostream& out) { out << to_json(results).dump(2, ' ', false, kReplace) << "\n"; });
  else
    std::cout << to_text(results);
}

// If there are several processes, only the first one writes.
void filter_in_first(const FilterArguments& arguments) {
  Job job;
  job.first([&] { filter(arguments); });
}

}  // namespace

void add_filter(CLI::App& app, Action& action) {
  CLI::App* command = app.add_subcommand(
      "filter", "Write a smaller archive: some iterations, a time range, some locations");
  const auto arguments = std::make_shared<FilterArguments>();
  add_archive_argument(*command, arguments->archive);
  command
      ->add_option("-o,--output", arguments->output,
                   "The directory of the new archive, which must not exist or be empty")
      ->required()
      ->type_name("DIRECTORY")
      ->check(not_empty());
  add_options(*command, arguments->iterations);
  add_options(*command, arguments->selection);
  add_clocks_option(*command, arguments->clocks);
  command->add_flag("--json", arguments->json, "Print what was removed as JSON");
  command->callback(
      [arguments, &action] { action = [arguments] { filter_in_first(*arguments); }; });
}

}  // namespace lull::cli
