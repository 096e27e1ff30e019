// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Measures the errors of wait states under wrong clocks and after correction by messages: takes
// archives with correct times and falsifies their clocks. Prints a Markdown table: for each wait
// state its true value and its greatest error.
//
// usage: lull-bench-clocks [--steps N] [--seeds N] ARCHIVE...
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cmath>
#include <exception>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "falsified_trace.hpp"
#include "lull/analysis/analysis.hpp"
#include "lull/analysis/results/tables/report_exchange.hpp"
#include "lull/clock/clock_widths.hpp"
#include "lull/clock/corrected_trace.hpp"
#include "lull/clock_search/clock_choice.hpp"
#include "lull/patterns/pattern_list.hpp"
#include "lull/trace/otf2/archive_reader.hpp"

namespace {

using namespace lull;

constexpr double kNoise = 1.01;  // bounds are read with noise, too

struct Outcome {
  std::map<std::string, double> seconds;  // indexed by metric
  std::uint64_t reversed = 0;
};

Outcome analyse(const TraceSource& trace, const ClockCorrection* correction = nullptr) {
  analysis::AnalysisOptions options;
  options.clocks = correction;
  analysis::Analysis analysis(trace, patterns::make_patterns, options);
  analysis.run();
  Outcome outcome;
  analysis::for_each_own_severity(analysis, [&](const analysis::Severity& severity) {
    const analysis::MetricInfo& info = analysis.catalogue()[severity.metric].info;
    if (info.unit == analysis::Unit::Seconds)
      outcome.seconds[std::string(info.id)] +=
          trace.definitions().seconds(Duration{severity.value});
  });
  outcome.reversed =
      analysis.notes().all_clock_violations().count + analysis.notes().reversed_collectives.count;
  return outcome;
}

struct Errors {
  double nothing = 0;  // seconds
  double corrected = 0;
  double uncertainty = 0;
  bool is_bounded = true;
};

struct Rows {
  Outcome truth;
  std::map<std::string, Errors> errors;
  std::uint64_t reversed_before = 0;
  std::uint64_t reversed_after = 0;
  std::size_t steps = 0;
  unsigned with_jumps = 0;
};

void add(const Outcome& before, const Outcome& after, Rows& rows) {
  rows.reversed_before = std::max(rows.reversed_before, before.reversed);
  rows.reversed_after = std::max(rows.reversed_after, after.reversed);
  const auto value = [](const Outcome& of, const std::string& metric) {
    const auto found = of.seconds.find(metric);
    return found == of.seconds.end() ? 0.0 : found->second;
  };
  for (const auto& [metric, seconds] : rows.truth.seconds) {
    if (metric.ends_with("_caused")) continue;  // the same at other places
    Errors& errors = rows.errors[metric];
    errors.nothing = std::max(errors.nothing, std::abs(value(before, metric) - seconds));
    const double error = std::abs(value(after, metric) - seconds);
    const double uncertainty = value(after, analysis::uncertainty_of(metric));
    errors.is_bounded = errors.is_bounded && error <= uncertainty * kNoise;
    if (error < errors.corrected) continue;
    errors.corrected = error;
    errors.uncertainty = uncertainty;
  }
}

void run(const std::string& path, unsigned steps, unsigned seeds) {
  const auto archive = open_archive(path);
  Rows rows;
  rows.truth = analyse(*archive);
  for (unsigned seed = 1; seed <= seeds; ++seed) {
    const bench::FalsifiedTrace trace(*archive, {.seed = seed, .steps = steps});
    const ClockCorrection correction =
        analysis::correct_clocks(analysis::ClockWish::Messages, trace, {});
    rows.steps += correction.steps.size();
    rows.with_jumps += correction.jumps > 0 ? 1 : 0;
    add(analyse(trace), analyse(CorrectedTrace(trace, correction), &correction), rows);
  }
  const std::string name = std::filesystem::path(path).parent_path().filename().string();
  fmt::print("| {} | reversed | {} | | | {} left; {} steps in {} runs, {} set forward | | |\n",
             name, rows.truth.reversed, rows.reversed_after, rows.steps, seeds, rows.with_jumps);
  for (const auto& [metric, errors] : rows.errors) {
    const double seconds = rows.truth.seconds[metric];
    const auto percent = [seconds](double of) {
      return fmt::format("{:.1f} %", 100 * of / seconds);
    };
    fmt::print("| {} | {} | {:.6f} | {} | {} | {} | {} | {} |\n", name, metric, seconds,
               percent(errors.nothing), percent(errors.corrected), percent(errors.uncertainty),
               errors.is_bounded ? "yes" : "NO",
               errors.corrected <= errors.nothing + errors.uncertainty ? "" : "worse");
  }
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Errors of wait states with falsified and corrected clocks");
  std::vector<std::string> archives;
  unsigned steps = 0;
  unsigned seeds = 3;
  app.add_option("ARCHIVE", archives, "Anchor files (*.otf2)")->required();
  app.add_option("--steps", steps, "How often one of the clocks is set");
  app.add_option("--seeds", seeds, "Number of runs with different clocks");
  CLI11_PARSE(app, argc, argv);
  try {
    fmt::print("| trace | metric | truth, s | nothing | corrected | uncertainty | bounded | |\n");
    fmt::print("| --- | --- | ---: | ---: | ---: | ---: | --- | --- |\n");
    for (const std::string& archive : archives) run(archive, steps, seeds);
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 1;
  }
  return 0;
}
