// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/analysis/results/tables/profile_sums.hpp"

#include <algorithm>
#include <string>
#include <string_view>

namespace lull::analysis {
namespace {

// Returns the part of an MPI file metric that a function belongs to; empty for other functions.
std::string_view file_operation(const std::string& region_name, ProfileMetric metric) {
  const bool collective = metric == ProfileMetric::MpiIoCollective;
  if (!collective && metric != ProfileMetric::MpiIoIndividual) return {};
  const std::string name = mpi_function_name(region_name);
  if (name.ends_with("_end")) return {};  // counted when it begins
  if (name.find("read") != name.npos) return collective ? "mpi_file_crops" : "mpi_file_irops";
  if (name.find("write") != name.npos) return collective ? "mpi_file_cwops" : "mpi_file_iwops";
  return {};
}

Duration part(const IdleThreads::Times& times, LocalPathId path) {
  const auto found = times.find(path);
  return found == times.end() ? Duration{} : found->second;
}

// Takes `wanted`, or what is left if that is less.
Duration take(Duration& left, Duration wanted) {
  const Duration taken = std::clamp(wanted, Duration{}, std::max(left, Duration{}));
  left -= taken;
  return taken;
}

}  // namespace

ProfileSums::ProfileSums(const ReplayContext& context, const MetricCatalogue& catalogue,
                         GlobalCallTree& tree, CellTable& cells)
    : context_(context),
      catalogue_(catalogue),
      tree_(tree),
      cells_(cells),
      visits_(catalogue.find("visits")),
      limited_(catalogue.find("omp_limited_parallelism")),
      accounted_(context.definitions.locations.size()) {
  const MetricIndex time = catalogue.find("time");
  for (std::size_t i = 0; i < catalogue.size(); ++i)
    is_time_.push_back(is_part_of(MetricIndex(i), time));
  for (std::size_t i = 0; i < profile_.size(); ++i)
    profile_[i] = catalogue.find(id_of(static_cast<ProfileMetric>(i)));
  for (std::size_t i = 0; i < counts_.size(); ++i)
    counts_[i] = catalogue.find(id_of(static_cast<CountMetric>(i)));
}

void ProfileSums::add(const ProcessReplay& process) {
  for (const auto& location : process.locations()) {
    for (std::size_t i = 0; i < location->tree.size(); ++i) add_path(*location, LocalPathId(i));
    add_counts(*location);
  }
  const Duration wall =
      process.first() < process.last() ? process.last() - process.first() : Duration{};
  const ProcessState& state = process.state();
  if (state.master == nullptr) return add_idle_threads(process, wall, nullptr);
  const LocalCallTree& tree = state.master->tree;
  Master master{*state.master, std::vector<Duration>(tree.size()), &state.idle};
  for (std::size_t i = 0; i < tree.size(); ++i) master.times[i] = tree[LocalPathId(i)].time;
  add_idle_threads(process, wall, &master);
}

void ProfileSums::add_before(const ProcessReplay& process, Timestamp from) {
  const ProfileAtBegin& at_begin = process.at_begin();
  if (at_begin.locations.empty() || process.first() >= from) return;
  const ProcessState& state = process.state();
  std::optional<Master> master;
  for (std::size_t i = 0; i < at_begin.locations.size(); ++i) {
    const LocationReplay& location = *process.locations()[i];
    const auto& [times, overhead, management] = at_begin.locations[i];
    for (std::size_t p = 0; p < times.size(); ++p)
      add_time_of(location, LocalPathId(p),
                  {times[p], part(overhead, LocalPathId(p)), part(management, LocalPathId(p))});
    if (state.master == &location) master.emplace(location, times, &at_begin.idle);
  }
  add_idle_threads(process, std::min(from, process.last()) - process.first(),
                   master ? &*master : nullptr);
}

void ProfileSums::add_after(const ProcessReplay& process, Timestamp to) {
  if (process.first() >= process.last() || process.last() <= to) return;
  const ProcessState& state = process.state();
  std::optional<Master> master;
  for (const auto& location : process.locations()) {
    std::vector<Duration> times = location->last_stretches().after(to, location->tree.size());
    for (std::size_t p = 0; p < times.size(); ++p)
      if (times[p].ticks > 0) add_time_of(*location, LocalPathId(p), {times[p], {}, {}});
    if (state.master == location.get()) master.emplace(*location, std::move(times), nullptr);
  }
  add_idle_threads(process, process.last() - std::max(to, process.first()),
                   master ? &*master : nullptr);
}

void ProfileSums::add_path(const LocationReplay& location, LocalPathId path) {
  const PathNode& node = location.tree[path];
  const LocationId id = location.location();
  const RegionId called = location.tree.region(path);
  add_time_of(
      location, path,
      {node.time, part(location.tree.overhead, path), part(location.tree.management, path)});
  add(visits_, id, path, static_cast<std::int64_t>(node.visits));
  if (called.defined() && !ReplayContext::is_program(called))
    if (const auto operation =
            file_operation(context_.region_name(called), context_.class_of(called).metric);
        !operation.empty())
      add(catalogue_.find(operation), id, path, static_cast<std::int64_t>(node.visits));
}

void ProfileSums::add_time_of(const LocationReplay& location, LocalPathId path,
                              const Times& times) {
  const LocationId id = location.location();
  RegionClass region = context_.class_of(location.tree.region(path));
  if (times.all.ticks != 0 && location.tree.attachment(path).path.defined())
    region = context_.class_of(tree_.nodes()[tree_(id, path).index()].region);
  // Nothing runs on a meter, or on a stream while a recorder reports it as idle.
  const bool nothing_runs =
      location.is_meter() || (location.is_stream() && region.metric == ProfileMetric::Overhead);
  if (location.is_stream() && region.metric == ProfileMetric::Computation)
    region.metric = ProfileMetric::Accelerator;
  const Duration time = nothing_runs ? Duration{} : times.all;
  const Duration overhead = location.is_stream() ? Duration{} : std::min(times.overhead, time);
  const Duration management = std::min(times.management, time - overhead);
  add_time(ProfileMetric::Overhead, id, path, overhead);
  add_time(ProfileMetric::OmpManagement, id, path, management);
  const bool outside = path.index() == LocalCallTree::kRoot;
  const bool thread = context_.definitions.locations[id.index()].type == LocationType::CpuThread;
  add_time(outside && !thread ? ProfileMetric::OmpIdleThreads : region.metric, id, path,
           time - overhead - management);
}

void ProfileSums::add_counts(const LocationReplay& location) {
  for (std::size_t p = 0; p < location.tree.size(); ++p) {
    const LocalPathId path(p);
    location.tree.for_each_count(path, [&](CountMetric metric, std::uint64_t count) {
      add(counts_[static_cast<std::size_t>(metric)], location.location(), path,
          static_cast<std::int64_t>(count));
    });
  }
}

// A worker idles while its master is outside parallel regions, and in regions of teams that it is
// not a member of. A remainder that a contradictory trace leaves unexplained counts as time outside
// any region, as does a program-created thread's time before and after its events. If the trace
// records when such threads begin and end, however, no thread idles outside its lifetime, and the
// first thread may end before others.
void ProfileSums::add_idle_threads(const ProcessReplay& process, Duration wall,
                                   const Master* master) {
  const bool knows_lifetimes = std::ranges::any_of(
      process.locations(), [](const auto& location) { return location->knows_lifetimes(); });
  for (const auto& location : process.locations()) {
    const LocationId id = location->location();
    if (!location->has_events() &&
        context_.definitions.locations[id.index()].type != LocationType::CpuThread)
      continue;
    if (location->knows_lifetimes() || location->is_meter() || location->is_stream()) continue;
    if (knows_lifetimes && !location->worker()) continue;
    Duration left = wall - accounted_[id.index()];
    if (location->worker() && master != nullptr) add_idle_worker(*master, *location, left);
    add_time(ProfileMetric::OmpIdleThreads, id, LocalPathId(LocalCallTree::kRoot),
             std::max(left, Duration{}));
  }
}

void ProfileSums::add_idle_worker(const Master& master, const LocationReplay& worker,
                                  Duration& left) {
  static const IdleThreads::Times kNone;
  const IdleThreads* const idle = master.idle;
  const IdleThreads::Times& idled = idle != nullptr ? idle->idled(*worker.worker()) : kNone;
  const IdleThreads::Times& worked = idle != nullptr ? idle->worked(*worker.worker()) : kNone;
  const LocationId of_master = master.location.location();
  for (std::size_t i = 0; i < master.times.size(); ++i) {
    const LocalPathId path(i);
    const GlobalPathId place = tree_(of_master, path);
    const Duration inside = idle != nullptr ? idle->inside(path) : Duration{};
    add_to_tree(limited_, worker.location(), place, take(left, part(idled, path)).ticks);
    if (path.index() != LocalCallTree::kRoot)
      add_time(ProfileMetric::OmpIdleThreads, worker.location(), place,
               take(left, master.times[i] - inside - part(worked, path)));
  }
  if (idle == nullptr || idle->interrupted().empty()) return;
  const IdleThreads::Times& worked_on = idle->worked_on(*worker.worker());
  for (std::size_t i = 0; i < master.times.size(); ++i) {
    const LocalPathId path(i);
    add_time(ProfileMetric::Overhead, worker.location(), tree_(of_master, path),
             take(left, part(idle->interrupted(), path) - part(worked_on, path)));
  }
}

void ProfileSums::move_time(const Severity& severity, GlobalPathId path) {
  const MetricCatalogue::Entry& entry = catalogue_[severity.metric];
  const MetricIndex to = entry.parent;
  if (!entry.own || entry.info.unit != Unit::Seconds || !to.defined() || !catalogue_[to].profile)
    return;
  const RegionClass region = context_.class_of(tree_.nodes()[path.index()].region);
  const MetricIndex from = profile_[static_cast<std::size_t>(region.metric)];
  if (to == profile_[static_cast<std::size_t>(ProfileMetric::OmpManagement)]) return;
  if (is_part_of(from, to)) return;
  if (from.defined()) cells_.add(from, path, severity.location, -severity.value);
  cells_.add(to, path, severity.location, severity.value);
}

bool ProfileSums::is_part_of(MetricIndex metric, MetricIndex whole) const {
  while (metric.defined() && metric != whole) metric = catalogue_[metric].parent;
  return metric.defined();
}

void ProfileSums::add_time(ProfileMetric metric, LocationId location, LocalPathId path,
                           Duration time) {
  if (time.ticks != 0) add_time(metric, location, tree_(location, path), time);
}

void ProfileSums::add_time(ProfileMetric metric, LocationId location, GlobalPathId path,
                           Duration time) {
  add_to_tree(profile_[static_cast<std::size_t>(metric)], location, path, time.ticks);
}

void ProfileSums::add(MetricIndex metric, LocationId location, LocalPathId path,
                      std::int64_t value) {
  if (value != 0) add_to_tree(metric, location, tree_(location, path), value);
}

void ProfileSums::add_to_tree(MetricIndex metric, LocationId location, GlobalPathId path,
                              std::int64_t value) {
  if (value == 0 || !metric.defined()) return;
  cells_.add(metric, path, location, value);
  if (is_time_[metric.index()]) accounted_[location.index()] += Duration{value};
}

}  // namespace lull::analysis
