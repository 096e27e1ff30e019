// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/analysis/analysis.hpp"

#include <algorithm>
#include <cassert>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>

#include "analysis/patterns.hpp"
#include "analysis/reports.hpp"
#include "lull/analysis/results/findings/verdict.hpp"
#include "lull/analysis/results/report/report_builder.hpp"
#include "lull/analysis/results/report/time_lines.hpp"
#include "lull/analysis/results/run/map_report.hpp"
#include "lull/analysis/results/run/matrix_report.hpp"
#include "lull/clock_search/clock_remarks.hpp"
#include "lull/patterns/pattern_list.hpp"
#include "lull/report/cubex/cubex_writer.hpp"
#include "trace/given_archive.hpp"

namespace lull::python {
namespace {

struct Analyzed {
  PythonReport report;
  analysis::Verdict verdict;
};

struct Wishes {
  unsigned threads = 0;
  bool wait_states = false;
};

// `own`: the state of an analysis with patterns in Python; else null.
Analyzed run(const Archive& archive, const analysis::PatternFactory& patterns, Wishes wishes,
             AnalysisRun* own = nullptr) {
  analysis::AnalysisOptions options;
  options.threads =
      wishes.threads > 0 ? wishes.threads : std::max(1u, std::thread::hardware_concurrency());
  options.keep_charges =
      wishes.wait_states ? analysis::KeepCharges::All : analysis::KeepCharges::None;
  options.clocks = &archive.correction();
  options.map = options.matrix = options.focus = true;
  analysis::Analysis analysis(archive.trace(), patterns, options);
  if (own != nullptr) own->begin(analysis);
  analysis.run();
  analysis::SevereFindings findings;
  Analyzed found{PythonReport(build_report(analysis, {}, &findings)), {}};
  if (wishes.wait_states)
    found.report.wait_states = std::make_shared<WaitStates>(as_columns(findings));
  assert(!analysis::reports_own_error(found.report));
  const report::Instances instances =
      with_time_lines(analysis, findings, analysis::TimeLines::Some);
  if (!instances.empty())
    found.report.members[report::kInstancesMember] = instances_as_json(instances);
  if (const report::RunMap map = map_for(analysis, found.report); !map.empty())
    found.report.members[report::kMapMember] = map_as_json(map, found.report);
  if (const auto matrix = matrix_for(analysis, found.report); !matrix.empty())
    found.report.members[report::kMatrixMember] = matrix_as_json(matrix, found.report);
  for (const std::string& remark :
       {analysis::remark_on_clocks(archive.correction(), archive.definitions()),
        analysis::remark_on_beginnings(archive.correction(), archive.definitions())})
    if (!remark.empty()) found.report.notes.push_back(remark);
  found.verdict = make_verdict(analysis, found.report);
  std::ranges::move(matching_remarks(analysis), std::back_inserter(found.report.notes));
  if (!found.verdict.clocks_forbid.empty())
    found.report.notes.push_back(found.verdict.clocks_forbid);
  found.report.attributes["Creator"] = "lull " LULL_VERSION;
  found.report.attributes["Trace"] = archive.path();
  found.report.members["lull-analysis.json"] = to_json(found.verdict).dump(1);
  return found;
}

// Runs patterns in Python on this thread; ends `own` in any case.
Analyzed run_with(const std::shared_ptr<Archive>& archive, const py::list& patterns,
                  bool wait_states = false) {
  const auto own = std::make_shared<AnalysisRun>(archive);
  const std::unique_ptr<AnalysisRun, void (*)(AnalysisRun*)> end(
      own.get(), [](AnalysisRun* over) { over->end(); });
  return run(*archive, with_patterns(patterns, own), {1, wait_states}, own.get());
}

PythonReport analyze(const std::shared_ptr<Archive>& archive, const py::list& patterns,
                     unsigned threads, bool wait_states) {
  if (!patterns.empty()) return run_with(archive, patterns, wait_states).report;
  const py::gil_scoped_release others_may_run;
  return run(*archive, patterns::make_patterns, {threads, wait_states}).report;
}

// Implements `lull analyze --plugin`: writes the report and returns the text to print.
std::string analyze_and_report(const std::shared_ptr<Archive>& archive, const py::list& patterns,
                               const std::string& output, bool json, bool colour) {
  const Analyzed found = run_with(archive, patterns);
  write_cubex(found.report, output);
  if (!json) return to_text(found.verdict, colour) + "Report: " + output + "\n";
  nlohmann::json document = to_json(found.verdict);
  document["report"] = output;
  return document.dump(2) + "\n";
}

}  // namespace

void add_analysis(py::module_& module) {
  module.def("_analyze_and_tell", analyze_and_report);
  module.def("analyze", on_given_archive(analyze), py::arg("archive"), py::kw_only(),
             py::arg("patterns") = py::list(), py::arg("threads") = 0,
             py::arg("wait_states") = false,
             R"(Searches the archive for wait states, as "lull analyze" does. Returns a Report.

archive: an Archive, or the path of one, which is opened with lull.open(path).

patterns: classes that define your own patterns, in addition to Lull's. Such a class has
    metrics              a list of dicts: id, name, parent (another metric's id), unit ("sec",
                         "occ", "bytes"), summary, formula, advice, picture; only id is
                         required
    subscribe(self, bus) called once: see Bus
and runs on one thread. Exceptions that it raises end the analysis and are raised here.
threads: 0 uses all cores.
wait_states: keep each instance, for Report.wait_states(). Raises lull.Error.)");
}

}  // namespace lull::python
