// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/analysis/results/report/report_builder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <utility>

#include "lull/analysis/charging/caused_waiting.hpp"
#include "lull/analysis/results/focus/focus_report.hpp"
#include "lull/analysis/results/report/iteration_report.hpp"
#include "lull/analysis/results/tables/cell_table.hpp"
#include "lull/analysis/results/tables/profile_sums.hpp"
#include "lull/analysis/results/tables/report_exchange.hpp"
#include "lull/analysis/results/tables/report_tables.hpp"
#include "lull/analysis/results/tables/row_rounds.hpp"
#include "lull/base/text/counted.hpp"
#include "lull/report/model/consistency.hpp"

namespace lull::analysis {
namespace {

constexpr std::string_view kOwnError = "This is a bug in Lull, please report it";

class Builder {
 public:
  Builder(const Analysis& analysis, ReportFile* file, SevereFindings* findings)
      : analysis_(analysis),
        file_(file),
        findings_(findings),
        context_(analysis.context()),
        catalogue_(analysis.catalogue()),
        tree_(analysis),
        cells_(catalogue_) {}

  void leave_out_values() { values_ = false; }

  report::Report build() {
    add_profile();
    if (findings_ != nullptr)
      findings_->worst = own_severe_instances(
          analysis_,
          [this](LocationId location, LocalPathId path) { return tree_(location, path); });
    if (findings_ != nullptr) list_charges();
    if (findings_ != nullptr && analysis_.iterations() != nullptr)
      iterations_ = own_iteration_cells(analysis_, [this](LocationId location, LocalPathId path) {
        return tree_(location, path);
      });
    if (Partners* const partners = analysis_.partners()) merge(*partners);
    report::Report result;
    const std::vector<MetricIndex> metrics = add_metrics(result, catalogue_);
    const auto regions = add_call_tree(result, context_, tree_);
    if (findings_ != nullptr) find_instances(metrics, regions);
    add_system(result, context_.definitions);
    add_topologies(result, context_.definitions);
    check(result, metrics);
    if (analysis_.looks_for_focus()) find_focus(result, metrics);
    if (values_) write_rows(result, metrics);
    write_counters(result);
    return result;
  }

 private:
  void add_profile() {
    ProfileSums profile(context_, catalogue_, tree_, cells_);
    for (const auto& process : analysis_.processes()) {
      profile.add(*process);
      find_counters(*process);
      if (file_ != nullptr) process->forget_profiles();
    }
    std::vector<Severity> batch;
    for_each_own_severity(analysis_, [&](const Severity& severity) {
      batch.push_back(severity);
      if (batch.size() == kBatch) add(batch, profile);
    });
    add(batch, profile);
    if (!analysis_.looks_for_focus()) return;
    focus_ = own_focus_cells(analysis_, tree_, cells_);  // call paths have their numbers now
    idle_in_mpi_ = idle_cells_in_mpi(analysis_, tree_, cells_);
  }

  // Severities are not ordered by location: prefetches the data of several at once.
  static constexpr std::size_t kBatch = 64;
  void add(std::vector<Severity>& severities, ProfileSums& profile) {
    for (const Severity& severity : severities) tree_.expect(severity.location);
    for (const Severity& severity : severities) tree_.expect(severity.location, severity.path);
    for (const Severity& severity : severities) {
      const GlobalPathId path = tree_(severity.location, severity.path);
      cells_.add(severity.metric, path, severity.location, severity.value);
      if (const MetricIndex root = root_of_caused(catalogue_, severity.metric); root.defined())
        cells_.add(root, path, severity.location, severity.value);
      profile.move_time(severity, path);
    }
    severities.clear();
  }

  // From here on, path ids refer to the merged call tree of all processes.
  void merge(Partners& partners) {
    const std::vector<GlobalPathId> merged = tree_.merge(partners);
    cells_.rename(merged);
    for (auto* const cells : {&focus_, &idle_in_mpi_})
      for (FocusCell& cell : *cells) cell.path = merged[cell.path.index()];
    for (CounterCell& cell : counters_) cell.path = merged[cell.path.index()];
    counters_ = gather(partners, counters_);
    if (findings_ != nullptr)
      for (SevereInstance& instance : findings_->worst)
        instance.path = merged[instance.path.index()];
    for (IterationCell& cell : iterations_)
      if (cell.path.defined()) cell.path = merged[cell.path.index()];
  }
  void find_instances(const std::vector<MetricIndex>& metrics,
                      const std::map<RegionId, report::RegionId>& regions) {
    findings_->worst = worst_of_all(analysis_, std::move(findings_->worst));
    findings_->histograms = histograms_of_all(analysis_);
    findings_->names.regions = regions;
    for (std::size_t i = 0; i < metrics.size(); ++i)
      findings_->names.metrics[metrics[i]] = report::MetricId(i);
    if (analysis_.iterations() != nullptr)
      findings_->iterations =
          as_report(analysis_, all_iteration_cells(analysis_, std::move(iterations_)),
                    findings_->names.metrics);
  }
  void list_charges() {
    std::size_t all = 0;
    for (const auto& shard : analysis_.shards())
      all += shard->charges().observer<KeptCharges>().all().size();
    findings_->wait_states.reserve(all);
    for (const auto& shard : analysis_.shards())
      for (const Charge& charge : shard->charges().observer<KeptCharges>().all()) {
        const CallPathOnLocation& cause = charge.waited_for.cause;
        findings_->wait_states.push_back(
            {charge, tree_(charge.call.location, charge.call.path),
             cause.path.defined() ? tree_(cause.location, cause.path) : GlobalPathId{}});
      }
  }
  void find_focus(report::Report& result, const std::vector<MetricIndex>& metrics) {
    if (Partners* const partners = analysis_.partners())
      for (auto* const cells : {&focus_, &idle_in_mpi_})
        *cells = all_focus_cells(*partners, *cells);
    ReportFocus found = focus_for_report(analysis_, focus_, metrics, result);
    result.members[report::kFocusMember] = std::move(found.member);
    if (const auto idle = result.find_metric("omp_idle_threads"))
      leave_out(found.focus, idle_in_mpi_,
                static_cast<double>(context_.definitions.clock.ticks_per_second), *idle);
    if (file_ != nullptr && !found.focus.is_run())
      file_->keep_digests_to(std::make_shared<report::Focus>(std::move(found.focus)));
  }
  [[nodiscard]] bool is_first() const {
    return analysis_.partners() == nullptr || analysis_.partners()->rank() == 0;
  }

