// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// lull clocks: reports how accurate the clocks of a trace are and which correction lull analyze
// applies.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "cli/analyze/clock_findings.hpp"
#include "cli/common/archive_argument.hpp"
#include "cli/common/commands.hpp"
#include "cli/common/interruption.hpp"
#include "cli/common/job.hpp"
#include "cli/common/terminal.hpp"
#include "cli/common/text_layout.hpp"
#include "cli/common/validators.hpp"
#include "cli/inputs/archive_inputs.hpp"
#include "cli/inputs/assembly.hpp"
#include "cli/inputs/clock_choice.hpp"
#include "lull/base/processors.hpp"
#include "lull/base/progress.hpp"
#include "lull/base/text/message.hpp"
#include "lull/base/text/printable.hpp"
#include "lull/clock/corrected_archive.hpp"
#include "lull/clock_search/clock_pass.hpp"
#include "lull/clock_search/clock_remarks.hpp"
#include "lull/trace/otf2/archive_reader.hpp"

namespace lull::cli {
namespace {

struct ClockArguments {
  std::string archive;
  unsigned threads = 0;
  std::string output;
  ClockWish clocks = ClockWish::Auto;
  bool json = false;
};

void write(const ClockArguments& arguments, const TraceSource& archive,
           const ClockCorrection& correction) {
  std::uint64_t expected = 0;
  for (const Location& location : archive.definitions().locations) expected += location.events;
  const Interruption interruption;  // leaves nothing behind
  Progress progress("writing", expected);
  const auto damages =
      write_corrected(archive, correction, arguments.output, [&](std::uint64_t events) {
        interruption.check();
        progress.update(events);
      });
  print_damages(damages, "; it was written up to there");
}

void show_clocks(const ClockArguments& arguments) {
  const std::filesystem::path anchor = find_recorded_anchor(arguments.archive);
  const auto archive = open_inhabited(anchor);
  const unsigned threads = threads_or_all(arguments.threads);
  const analysis::ClockFindings findings = observe_with_progress(*archive, threads);
  const ClockCorrection correction = correction_for(arguments.clocks, findings, *archive, threads);
  if (!arguments.output.empty()) write(arguments, *archive, correction);
  if (!arguments.json) {
    std::cout << to_text(findings, arguments.clocks, correction, archive->definitions());
    const std::string beginnings =
        analysis::remark_on_beginnings(correction, archive->definitions());
    if (!beginnings.empty()) std::cout << beginnings << "\n";
    if (!findings.remarks.empty()) std::cout << "\nRemarks:\n";
    for (const std::string& remark : findings.remarks)
      std::cout << wrapped("  - ", 4, message_text(remark));
    if (!arguments.output.empty())
      std::cout << "\nArchive: " << printable(arguments.output) << "\n";
    return;
  }
  nlohmann::json document = to_json(findings, correction, archive->definitions());
  document["archive"] = anchor.string();
  constexpr auto kReplace = nlohmann::json::error_handler_t::replace;
  write_for_programs(
      [&](std::ostream& out) { out << document.dump(2, ' ', false, kReplace) << "\n"; });
}

// If there are several processes, only the first one works.
void show_clocks_in_first(const ClockArguments& arguments) {
  Job job;
  job.first([&] { show_clocks(arguments); });
}

}  // namespace

void add_clocks(CLI::App& app, Action& action) {
  CLI::App* command = app.add_subcommand(
      "clocks", "Report how accurate the clocks of a trace are and how they are corrected");
  const auto arguments = std::make_shared<ClockArguments>();
  add_archive_argument(*command, arguments->archive);
  command->add_option("--threads", arguments->threads, "Number of reading threads [all processors]")
      ->check(CLI::Range(1u, 1024u));
  command
      ->add_option("-o,--output", arguments->output,
                   "Write an archive with corrected times to this directory, which must not exist "
                   "or be empty")
      ->type_name("DIRECTORY")
      ->check(not_empty());
  add_clocks_option(*command, arguments->clocks);
  command->add_flag("--json", arguments->json, "Print JSON");
  command->callback(
      [arguments, &action] { action = [arguments] { show_clocks_in_first(*arguments); }; });
}

}  // namespace lull::cli
