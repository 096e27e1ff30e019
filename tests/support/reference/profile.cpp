// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Visits, exclusive time and its division among the leaves of the time tree.
#include "support/reference/region_class.hpp"
#include "support/reference/severities.hpp"

namespace lull::reference {
namespace {

// On accelerator streams, regions added by the recorder take no time.
void charge_time(const TraceModel& model, LocationId location, Severities& severities) {
  const bool stream =
      model.definitions->locations[location.index()].type == LocationType::AcceleratorStream;
  for (const Segment& segment : model.segments[location.index()]) {
    if (!segment.instance.defined()) continue;
    const PathId path = model[segment.instance].path;
    std::string_view metric = segment.overhead && !stream ? "overhead"
                              : segment.management
                                  ? "omp_management"
                                  : time_metric_of(model.region_of(segment.instance));
    if (stream && metric == "overhead") continue;
    if (stream && metric == "comp") metric = "accelerator";
    severities.charge("time", path, location, segment.span.length());
    severities.charge(metric, path, location, segment.span.length());
  }
}

// Charges the time from the fork, or from the end of other work, to the start of the parallel
// region.
void charge_forks(const TraceModel& model, Severities& severities) {
  for (const Membership& member : model.memberships) {
    if (!member.parallel.defined()) continue;
    const std::int64_t time = TimeSpan{member.start, model[member.parallel].enter}.length();
    severities.charge("time", member.parallel, time);
    severities.charge("omp_management", member.parallel, time);
    if (model.teams[member.team.index()].forked)
      severities.charge("omp_fork", member.parallel, time);
  }
}

}  // namespace

void analyse_profile(const TraceModel& model, Severities& severities) {
  for (std::size_t i = 0; i < model.events.size(); ++i)
    charge_time(model, LocationId{i}, severities);
  charge_forks(model, severities);
  for (std::size_t i = 0; i < model.instances.size(); ++i)
    severities.charge("visits", InstanceId{i}, 1);
}

}  // namespace lull::reference
