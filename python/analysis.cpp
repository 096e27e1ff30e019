// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/analysis/analysis.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <thread>

#include "lull/analysis/report_builder.hpp"
#include "lull/analysis/verdict.hpp"
#include "lull/patterns/pattern_list.hpp"
#include "module.hpp"

namespace lull::python {
namespace {

report::Report analyze(const Archive& archive, unsigned threads) {
  const py::gil_scoped_release others_may_run;
  analysis::AnalysisOptions options;
  options.threads = threads > 0 ? threads : std::max(1u, std::thread::hardware_concurrency());
  analysis::Analysis analysis(archive.trace(), patterns::make_patterns, options);
  analysis.run();
  report::Report report = build_report(analysis);
  report.attributes["Creator"] = "lull " LULL_VERSION;
  report.attributes["Trace"] = archive.path();
  report.members["lull-analysis.json"] = to_json(make_verdict(analysis, report)).dump(1);
  return report;
}

}  // namespace

void add_analysis(py::module_& module) {
  module.def("analyze", analyze, py::arg("archive"), py::kw_only(), py::arg("threads") = 0,
             R"(Searches the archive for wait states, as "lull analyze" does. The Report of it.

threads: 0 takes all cores. Raises lull.Error.)");
}

}  // namespace lull::python
