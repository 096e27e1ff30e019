// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// lull cmp: compares two reports. Exit status 1 when they differ.
#include <CLI/CLI.hpp>
#include <charconv>
#include <cmath>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "cli/common/commands.hpp"
#include "cli/common/terminal.hpp"
#include "cli/common/validators.hpp"
#include "cli/inputs/report_input.hpp"
#include "lull/base/error.hpp"
#include "lull/report/algebra/comparison.hpp"
#include "lull/report/model/selection.hpp"
#include "lull/report/model/units.hpp"
#include "lull/report/show/show_comparison.hpp"

namespace lull::cli {
namespace {

struct CmpArguments {
  std::string a, b;
  double relative = 0;
  std::vector<std::string> absolute;
  std::vector<std::string> metrics;
  int most = 10;
  bool values = false;
  std::string colour = "auto";
  bool json = false;
};

// Parses a tolerance such as "1e-6", "1 us" or "4KiB".
report::Tolerance::Absolute absolute_tolerance(const std::string& text) {
  report::Tolerance::Absolute tolerance;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, tolerance.value);
  std::string_view unit(rest, static_cast<std::size_t>(end - rest));
  while (unit.starts_with(' ')) unit.remove_prefix(1);
  if (error != std::errc() || !std::isfinite(tolerance.value) || tolerance.value < 0)
    throw usage_error("--absolute {}: expected a number, optionally with a unit, such as 1us",
                      text);
  if (unit.empty()) return tolerance;
  const report::Unit* const known = report::find_unit(unit);
  if (known == nullptr)
    throw usage_error(
        "--absolute {}: unknown unit {}; known units are s, ms, us, ns, B, KiB and MiB", text,
        unit);
  tolerance.value *= known->scale;
  tolerance.unit = known->measure;
  return tolerance;
}

// Looks the metric up in `a`, then in `b`.
std::string unique_name(const report::Report& a, const report::Report& b, const std::string& name) {
  const bool known = report::metrics_called(a, name).size() == 1;
  const report::Report& report = known ? a : b;
  return report.metrics[report::select_metric(report, name).index()].unique_name;
}

void run(const CmpArguments& arguments) {
  report::CompareOptions options;
  options.tolerance.relative = arguments.relative;
  for (const std::string& text : arguments.absolute)
    options.tolerance.absolute.push_back(absolute_tolerance(text));
  options.positions = !arguments.values;
  options.most = static_cast<std::size_t>(arguments.most);
  const report::Report a = read_report(arguments.a);
  const report::Report b = read_report(arguments.b);
  for (const std::string& name : arguments.metrics)
    options.metrics.push_back(unique_name(a, b, name));
  const report::Comparison found = report::compare(a, b, options);
  const report::ComparedNames names{arguments.a, arguments.b};
  if (arguments.json)
    write_for_programs([&](std::ostream& out) {
      report::write_comparison_json(found, names, options.tolerance, out);
    });
  else
    std::cout << report::comparison_text(found, names, table_style(arguments.colour));
  flush_output();
  if (!found.equal()) throw Error(ExitStatus::CheckFailed, "");  // everything has been printed
}

}  // namespace

void add_cmp(CLI::App& app, Action& action) {
  const auto arguments = std::make_shared<CmpArguments>();
  CLI::App* command = app.add_subcommand(
      "cmp", "Compare two reports within a tolerance; exit status 1 if they differ");
  command->add_option("a", arguments->a, "A report (.cubex) of Lull, Scalasca or Score-P")
      ->required();
  command->add_option("b", arguments->b, "Another report")->required();
  command
      ->add_option(
          "-t,--tolerance", arguments->relative,
          "Accept differences up to this fraction of the larger value; 0.01 is one percent "
          "[0]")
      ->check(up_to(1));
  command
      ->add_option(
          "--absolute", arguments->absolute,
          "Accept differences up to this value: a number for all metrics, or with a unit (1us, "
          "4KiB) for metrics measured in it; can be given more than once")
      ->expected(1)
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  command
      ->add_option("-m,--metric", arguments->metrics,
                   "Compare only this metric; can be given more than once")
      ->expected(1)
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  command->add_flag("--values", arguments->values, "Ignore differences between the metric trees");
  command
      ->add_option("-n,--top", arguments->most, "List this many of the greatest differences [10]")
      ->check(not_negative());
  add_colour_option(*command, arguments->colour);
  command->add_flag("--json", arguments->json, "Print JSON");
  command->footer(
      R"(Metrics, call paths, processes and threads are identified by names and ranks, in any order.
A value that a report does not have counts as zero.

  lull cmp a.cubex b.cubex                          are all values exactly equal?
  lull cmp a.cubex b.cubex -t 1e-9                  are they equal except for rounding?
  lull cmp a.cubex b.cubex -t 0.05 --absolute 10us  do they differ by less than 5 % or 10 us?

Exit status: 0 equal, 1 different, 2 wrong command line, 3 unusable input, 4 system error.)");
  command->callback([arguments, &action] { action = [arguments] { run(*arguments); }; });
}

}  // namespace lull::cli
