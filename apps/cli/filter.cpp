// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/structure/filter/filter.hpp"

#include <CLI/CLI.hpp>
#include <filesystem>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "cli/assembly.hpp"
#include "cli/commands.hpp"
#include "cli/filter_results.hpp"
#include "cli/filter_selection.hpp"
#include "cli/job.hpp"
#include "cli/terminal.hpp"
#include "cli/validators.hpp"
#include "lull/base/error.hpp"
#include "lull/base/message.hpp"
#include "lull/base/progress.hpp"
#include "lull/trace/otf2/archive_reader.hpp"

namespace lull::cli {
namespace {

struct FilterArguments {
  std::string archive;
  std::string output;
  SelectionOptions selection;
  bool json = false;
};

structure::FilterReport filter_with_progress(const TraceSource& trace,
                                             const structure::Selection& selection,
                                             const std::filesystem::path& output) {
  std::uint64_t expected = 0;
  for (const Location& location : trace.definitions().locations) expected += location.events;
  Progress progress("filtering", expected * structure::times_read(selection));
  return write_filtered(trace, selection, output,
                        [&progress](std::uint64_t events) { progress.update(events); });
}

void filter(const FilterArguments& arguments) {
  if (arguments.selection.empty())
    throw usage_error("say what is to stay: --from, --to, --locations or --regions");
  const std::string anchor = find_recorded_anchor(arguments.archive).string();
  const auto trace = open_archive(anchor);
  const structure::Selection selection = selection_of(arguments.selection, *trace);
  const std::filesystem::path output = arguments.output;
  FilterResults results{anchor, (output / "traces.otf2").string(),
                        trace->definitions().clock.ticks_per_second,
                        filter_with_progress(*trace, selection, output)};
  for (const std::string& damage : results.report.damages)
    print_message(damage + "; it was filtered up to there");
  constexpr auto kReplace = nlohmann::json::error_handler_t::replace;
  if (arguments.json)
    write_for_programs(
        [&](std::ostream& out) { out << to_json(results).dump(2, ' ', false, kReplace) << "\n"; });
  else
    std::cout << to_text(results);
}

// Of several processes only the first writes.
void filter_in_first(const FilterArguments& arguments) {
  Job job;
  job.first([&] { filter(arguments); });
}

}  // namespace

void add_filter(CLI::App& app, Action& action) {
  CLI::App* command = app.add_subcommand(
      "filter", "Write a smaller archive: a time range, some locations, fewer functions");
  const auto arguments = std::make_shared<FilterArguments>();
  command
      ->add_option("ARCHIVE", arguments->archive,
                   "The anchor file of an OTF2 archive (*.otf2), or its directory")
      ->required();
  command
      ->add_option("-o,--output", arguments->output,
                   "The directory of the new archive, which must not exist or be empty")
      ->required()
      ->type_name("DIRECTORY")
      ->check(not_empty());
  add_options(*command, arguments->selection);
  command->add_flag("--json", arguments->json, "Print what was removed as JSON");
  command->callback(
      [arguments, &action] { action = [arguments] { filter_in_first(*arguments); }; });
}

}  // namespace lull::cli
