// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/analysis/results/findings/verdict.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "lull/analysis/charging/caused_waiting.hpp"
#include "lull/analysis/results/tables/report_tables.hpp"

namespace lull::analysis {
namespace {

constexpr double kWorthMentioning = 0.001;  // fraction of all time
constexpr std::size_t kFindings = 5;
constexpr double kMuchOfIt = 0.25;

class Judge {
 public:
  Judge(const Analysis& analysis, const report::Report& report, const MetricDigests& digests)
      : catalogue_(analysis.catalogue()), report_(report), digests_(digests) {}

  // Patterns directly below a profile metric, and idle time of threads.
  [[nodiscard]] bool is_waiting(MetricIndex metric) const {
    const MetricCatalogue::Entry& entry = catalogue_[metric];
    if (entry.info.unit != Unit::Seconds || !entry.parent.defined()) return false;
    if (entry.info.id == "omp_idle_threads") return true;
    return !entry.profile && catalogue_[entry.parent].profile;
  }

  // Patterns without a parent metric: times, and all of a user's patterns.
  [[nodiscard]] bool is_beside(MetricIndex metric) const {
    const MetricCatalogue::Entry& entry = catalogue_[metric];
    if (entry.profile || entry.parent.defined() || is_root_of_comments(entry)) return false;
    return entry.info.unit == Unit::Seconds || !entry.own;
  }

  // A user's pattern is always worth mentioning.
  [[nodiscard]] bool is_worth_mentioning(MetricIndex metric, double all_time) const {
    return total(metric) > (catalogue_[metric].own ? kWorthMentioning * all_time : 0);
  }

  [[nodiscard]] double total(MetricIndex metric) const {
    return digest(catalogue_[metric].info.id).total;
  }
  // Returns zero if there is no such metric.
  [[nodiscard]] double total(const std::string& metric) const { return digest(metric).total; }

  // Returns an empty digest if there is no such metric.
  [[nodiscard]] const MetricDigest& digest(std::string_view metric) const {
    static const MetricDigest none;
    const auto found =
        catalogue_.find(metric).defined() ? report_.find_metric(metric) : std::nullopt;
    return found ? digests_[*found] : none;
  }

  [[nodiscard]] Finding describe(MetricIndex metric, double all_time) const {
    const MetricInfo& info = catalogue_[metric].info;
    Finding finding;
    finding.metric = info.id;
    finding.own = catalogue_[metric].own;
    finding.name = info.name;
    finding.summary = info.summary;
    finding.advice = info.advice;
    finding.unit = info.unit;
    finding.value = total(metric);
    finding.uncertainty = total(uncertainty_of(info.id));
    finding.unproved = total(unproved_part_of(info.id));
    add_caveat(info, finding);
    if (info.unit == Unit::Seconds && all_time > 0) finding.share = finding.value / all_time;
    place(digest(info.id), finding);
    blame(digest(caused_part_of(info.id)), finding);
    refine(metric, finding);
    return finding;
  }

 private:
  // Returns whether the metric is a root of metrics that describe other metrics.
  [[nodiscard]] bool is_root_of_comments(const MetricCatalogue::Entry& entry) const {
    return is_caused_part(catalogue_, entry.info.id) || entry.info.id == kClockUncertainty ||
           entry.info.id == kLateRecording || entry.info.id == kCausedWaiting;
  }

  // A wait that follows from the clock correction alone is not a reason to change the program.
  void add_caveat(const MetricInfo& info, Finding& finding) const {
    const std::string late = late_recording_of(info.id);
    finding.late_recording = total(late);
    if (finding.late_recording < kMuchOfIt * finding.value || finding.value <= 0) return;
    finding.caveat =
        fmt::format("{:.0f} % of this is t{}", 100 * finding.late_recording / finding.value,
                    catalogue_[catalogue_.find(late)].info.summary.substr(1));
    if (finding.late_recording > finding.value / 2)
      finding.advice =
          "Find out whether that process really started late before you change the program.";
  }

  void place(const MetricDigest& digest, Finding& finding) const {
    for (const auto& [path, value] : digest.call_paths)
      finding.call_paths.emplace_back(report_.path_name(report::CallPathId(path)), value);
    for (const auto& [location, value] : digest.locations)
      finding.locations.emplace_back(location_name(report_, report::LocationId(location)), value);
    finding.location_count = digest.location_count;
  }

  void blame(const MetricDigest& digest, Finding& finding) const {
    finding.caused = digest.total;
    finding.causer_count = digest.place_count;
    for (const MetricDigest::Place& place : digest.places)
      finding.causers.push_back({location_name(report_, report::LocationId(place.location)),
                                 report_.path_name(report::CallPathId(place.call_path)),
                                 place.value});
  }

