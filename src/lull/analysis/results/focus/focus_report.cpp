// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/analysis/results/focus/focus_report.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "lull/analysis/results/tables/profile_sums.hpp"
#include "lull/analysis/results/tables/report_exchange.hpp"

namespace lull::analysis {
namespace {

std::vector<FocusCell> cells_of(const CellTable& table, const MetricCatalogue& catalogue,
                                std::size_t paths, std::size_t locations) {
  std::vector<FocusCell> cells;
  RowSum sum(locations);
  for (std::size_t i = 0; i < catalogue.size(); ++i) {
    const MetricIndex metric(i);
    if (catalogue[metric].info.unit != Unit::Seconds) continue;
    for (std::size_t p = 0; p < paths; ++p) {
      const GlobalPathId path(p);
      table.own(metric, path).for_each([&sum](LocationId location, std::int64_t value) {
        sum.add(location, value);
      });
      sum.take([&](LocationId location, std::int64_t value) {
        cells.push_back({metric, path, location, value});
      });
    }
  }
  return cells;
}

// Idle time is the remainder of a thread's time. In a contradictory trace the remainder in a part
// can exceed the remainder in the whole run; it is limited to the latter.
void bound_idle_cells(std::vector<FocusCell>& cells, MetricIndex idle, const CellTable& whole) {
  std::map<LocationId, std::int64_t> values;
  GlobalPathId path;
  for (FocusCell& cell : cells) {
    if (cell.metric != idle) continue;
    if (values.empty() || cell.path != path) {
      path = cell.path;
      values.clear();
      whole.own(idle, path).for_each([&values](LocationId location, std::int64_t value) {
        values[location] += value;
      });
    }
    const auto found = values.find(cell.location);
    cell.ticks = std::min(cell.ticks, found == values.end() ? 0 : found->second);
  }
  std::erase_if(cells, [](const FocusCell& cell) { return cell.ticks == 0; });
}

}  // namespace

std::vector<FocusCell> own_focus_cells(const Analysis& analysis, GlobalCallTree& tree,
                                       const CellTable& whole) {
  const Focus& focus = analysis.focus();
  const ReplayContext& context = analysis.context();
  const MetricCatalogue& catalogue = analysis.catalogue();
  CellTable table(catalogue);
  ProfileSums before(context, catalogue, tree, table);
  ProfileSums after(context, catalogue, tree, table);
  if (focus.rule != Focus::Rule::Run)
    for (const auto& process : analysis.processes()) {
      before.add_before(*process, focus.from);
      after.add_after(*process, focus.to);
    }
  for_each_own_outside_severity(analysis, [&](const Severity& severity) {
    const GlobalPathId path = tree(severity.location, severity.path);
    table.add(severity.metric, path, severity.location, severity.value);
    if (const MetricIndex root = root_of_caused(catalogue, severity.metric); root.defined())
      table.add(root, path, severity.location, severity.value);
    before.move_time(severity, path);
  });
  std::vector<FocusCell> cells =
      cells_of(table, catalogue, tree.nodes().size(), context.definitions.locations.size());
  bound_idle_cells(cells, catalogue.find(id_of(ProfileMetric::OmpIdleThreads)), whole);
  return cells;
}

std::vector<FocusCell> idle_cells_in_mpi(const Analysis& analysis, const GlobalCallTree& tree,
                                         const CellTable& cells) {
  const ReplayContext& context = analysis.context();
  const MetricIndex idle = analysis.catalogue().find(id_of(ProfileMetric::OmpIdleThreads));
  std::vector<FocusCell> found;
  for (std::size_t i = 0; i < tree.nodes().size(); ++i) {
    const GlobalPathId path(i);
    const ProfileMetric class_of_path = context.class_of(tree.nodes()[i].region).metric;
    if (class_of_path < ProfileMetric::Mpi || class_of_path > ProfileMetric::MpiIoCollective)
      continue;
    cells.own(idle, path).for_each([&](LocationId location, std::int64_t value) {
      found.push_back({idle, path, location, value});
    });
  }
  return found;
}

void leave_out(report::Focus& focus, const std::vector<FocusCell>& cells, double ticks_per_second,
               report::MetricId metric) {
  std::map<report::CallPathId, std::map<report::LocationId, std::int64_t>> sorted;
  for (const FocusCell& cell : cells)
    sorted[report::CallPathId(cell.path.index())][report::LocationId(cell.location.index())] +=
        cell.ticks;
  for (const auto& [path, row] : sorted) {
    report::Row& outside = focus.outside[metric][path];
    outside.clear();
    for (const auto& [location, ticks] : row)
      outside.emplace_back(location, static_cast<double>(ticks) / ticks_per_second);
  }
}

std::vector<FocusCell> all_focus_cells(Partners& partners, const std::vector<FocusCell>& mine) {
  const auto packed = [](const std::vector<FocusCell>& cells) {
    Packer packer;
    packer.put_list<FocusCell>(cells);
    return packer.take();
  };
  const auto merge = [&packed](const Bytes& lower, const Bytes& higher) {
    auto both = Unpacker(lower).get_list<FocusCell>();
    const auto others = Unpacker(higher).get_list<FocusCell>();
    both.insert(both.end(), others.begin(), others.end());
    return packed(both);
  };
  return Unpacker(partners.reduce(packed(mine), merge)).get_list<FocusCell>();
}

ReportFocus focus_for_report(const Analysis& analysis, const std::vector<FocusCell>& cells,
                             const std::vector<MetricIndex>& metrics,
                             const report::Report& report) {
  const Focus& found = analysis.focus();
  const Definitions& definitions = analysis.context().definitions;
  const AnalysisTotals& totals = analysis.totals();
  ReportFocus result;
  report::Focus& focus = result.focus;
  focus.known = true;
  focus.rule = found.rule == Focus::Rule::Run   ? "run"
               : found.rule == Focus::Rule::Mpi ? "MPI"
                                                : "SHMEM";
  focus.is_short = found.is_short;
  focus.worlds = found.worlds;
  focus.from = definitions.seconds(found.from - analysis.zero());
  focus.to = definitions.seconds(found.to - analysis.zero());
  focus.run = totals.first < totals.last ? definitions.seconds(totals.last - totals.first) : 0;
  std::map<MetricIndex, report::MetricId> ids;
  std::vector<bool> is_part(report.metrics.size());
  for (std::size_t i = 0; i < metrics.size(); ++i) {
    ids[metrics[i]] = report::MetricId(i);
    is_part[i] = analysis.catalogue()[metrics[i]].profile;
  }
  // All cells of a location are from one process; the order of processes is arbitrary.
  std::map<report::MetricId, std::map<report::CallPathId, std::map<report::LocationId, double>>>
      sorted;
  const auto ticks = static_cast<double>(definitions.clock.ticks_per_second);
  for (const FocusCell& cell : cells)
    sorted[ids[cell.metric]][report::CallPathId(cell.path.index())]
          [report::LocationId(cell.location.index())] += static_cast<double>(cell.ticks) / ticks;
  for (const auto& [metric, paths] : sorted)
    for (const auto& [path, row] : paths)
      focus.outside[metric][path] = report::Row(row.begin(), row.end());
  result.member = focus_as_json(focus, is_part, report);
  add_parts(focus, is_part, report);
  return result;
}

}  // namespace lull::analysis
