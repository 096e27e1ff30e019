// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// lull interest: shows which iterations of a program to inspect, and why.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "cli/common/archive_argument.hpp"
#include "cli/common/commands.hpp"
#include "cli/common/job.hpp"
#include "cli/common/terminal.hpp"
#include "cli/common/validators.hpp"
#include "cli/inputs/archive_inputs.hpp"
#include "cli/inputs/assembly.hpp"
#include "cli/inputs/clock_choice.hpp"
#include "cli/inputs/iterations.hpp"
#include "cli/inputs/topology.hpp"
#include "cli/structure/interest_points.hpp"
#include "lull/analysis/analysis.hpp"
#include "lull/analysis/results/findings/iteration_finding.hpp"
#include "lull/analysis/results/findings/verdict.hpp"
#include "lull/analysis/results/report/report_builder.hpp"
#include "lull/analysis/results/tables/severe_instances.hpp"
#include "lull/base/processors.hpp"
#include "lull/base/progress.hpp"
#include "lull/base/text/message.hpp"
#include "lull/clock/corrected_trace.hpp"
#include "lull/patterns/pattern_list.hpp"

namespace lull::cli {
namespace {

struct InterestArguments {
  std::string archive;
  std::string loop;
  std::string topology;
  double window = 0.1;
  std::size_t top = 5;
  ClockWish clocks = ClockWish::Auto;
  unsigned threads = 0;
  bool json = false;
};

Interest interest_in(const InterestArguments& arguments, const TraceSource& trace) {
  const Definitions& definitions = trace.definitions();
  analysis::AnalysisOptions options;
  options.threads = threads_or_all(arguments.threads);
  const ProgramIterations found = iterations_if_any(trace, arguments.loop, options.threads);
  if (found.none) {
    Interest nothing;
    nothing.none = found.none;
    return nothing;
  }
  const FoundIterations borders = as_borders(found, definitions);
  options.iterations = &borders.borders;
  options.iteration_profile = false;
  options.keep_charges = analysis::KeepCharges::LongestOfIterations;
  std::uint64_t expected = 0;
  for (const Location& location : definitions.locations) expected += location.events;
  Progress progress("analyzing", expected);
  options.progress = [&progress](std::uint64_t events) { progress.update(events); };
  analysis::Analysis analysis(trace, patterns::make_patterns, options);
  analysis.run();
  print_damages(analysis.damages());
  analysis::SevereFindings findings;
  const report::Report report = build_report_without_values(analysis, findings);
  borders.describe(findings.iterations);
  const auto waiting = waiting_by_iteration(analysis.catalogue(), report, findings.iterations);
  Interest interest =
      points_of_interest(found.iterations, definitions,
                         {report, findings.iterations, borders.borders, findings, waiting},
                         arguments.window, arguments.top);
  interest.loop = found.loop;
  interest.remark = found.remark;
  interest.clocks = analysis::judge_clocks(analysis);
  return interest;
}

void show_interest(const InterestArguments& arguments) {
  const std::filesystem::path anchor = find_recorded_anchor(arguments.archive);
  const auto archive = open_on_grid(anchor, arguments.topology);
  const ClockCorrection correction =
      reported_correction(arguments.clocks, *archive, threads_or_all(arguments.threads));
  Interest interest = interest_in(arguments, CorrectedTrace(*archive, correction));
  interest.archive = anchor.string();
  constexpr auto kReplace = nlohmann::json::error_handler_t::replace;
  if (arguments.json)
    write_for_programs(
        [&](std::ostream& out) { out << to_json(interest).dump(2, ' ', false, kReplace) << "\n"; });
  else
    std::cout << to_text(interest);
}

// If there are several processes, only the first one works.
void show_interest_in_first(const InterestArguments& arguments) {
  Job job;
  job.first([&] { show_interest(arguments); });
}

}  // namespace

void add_interest(CLI::App& app, Action& action) {
  CLI::App* command =
      app.add_subcommand("interest", "Show which iterations of the main loop to inspect, and why");
  const auto arguments = std::make_shared<InterestArguments>();
  add_archive_argument(*command, arguments->archive);
  command
      ->add_option("--window", arguments->window,
                   "How far durations of similar iterations may differ")
      ->transform(share())
      ->capture_default_str();
  command->add_option("-n,--top", arguments->top, "Show this many unusual iterations")
      ->check(not_negative())
      ->capture_default_str();
  command
      ->add_option("--loop", arguments->loop,
                   "Use the calls of this region as iterations instead of the main loop")
      ->type_name("REGION")
      ->check(not_empty());
  add_topology_option(*command, arguments->topology);
  add_clocks_option(*command, arguments->clocks);
  command
      ->add_option("--threads", arguments->threads, "Number of analysis threads [all processors]")
      ->check(not_negative());
  command->add_flag("--json", arguments->json, "Print JSON");
  command->callback(
      [arguments, &action] { action = [arguments] { show_interest_in_first(*arguments); }; });
}

}  // namespace lull::cli
