// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "cli/analyze/analyze.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "cli/analyze/plugins.hpp"
#include "cli/analyze/shared_plugins.hpp"
#include "cli/analyze/trace_search.hpp"
#include "cli/asl/specified_patterns.hpp"
#include "cli/common/commands.hpp"
#include "cli/common/job.hpp"
#include "cli/common/terminal.hpp"
#include "cli/inputs/archive_inputs.hpp"
#include "cli/inputs/assembly.hpp"
#include "cli/inputs/iterations.hpp"
#include "cli/inputs/topology.hpp"
#include "lull/analysis/analysis.hpp"
#include "lull/analysis/results/findings/verdict.hpp"
#include "lull/analysis/results/report/report_builder.hpp"
#include "lull/analysis/results/report/report_file.hpp"
#include "lull/analysis/results/report/time_lines.hpp"
#include "lull/analysis/results/run/map_report.hpp"
#include "lull/analysis/results/run/matrix_report.hpp"
#include "lull/base/error.hpp"
#include "lull/base/files/overwriting.hpp"
#include "lull/base/progress.hpp"
#include "lull/base/text/counted.hpp"
#include "lull/base/text/message.hpp"
#include "lull/base/text/printable.hpp"
#include "lull/clock/corrected_trace.hpp"
#include "lull/clock/node_clocks.hpp"
#include "lull/clock_search/clock_remarks.hpp"
#include "lull/report/cubex/cubex_writer.hpp"
#include "lull/report/model/findings.hpp"
#include "lull/report/run/run_map.hpp"
#include "lull/trace/otf2/archive_reader.hpp"

namespace lull::cli {
namespace {

std::filesystem::path default_output(const std::filesystem::path& anchor) {
  return std::filesystem::path(anchor).replace_extension(".cubex");
}

void print(const analysis::Verdict& verdict, const std::filesystem::path& output,
           const AnalyzeArguments& arguments) {
  if (arguments.quiet) return;
  if (arguments.json) {
    nlohmann::json document = to_json(verdict);
    document["report"] = output.string();
    constexpr auto kReplace = nlohmann::json::error_handler_t::replace;
    write_for_programs(
        [&](std::ostream& out) { out << document.dump(2, ' ', false, kReplace) << "\n"; });
    return;
  }
  std::cout << to_text(verdict, wants_colour(arguments.colour))
            << "Report: " << printable(output.string()) << "\n";
}

std::filesystem::path output_of(const AnalyzeArguments& arguments,
                                const std::filesystem::path& anchor) {
  return arguments.output.empty() ? default_output(anchor)
                                  : std::filesystem::path(arguments.output);
}

std::vector<std::filesystem::path> inputs_of(const AnalyzeArguments& arguments,
                                             const std::filesystem::path& anchor) {
  std::vector<std::filesystem::path> inputs = files_of_archive(anchor);
  inputs.insert(inputs.end(), arguments.plugins.begin(), arguments.plugins.end());
  if (!arguments.specification.empty()) inputs.emplace_back(arguments.specification);
  return inputs;
}

void refuse_overwriting_inputs(const AnalyzeArguments& arguments,
                               const std::filesystem::path& anchor) {
  const std::filesystem::path output = output_of(arguments, anchor);
  // A file that is not an archive is reported as such, even if its name equals the output's.
  if (output == anchor) (void)open_archive(anchor.string());
  std::error_code unknown;
  if (std::filesystem::exists(output, unknown))
    refuse_overwriting(output, inputs_of(arguments, anchor));
}

class AnalysisReport {
 public:
  // Collective.
  AnalysisReport(const std::filesystem::path& output, const AnalyzeArguments& arguments,
                 const Job& job)
      : output_(output), arguments_(arguments), file_(output, job.partners()) {
    file_.use_threads(threads_of(arguments, job));
    if (arguments.focus_on_run) file_.take_digests_of_run();
  }

  [[nodiscard]] analysis::ReportFile& file() { return file_; }
  void finish(const analysis::Analysis& analysis, const std::filesystem::path& anchor,
              report::Report& report, const report::Instances& instances,
              const report::Iterations& iterations) {
    assert(!arguments_.plugins.empty() || !arguments_.specification.empty() ||
           !analysis::reports_own_error(report));
    analysis::Verdict verdict = make_verdict(analysis, report, file_.digests());
    if (!iterations.empty())
      verdict.worst_iteration = worst_iteration(analysis.catalogue(), report, iterations);
    report.attributes["Creator"] = "lull " LULL_VERSION;
    report.attributes["Trace"] = anchor.string();
    report.members[report::kFindingsMember] = to_json(verdict).dump(1);
    std::ranges::move(matching_remarks(analysis), std::back_inserter(report.notes));
    if (!verdict.clocks_forbid.empty()) report.notes.push_back(verdict.clocks_forbid);
    if (!instances.empty())
      report.members[report::kInstancesMember] = report::instances_as_json(instances);
    if (!iterations.empty())
      report.members[report::kIterationsMember] = report::iterations_as_json(iterations);
    if (const report::RunMap map = analysis::map_for(analysis, report); !map.empty())
      report.members[report::kMapMember] = report::map_as_json(map, report);
    if (const auto matrix = analysis::matrix_for(analysis, report); !matrix.empty())
      report.members[report::kMatrixMember] = report::matrix_as_json(matrix, report);
    file_.finish(report);
    print(verdict, output_, arguments_);
  }