  void refine(MetricIndex metric, Finding& finding) const {
    for (const MetricIndex other : catalogue_.in_tree_order()) {
      bool below = false;
      for (MetricIndex at = catalogue_[other].parent; at.defined(); at = catalogue_[at].parent)
        below = below || at == metric;
      if (!below) continue;
      const MetricInfo& info = catalogue_[other].info;
      const double part = total(other);
      if (part >= kMuchOfIt * finding.value && part > 0 && info.unit == finding.unit)
        finding.refinements.push_back({std::string(info.id), std::string(info.name), part,
                                       total(uncertainty_of(info.id)),
                                       total(unproved_part_of(info.id))});
    }
  }

  const MetricCatalogue& catalogue_;
  const report::Report& report_;
  const MetricDigests& digests_;
};

double wall_seconds(const Analysis& analysis) {
  const auto [first, last] = std::pair(analysis.totals().first, analysis.totals().last);
  return first < last ? analysis.context().definitions.seconds(last - first) : 0;
}

Verdict::Part focus_of(const Analysis& analysis, bool is_part) {
  const double run = wall_seconds(analysis);
  if (!is_part)
    return {.is_short = analysis.looks_for_focus() && analysis.focus().is_short, .to = run};
  const Focus& focus = analysis.focus();
  const Definitions& definitions = analysis.context().definitions;
  return {focus.rule == Focus::Rule::Mpi ? "MPI" : "SHMEM", false, focus.worlds,
          definitions.seconds(focus.from - analysis.zero()),
          definitions.seconds(focus.to - analysis.zero())};
}

// Does the same as idle_cells_in_mpi().
void leave_out_idle_in_mpi(report::Focus& focus, const report::Report& report) {
  const auto idle = report.find_metric("omp_idle_threads");
  if (!idle) return;
  for (std::size_t i = 0; i < report.call_paths.size(); ++i) {
    const report::CallPathId path(i);
    if (!report.call_paths[i].region.defined()) continue;
    const report::Region& region = report.regions[report.call_paths[i].region.index()];
    if (region.paradigm != "mpi" && !region.name.starts_with("MPI_")) continue;
    if (const report::Row& row = report.row(*idle, path); !row.empty())
      focus.outside[*idle][path] = row;
  }
}

void add_findings(const Judge& judge, const MetricCatalogue& catalogue, Verdict& verdict) {
  const double all_time = verdict.total_seconds;
  std::vector<std::pair<double, MetricIndex>> waiting;
  for (const MetricIndex metric : catalogue.in_tree_order()) {
    if (judge.is_waiting(metric)) waiting.emplace_back(-judge.total(metric), metric);
    if (judge.is_beside(metric) && judge.is_worth_mentioning(metric, all_time))
      verdict.beside.push_back(judge.describe(metric, all_time));
  }
  std::ranges::stable_sort(waiting, {}, [](const auto& entry) { return entry.first; });
  for (const auto& [negative, metric] : waiting) {
    verdict.waiting_seconds -= negative;
    if (verdict.findings.size() < kFindings && -negative > kWorthMentioning * all_time)
      verdict.findings.push_back(judge.describe(metric, all_time));
  }
}

}  // namespace

Verdict make_verdict(const Analysis& analysis, const report::Report& report) {
  const auto focus = std::make_shared<report::Focus>(report::focus_of(report));
  if (focus->is_run()) return make_verdict(analysis, report, MetricDigests(report));
  leave_out_idle_in_mpi(*focus, report);
  return make_verdict(analysis, report, MetricDigests(report, focus));
}

Verdict make_verdict(const Analysis& analysis, const report::Report& report,
                     const MetricDigests& digests) {
  const Judge judge(analysis, report, digests);
  const MetricCatalogue& catalogue = analysis.catalogue();
  Verdict verdict;
  verdict.wall_seconds = wall_seconds(analysis);
  verdict.focus = focus_of(analysis, digests.are_of_focus());
  verdict.total_seconds = judge.digest("time").total;
  verdict.idle_seconds = judge.digest("omp_idle_threads").total;
  verdict.locations = static_cast<std::uint64_t>(std::ranges::count_if(
      report.locations,
      [](const report::Location& location) { return location.kind != kMeterKind; }));
  verdict.events = analysis.events();
  verdict.messages = analysis.notes().messages;
  verdict.collectives = analysis.notes().collectives;
  verdict.clocks_forbid = judge_clocks(analysis);
  verdict.remarks = make_remarks(analysis, report);
  add_findings(judge, catalogue, verdict);
  return verdict;
}

std::string location_name(const report::Report& report, report::LocationId id) {
  const report::Location& location = report.locations[id.index()];
  const report::Process& process = report.processes[location.process.index()];
  const auto in_same_process = [&location](const report::Location& other) {
    return other.process == location.process;
  };
  const bool alone = std::ranges::count_if(report.locations, in_same_process) == 1;
  return alone || location.name.empty() ? process.name : process.name + ", " + location.name;
}

}  // namespace lull::analysis
