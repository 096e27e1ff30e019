// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/analysis/results/report_builder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "lull/analysis/distribution/report_exchange.hpp"
#include "lull/analysis/results/profile_metrics.hpp"
#include "lull/analysis/results/report_tables.hpp"
#include "lull/report/model/consistency.hpp"

namespace lull::analysis {
namespace {

// The part of an MPI file metric that a function belongs to; empty for any other function.
std::string_view file_operation(const std::string& region_name, ProfileMetric metric) {
  const bool collective = metric == ProfileMetric::MpiIoCollective;
  if (!collective && metric != ProfileMetric::MpiIoIndividual) return {};
  const std::string name = mpi_function_name(region_name);
  if (name.ends_with("_end")) return {};  // counted where it began
  if (name.find("read") != name.npos) return collective ? "mpi_file_crops" : "mpi_file_irops";
  if (name.find("write") != name.npos) return collective ? "mpi_file_cwops" : "mpi_file_iwops";
  return {};
}

class Builder {
 public:
  Builder(const Analysis& analysis, const MetricReady& ready, SevereFindings* findings)
      : analysis_(analysis),
        ready_(ready),
        findings_(findings),
        context_(analysis.context()),
        catalogue_(analysis.catalogue()),
        tree_(analysis),
        time_(catalogue_.find("time")),
        visits_(catalogue_.find("visits")),
        limited_(catalogue_.find("omp_limited_parallelism")),
        accounted_(context_.definitions.locations.size()),
        cells_(catalogue_.size()) {
    for (std::size_t i = 0; i < profile_.size(); ++i)
      profile_[i] = catalogue_.find(id_of(static_cast<ProfileMetric>(i)));
    for (std::size_t i = 0; i < counts_.size(); ++i)
      counts_[i] = catalogue_.find(id_of(static_cast<CountMetric>(i)));
  }

  report::Report build() {
    for (const auto& process : analysis_.processes()) add_process(*process);
    for_each_own_severity(analysis_, [this](const Severity& severity) {
      const GlobalPathId path = tree_(severity.location, severity.path);
      cells_.add(severity.metric, path, severity.location, severity.value);
      move_time(severity, path);
    });
    find_counters();
    if (findings_ != nullptr)
      findings_->worst = own_severe_instances(
          analysis_,
          [this](LocationId location, LocalPathId path) { return tree_(location, path); });
    if (findings_ != nullptr) list_charges();
    if (Partners* const partners = analysis_.partners()) unite(*partners);
    report::Report result;
    const std::vector<MetricIndex> metrics = add_metrics(result, catalogue_);
    const auto regions = add_call_tree(result, context_, tree_);
    if (findings_ != nullptr) find_instances(metrics, regions);
    add_system(result, context_.definitions);
    add_topologies(result, context_.definitions);
    check(result, metrics);
    for (std::size_t i = 0; i < metrics.size(); ++i) {
      write_cells(result, report::MetricId(i), metrics[i]);
      if (is_first() && ready_) ready_(result, report::MetricId(i));
    }
    write_counters(result);
    return result;
  }

 private:
  void add_process(const ProcessReplay& process) {
    for (const auto& location : process.locations()) {
      for (std::size_t i = 0; i < location->tree.size(); ++i) add_path(*location, LocalPathId(i));
      add_counts(*location);
    }
    add_idle_threads(process);
  }

  void add_path(const LocationReplay& location, LocalPathId path) {
    const PathNode& node = location.tree[path];
    const LocationId id = location.location();
    RegionClass region = context_.class_of(node.region);
    if (node.time.ticks != 0 && location.tree.attachment(path).path.defined())
      region = context_.class_of(tree_.nodes()[tree_(id, path).index()].region);
    const auto part = [path](const auto& table) {
      const auto found = table.find(path);
      return found == table.end() ? Duration{} : found->second;
    };
    const Duration overhead = std::min(part(location.tree.overhead), node.time);
    const Duration management = std::min(part(location.tree.management), node.time - overhead);
    add_profile(ProfileMetric::Overhead, id, path, overhead);
    add_profile(ProfileMetric::OmpManagement, id, path, management);
    const bool outside = path.index() == LocalCallTree::kRoot;
    const bool thread = context_.definitions.locations[id.index()].type == LocationType::CpuThread;
    add_profile(outside && !thread ? ProfileMetric::OmpIdleThreads : region.metric, id, path,
                node.time - overhead - management);
    add(visits_, id, path, static_cast<std::int64_t>(node.visits));
    if (node.region.defined() && !ReplayContext::is_program(node.region))
      if (const auto operation = file_operation(context_.region_name(node.region), region.metric);
          !operation.empty())
        add(catalogue_.find(operation), id, path, static_cast<std::int64_t>(node.visits));
  }