 private:
  std::filesystem::path output_;
  const AnalyzeArguments& arguments_;
  analysis::ReportFile file_;
};

// Every process of a job searches the whole trace.
void search_for_specified(const AnalyzeArguments& arguments, const std::filesystem::path& anchor,
                          const analysis::PatternFactory& patterns, std::uint64_t events,
                          const ClockCorrection& clocks, const Job& job,
                          SpecifiedPatterns& specified) {
  if (arguments.specification.empty()) return;
  Progress progress("searching for patterns", events);
  std::function<void(std::uint64_t)> update;
  if (job.is_first()) update = [&progress](std::uint64_t done) { progress.update(done); };
  specified.search(
      arguments.specification, metrics_of(patterns),
      [&] {
        return std::make_unique<CorrectedTrace>(open_on_grid(anchor, arguments.topology), clocks);
      },
      anchor.string(), update);
}

// Leaks the search: destroying the state of many thousands of locations takes long, and the process
// is about to exit.
void leave_to_the_system(std::unique_ptr<TraceSearch> search) {
  [[maybe_unused]] static TraceSearch* last = nullptr;
  last = search.release();
}

void search(const AnalyzeArguments& arguments, const std::filesystem::path& anchor,
            const TraceSource& archive, const SharedPlugins& plugins,
            const SpecifiedPatterns& specified, const ClockCorrection& correction, Job& job) {
  const std::filesystem::path output = output_of(arguments, anchor);
  // Reports an unwritable output before the search. The file is created only after the search, so
  // that an interrupted search leaves nothing behind.
  job.first([&output] { const report::CubexWriter may_be_written(output); });
  auto owned = std::make_unique<TraceSearch>(arguments, archive, plugins, specified, job);
  TraceSearch& search = *owned;
  search.run(correction);
  std::optional<AnalysisReport> file;
  report::Report report;
  report::Instances instances;
  report::Iterations iterations;
  job.jointly([&] {
    try {
      file.emplace(output, arguments, job);
      analysis::SevereFindings findings;
      report = build_report(search.analysis(), &file->file(), &findings);
      instances = with_time_lines(search.analysis(), findings, arguments.time_lines);
      iterations = std::move(findings.iterations);
    } catch (const std::exception&) {
      file.reset();  // in that case, a job of several processes ends at once
      throw;
    }
  });
  for (const std::string& failure : plugins.failures()) {
    print_message(failure);
    report.notes.push_back(failure + '.');
  }
  std::ranges::copy(specified.remarks(), std::back_inserter(report.notes));
  for (std::string& remark :
       std::array{analysis::remark_on_clocks(search.correction(), archive.definitions()),
                  analysis::remark_on_beginnings(search.correction(), archive.definitions())})
    if (!remark.empty()) report.notes.push_back(std::move(remark));
  if (search.iterations()) search.iterations()->describe(iterations);
  job.first([&] { file->finish(search.analysis(), anchor, report, instances, iterations); });
  job.first([&] { specified.print_errors(); });
  if (arguments.plugins.empty()) leave_to_the_system(std::move(owned));
}

bool are_in_python(const std::vector<std::string>& plugins) {
  const auto count = std::ranges::count_if(plugins, SharedPlugins::is_one);
  if (count != 0 && count != std::ssize(plugins))
    throw usage_error("--plugin: Python files and shared libraries cannot be used together");
  return !plugins.empty() && count == 0;
}

// Patterns in Python see the whole trace, so only the first process of a job searches it. No
// process initialises MPI.
void analyze_in_python(const AnalyzeArguments& arguments) {
  if (launched_rank() > 0) return;
  const std::filesystem::path anchor = find_recorded_anchor(arguments.archive);
  refuse_overwriting_inputs(arguments, anchor);
  if (!arguments.topology.empty())
    const auto may_be_there = open_on_grid(anchor, arguments.topology);
  analyze_with_plugins(anchor, output_of(arguments, anchor), arguments.json,
                       wants_colour(arguments.colour), arguments.topology,
                       name_of(arguments.clocks), arguments.plugins);
}

}  // namespace

void analyze(const AnalyzeArguments& arguments) {
  if (are_in_python(arguments.plugins)) {
    if (!arguments.specification.empty())
      throw usage_error("--patterns and Python files as --plugin cannot be used together");
    return analyze_in_python(arguments);
  }
  Job job;
  std::filesystem::path anchor;
  std::unique_ptr<TraceSource> archive;
  SharedPlugins shared;
  SpecifiedPatterns specified;
  ClockCorrection correction;
  const auto find = [&] { anchor = find_recorded_anchor(arguments.archive); };
  job.first([&] {
    find();  // may assemble the archive first
    refuse_overwriting_inputs(arguments, anchor);
  });
  job.all([&] {
    if (!job.is_first()) find();
    shared.load(arguments.plugins);
  });
  archive = open_on_grid(anchor, arguments.topology, job);
  job.all([&] {
    correction = TraceSearch::is_settled(arguments)
                     ? correction_for(arguments.clocks, *archive, threads_of(arguments, job))
                     : clocks_of_nodes(archive->definitions());
    search_for_specified(arguments, anchor, shared.patterns(),
                         expected_events(archive->definitions()), correction, job, specified);
  });
  try {
    search(arguments, anchor, *archive, shared, specified, correction, job);
  } catch (const analysis::MetricMistake& error) {
    if (shared.empty()) throw;
    throw input_error("{}: {}", shared.names(), error.what());
  }
}

}  // namespace lull::cli
