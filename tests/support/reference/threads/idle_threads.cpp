// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// omp_idle_threads and omp_limited_parallelism: idle time of worker threads, charged to their
// process's first thread: to its current call path while it is outside parallel regions, else to
// its outermost parallel region. Outside regions it is overhead while the measurement of the
// first thread is interrupted.
#include <algorithm>
#include <vector>

#include "support/reference/severities.hpp"

namespace lull::reference {
namespace {

// An interval of the master's time on one call path.
struct MasterStretch {
  TimeSpan span;
  PathId path;
  bool parallel = false;  // a whole parallel region
  bool overhead = false;  // the measurement is interrupted
};

std::vector<MasterStretch> stretches_of(const TraceModel& model, ProcessId process) {
  std::vector<MasterStretch> stretches;
  const std::vector<MasterRegion>& regions = model.master_regions[process.index()];
  for (const MasterRegion& region : regions)
    stretches.push_back({region.span, model[region.parallel].path, true});
  for (const Segment& segment : model.segments[model.master_of(process).index()]) {
    const bool outside = std::ranges::none_of(regions, [&segment](const MasterRegion& region) {
      return region.span.begin <= segment.span.begin && segment.span.end <= region.span.end;
    });
    if (outside && segment.instance.defined())
      stretches.push_back({segment.span, model[segment.instance].path, false, segment.overhead});
  }
  std::ranges::sort(stretches, {}, [](const MasterStretch& stretch) { return stretch.span.begin; });
  return stretches;
}

// Returns the spans in which the worker is not idle, in order.
std::vector<TimeSpan> busy_spans(const TraceModel& model, LocationId worker) {
  std::vector<TimeSpan> busy;
  for (const Segment& segment : model.segments[worker.index()]) busy.push_back(segment.span);
  for (const Membership& member : model.memberships)
    if (member.location == worker && member.parallel.defined())
      busy.push_back({member.start, model[member.parallel].enter});
  std::ranges::sort(busy, {}, &TimeSpan::begin);
  return busy;
}

std::vector<TimeSpan> idle_spans(const std::vector<TimeSpan>& busy, TimeSpan whole) {
  std::vector<TimeSpan> idle;
  Timestamp time = whole.begin;
  for (const TimeSpan& span : busy) {
    if (span.begin > time) idle.push_back({time, span.begin});
    time = std::max(time, span.end);
  }
  if (whole.end > time) idle.push_back({time, whole.end});
  return idle;
}

void charge_worker(const std::vector<MasterStretch>& stretches, const std::vector<TimeSpan>& idle,
                   LocationId worker, Severities& severities) {
  auto first = idle.begin();
  for (const MasterStretch& stretch : stretches) {
    while (first != idle.end() && first->end <= stretch.span.begin) ++first;
    for (auto span = first; span != idle.end() && span->begin < stretch.span.end; ++span) {
      const std::int64_t time =
          TimeSpan{std::max(span->begin, stretch.span.begin), std::min(span->end, stretch.span.end)}
              .length();
      severities.charge("time", stretch.path, worker, time);
      severities.charge(stretch.overhead ? "overhead" : "omp_idle_threads", stretch.path, worker,
                        time);
      if (stretch.parallel)
        severities.charge("omp_limited_parallelism", stretch.path, worker, time);
    }
  }
}

}  // namespace

void analyse_idle_threads(const TraceModel& model, Severities& severities) {
  for (std::size_t i = 0; i < model.definitions->processes.size(); ++i) {
    const ProcessId process{i};
    const LocationId master = model.master_of(process);
    if (!master.defined()) continue;
    const std::vector<MasterStretch> stretches = stretches_of(model, process);
    for (const LocationId worker : model.definitions->processes[i].locations)
      if (worker != master && model.is_thread(worker) && !model.stands_alone[worker.index()])
        charge_worker(stretches, idle_spans(busy_spans(model, worker), model.process_span[i]),
                      worker, severities);
  }
}

}  // namespace lull::reference