  void add_counts(const LocationReplay& location) {
    for (std::size_t p = 0; p < location.tree.size(); ++p) {
      const LocalPathId path(p);
      const Counts& counts = location.tree.counts(path);
      for (std::size_t i = 0; i < kCountMetrics; ++i)
        add(counts_[i], location.location(), path, static_cast<std::int64_t>(counts[i]));
    }
  }

  // A worker idles wherever its master is outside parallel regions, and in those of teams that it
  // is no member of. What nothing explains, where a trace contradicts itself, is time outside all
  // regions, as is that of a thread of the program's own before and after its events.
  void add_idle_threads(const ProcessReplay& process) {
    const Duration wall =
        process.first() < process.last() ? process.last() - process.first() : Duration{};
    for (const auto& location : process.locations()) {
      const LocationId id = location->location();
      if (!location->has_events() &&
          context_.definitions.locations[id.index()].type != LocationType::CpuThread)
        continue;
      Duration left = wall - accounted_[id.index()];
      if (location->worker()) add_idle_worker(process.state(), *location, left);
      add_profile(ProfileMetric::OmpIdleThreads, id, LocalPathId(LocalCallTree::kRoot),
                  std::max(left, Duration{}));
    }
  }

  void add_idle_worker(const ProcessState& process, const LocationReplay& worker, Duration& left) {
    const LocationReplay& master = *process.master;
    const auto part = [](const IdleThreads::Times& times, LocalPathId path) {
      const auto found = times.find(path);
      return found == times.end() ? Duration{} : found->second;
    };
    const IdleThreads::Times& idled = process.idle.idled(*worker.worker());
    const IdleThreads::Times& worked = process.idle.worked(*worker.worker());
    for (std::size_t i = 0; i < master.tree.size(); ++i) {
      const LocalPathId path(i);
      const GlobalPathId place = tree_(master.location(), path);
      add_to_tree(limited_, worker.location(), place, take(left, part(idled, path)).ticks);
      if (path.index() != LocalCallTree::kRoot)
        add_profile(
            ProfileMetric::OmpIdleThreads, worker.location(), place,
            take(left, master.tree[path].time - process.idle.inside(path) - part(worked, path)));
    }
  }

  // As much of `wanted` as there is left.
  static Duration take(Duration& left, Duration wanted) {
    const Duration taken = std::clamp(wanted, Duration{}, std::max(left, Duration{}));
    left -= taken;
    return taken;
  }

  // A pattern may find waiting of one class in a call of another one, as of a collective operation
  // in a call that receives messages: that time goes from the one class to the other. Management of
  // teams is no class of regions.
  void move_time(const Severity& severity, GlobalPathId path) {
    const MetricCatalogue::Entry& entry = catalogue_[severity.metric];
    const MetricIndex to = entry.parent;
    if (!entry.own || entry.info.unit != Unit::Seconds || !catalogue_[to].profile) return;
    const RegionClass region = context_.class_of(tree_.nodes()[path.index()].region);
    const MetricIndex from = profile_[static_cast<std::size_t>(region.metric)];
    if (to == profile_[static_cast<std::size_t>(ProfileMetric::OmpManagement)]) return;
    if (is_part_of(from, to)) return;
    for (MetricIndex m = from; m.defined() && !is_part_of(to, m); m = catalogue_[m].parent)
      cells_.add(m, path, severity.location, -severity.value);
    for (MetricIndex m = to; m.defined() && !is_part_of(from, m); m = catalogue_[m].parent)
      cells_.add(m, path, severity.location, severity.value);
  }
  [[nodiscard]] bool is_part_of(MetricIndex metric, MetricIndex whole) const {
    while (metric.defined() && metric != whole) metric = catalogue_[metric].parent;
    return metric.defined();
  }

  void add_profile(ProfileMetric metric, LocationId location, LocalPathId path, Duration time) {
    if (time.ticks != 0) add_profile(metric, location, tree_(location, path), time);
  }
  void add_profile(ProfileMetric metric, LocationId location, GlobalPathId path, Duration time) {
    add_to_tree(profile_[static_cast<std::size_t>(metric)], location, path, time.ticks);
  }
  void add(MetricIndex metric, LocationId location, LocalPathId path, std::int64_t value) {
    if (value != 0) add_to_tree(metric, location, tree_(location, path), value);
  }
  // A profile metric contains those below it.
  void add_to_tree(MetricIndex metric, LocationId location, GlobalPathId path, std::int64_t value) {
    if (value == 0) return;
    for (; metric.defined(); metric = catalogue_[metric].parent) {
      cells_.add(metric, path, location, value);
      if (metric == time_) accounted_[location.index()] += Duration{value};
    }
  }

