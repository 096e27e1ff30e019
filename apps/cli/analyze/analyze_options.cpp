// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include <CLI/CLI.hpp>
#include <map>
#include <memory>
#include <string>

#include "cli/analyze/analyze.hpp"
#include "cli/common/archive_argument.hpp"
#include "cli/common/commands.hpp"
#include "cli/common/focus.hpp"
#include "cli/common/sizes.hpp"
#include "cli/common/terminal.hpp"
#include "cli/common/validators.hpp"
#include "cli/inputs/topology.hpp"

namespace lull::cli {

void add_analyze(CLI::App& app, Action& action) {
  CLI::App* command = app.add_subcommand(
      "analyze", "Search a trace for wait states, write a report and print the findings");
  const auto arguments = std::make_shared<AnalyzeArguments>();
  add_archive_argument(*command, arguments->archive);
  command
      ->add_option("-o,--output", arguments->output,
                   "The report to write [the name of the anchor file with .cubex]")
      ->check(not_empty());
  command
      ->add_option("--threads", arguments->threads,
                   "The number of threads in each process [number of cores]")
      ->check(CLI::Range(1u, 1024u));
  command
      ->add_option("--memory", arguments->memory,
                   "Approximate memory for operations in progress, such as 64MB")
      ->transform(size_up_to(std::uint64_t{8} << 60U, "8EB"))
      ->type_name("SIZE");
  command
      ->add_option(
          "--time-lines", arguments->time_lines,
          "Which of the most severe instances get time lines; some: as many as can be read "
          "quickly [some]")
      ->transform(CLI::CheckedTransformer(std::map<std::string, analysis::TimeLines>{
                                              {"none", analysis::TimeLines::None},
                                              {"some", analysis::TimeLines::Some},
                                              {"all", analysis::TimeLines::All}})
                      .description(""))
      ->type_name("none|some|all");
  add_focus_option(*command, arguments->focus_on_run);
  add_clocks_option(*command, arguments->clocks);
  add_topology_option(*command, arguments->topology);
  command
      ->add_option(
          "--plugin", arguments->plugins,
          "Additional patterns: a Python file (*.py) or a shared library; can be given more "
          "than once")
      ->type_name("FILE")
      ->expected(1)
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
      ->check(CLI::ExistingFile);
  command
      ->add_option("--patterns", arguments->specification,
                   "Additional patterns: a specification in ASL (see lull asl); only those with a "
                   "METRIC are searched; wait_states.asl is built in")
      ->type_name("FILE")
      ->check(not_empty());
  command
      ->add_option_function<std::string>(
          "--iterations",
          [arguments](const std::string& region) {
            arguments->iterations = true;
            arguments->iterations_of = region;
          },
          "Severities of each iteration: of the main loop that is found (see lull structure), or "
          "each call of this region")
      ->type_name("[REGION]")
      ->expected(0, 1)
      ->default_str("");
  add_colour_option(*command, arguments->colour);
  command->add_flag("--json", arguments->json, "Print the findings as JSON");
  command->callback([arguments, &action] { action = [arguments] { analyze(*arguments); }; });
}

}  // namespace lull::cli
