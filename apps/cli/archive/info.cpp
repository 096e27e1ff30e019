// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "cli/archive/archive_summary.hpp"
#include "cli/common/archive_argument.hpp"
#include "cli/common/commands.hpp"
#include "cli/common/terminal.hpp"
#include "cli/inputs/assembly.hpp"
#include "lull/base/progress.hpp"
#include "lull/clock/corrected_trace.hpp"
#include "lull/trace/otf2/archive_reader.hpp"

namespace lull::cli {
namespace {

struct InfoArguments {
  std::string archive;
  bool json = false;
};

TraceSummary summarize_with_progress(const TraceSource& trace) {
  std::uint64_t expected = 0;
  for (const Location& location : trace.definitions().locations) expected += location.events;
  Progress progress("reading", expected);
  return summarize(trace, [&progress](std::uint64_t events) { progress.update(events); });
}

void info(const InfoArguments& arguments) {
  const std::string anchor = find_recorded_anchor(arguments.archive).string();
  const auto source = open_archive(anchor);
  const CorrectedTrace trace(*source);
  ArchiveSummary archive{anchor, trace.definitions(), summarize_with_progress(trace), {}};
  archive.defects = find_defects(archive.definitions, archive.events);
  constexpr auto kReplace = nlohmann::json::error_handler_t::replace;
  if (arguments.json)
    write_for_programs(
        [&](std::ostream& out) { out << to_json(archive).dump(2, ' ', false, kReplace) << "\n"; });
  else
    std::cout << to_text(archive);
}

}  // namespace

void add_info(CLI::App& app, Action& action) {
  CLI::App* command =
      app.add_subcommand("info", "Summarise an archive: machines, processes, events, and defects");
  const auto arguments = std::make_shared<InfoArguments>();
  add_archive_argument(*command, arguments->archive);
  command->add_flag("--json", arguments->json,
                    "Print JSON, including every location and communicator");
  command->footer("The command reads all events, which takes a while for large archives.");
  command->callback([arguments, &action] { action = [arguments] { info(*arguments); }; });
}

}  // namespace lull::cli