  // From here on paths are those of all processes' call trees together.
  void unite(Partners& partners) {
    const std::vector<GlobalPathId> united = tree_.unite(partners);
    cells_.rename(united);
    for (CounterCell& cell : counters_) cell.path = united[cell.path.index()];
    counters_ = gather(partners, counters_);
    if (findings_ != nullptr)
      for (SevereInstance& instance : findings_->worst)
        instance.path = united[instance.path.index()];
  }
  void find_instances(const std::vector<MetricIndex>& metrics,
                      const std::map<RegionId, report::RegionId>& regions) {
    findings_->worst = worst_of_all(analysis_, std::move(findings_->worst));
    findings_->histograms = histograms_of_all(analysis_);
    findings_->names.regions = regions;
    for (std::size_t i = 0; i < metrics.size(); ++i)
      findings_->names.metrics[metrics[i]] = report::MetricId(i);
  }
  void list_charges() {
    for (const auto& shard : analysis_.shards())
      for (const Charge& charge : shard->charges()) {
        const CallPathOnLocation& cause = charge.waited_for.cause;
        findings_->wait_states.push_back(
            {charge, tree_(charge.call.location, charge.call.path),
             cause.path.defined() ? tree_(cause.location, cause.path) : GlobalPathId{}});
      }
  }
  [[nodiscard]] bool is_first() const {
    return analysis_.partners() == nullptr || analysis_.partners()->rank() == 0;
  }

  // Patterns that are not Lull's own may charge what they like.
  void check(report::Report& result, const std::vector<MetricIndex>& metrics) {
    static const CellTable::Row kNone;
    report::Misfits misfits = report::find_misfits<std::int64_t>(
        result, [&](report::MetricId metric, report::CallPathId path) -> const CellTable::Row& {
          const MetricIndex index = metrics[metric.index()];
          return catalogue_[index].own ? cells_.row(index, GlobalPathId(path.index())) : kNone;
        });
    if (Partners* const partners = analysis_.partners()) misfits = gather(*partners, misfits);
    if (misfits.count == 0 || !is_first()) return;
    misfits.own /= scale_of(metrics[misfits.metric.index()]);
    result.notes.push_back(
        fmt::format("This is an error of Lull, please report it: metrics are less than the sum of "
                    "their parts at {} places, first by {}.",
                    misfits.count, describe(misfits, result)));
  }

  void write_cells(report::Report& result, report::MetricId to, MetricIndex metric) {
    std::vector<CellTable::Row> rows = cells_.take(metric);
    if (Partners* const partners = analysis_.partners()) rows = gather(*partners, std::move(rows));
    const double scale = scale_of(metric);
    for (std::size_t path = 0; path < rows.size(); ++path) {
      if (rows[path].empty()) continue;
      report::Row row;
      row.reserve(rows[path].size());
      for (const auto& [location, value] : rows[path])
        row.emplace_back(report::LocationId(location.index()), static_cast<double>(value) / scale);
      result.set_row(to, report::CallPathId(path), std::move(row));
      CellTable::Row().swap(rows[path]);
    }
  }

  [[nodiscard]] double scale_of(MetricIndex metric) const {
    return catalogue_[metric].info.unit == Unit::Seconds
               ? static_cast<double>(context_.definitions.clock.ticks_per_second)
               : 1.0;
  }

  void find_counters() {
    for (const auto& process : analysis_.processes())
      for (const auto& location : process->locations())
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
      if (is_first() && ready_) ready_(result, metric);
    }
  }

  const Analysis& analysis_;
  const MetricReady& ready_;
  SevereFindings* findings_;
  const ReplayContext& context_;
  const MetricCatalogue& catalogue_;
  GlobalCallTree tree_;
  MetricIndex time_, visits_, limited_;
  std::array<MetricIndex, static_cast<std::size_t>(ProfileMetric::Count)> profile_;
  std::array<MetricIndex, kCountMetrics> counts_;
  std::vector<Duration> accounted_;  // by location, so far
  CellTable cells_;
  std::vector<CounterCell> counters_;
};

}  // namespace

report::Report build_report(const Analysis& analysis, const MetricReady& ready,
                            SevereFindings* findings) {
  return Builder(analysis, ready, findings).build();
}

}  // namespace lull::analysis