  void check(report::Report& result, const std::vector<MetricIndex>& metrics) {
    check(result, metrics, true, kOwnError);
    if (std::ranges::any_of(metrics, [&](MetricIndex metric) { return !catalogue_[metric].own; }))
      check(
          result, metrics, false,
          "User-defined patterns charge time that their parents do not have, or that other metrics "
          "also charge");
  }
  // If `own` is set, checks only Lull's metrics.
  void check(report::Report& result, const std::vector<MetricIndex>& metrics, bool own,
             std::string_view whose) {
    report::Misfits misfits = report::find_misfits<std::int64_t>(
        result,
        [&](report::MetricId metric, report::CallPathId path, auto use) {
          const MetricIndex index = metrics[metric.index()];
          if (!own || catalogue_[index].own)
            cells_.own(index, GlobalPathId(path.index())).for_each(use);
        },
        [&](report::MetricId metric) {
          return !cells_.is_added_to_parent(metrics[metric.index()]);
        });
    if (Partners* const partners = analysis_.partners()) misfits = gather(*partners, misfits);
    if (misfits.count == 0 || !is_first()) return;
    misfits.own /= scale_of(metrics[misfits.metric.index()]);
    result.notes.push_back(
        fmt::format("{}: metrics are less than the sum of their parts at {}, first by {}.", whose,
                    counted(misfits.count, "place", "places"), describe(misfits, result)));
  }

  void write_rows(report::Report& result, const std::vector<MetricIndex>& metrics) {
    std::vector<double> scales;
    for (const MetricIndex metric : metrics) scales.push_back(scale_of(metric));
    RowRounds rounds(cells_,
                     {metrics, scales, result.call_paths.size(), result.locations.size(), 0},
                     analysis_.partners(),
                     file_ != nullptr ? RowRounds::Receivers::All : RowRounds::Receivers::First);
    while (!rounds.ended()) {
      std::vector<report::MetricRow> rows =
          rounds.next([this](report::MetricId metric, report::LocationId location, double value) {
            if (file_ != nullptr) file_->add_to_location(metric, location, value);
          });
      if (file_ != nullptr)
        file_->add_rows(result, rows, rounds.continues(), rounds.complete());
      else
        for (report::MetricRow& row : rows)
          if (!row.values.empty()) result.set_row(row.metric, row.path, std::move(row.values));
    }
    if (file_ != nullptr) file_->end_rows();
  }

  [[nodiscard]] double scale_of(MetricIndex metric) const {
    return catalogue_[metric].info.unit == Unit::Seconds
               ? static_cast<double>(context_.definitions.clock.ticks_per_second)
               : 1.0;
  }

  void find_counters(const ProcessReplay& process) {
    for (const auto& location : process.locations())
      for (const auto& [key, value] : location->tree.counters)
        counters_.push_back({static_cast<std::uint32_t>(key),
                             tree_(location->location(), LocalPathId(key >> 32)),
                             location->location(), value});
  }

  void write_counters(report::Report& result) {
    std::map<std::uint32_t, std::map<std::pair<std::uint32_t, std::uint32_t>, double>> sums;
    for (const CounterCell& cell : counters_)
      sums[cell.member][{cell.path.value, cell.location.value}] += cell.value;
    for (const auto& [member, values] : sums) {
      const report::MetricId metric =
          add_counter_metric(result, context_.definitions.metric_members[member]);
      for (const auto& [place, value] : values)
        result.add(metric, report::CallPathId(place.first), report::LocationId(place.second),
                   value);
      if (is_first() && file_ != nullptr) file_->add(result, metric);
      if (!values_ || file_ != nullptr) result.forget_values(metric);
    }
  }

  const Analysis& analysis_;
  ReportFile* file_;
  bool values_ = true;
  SevereFindings* findings_;
  const ReplayContext& context_;
  const MetricCatalogue& catalogue_;
  GlobalCallTree tree_;
  CellTable cells_;
  std::vector<CounterCell> counters_;
  std::vector<FocusCell> focus_;
  std::vector<FocusCell> idle_in_mpi_;
  std::vector<IterationCell> iterations_;
};

}  // namespace

bool reports_own_error(const report::Report& report) {
  return std::ranges::any_of(report.notes,
                             [](const std::string& note) { return note.starts_with(kOwnError); });
}

report::Report build_report(const Analysis& analysis, ReportFile* file, SevereFindings* findings) {
  return Builder(analysis, file, findings).build();
}

report::Report build_report_without_values(const Analysis& analysis, SevereFindings& findings) {
  Builder builder(analysis, nullptr, &findings);
  builder.leave_out_values();
  return builder.build();
}

}  // namespace lull::analysis
