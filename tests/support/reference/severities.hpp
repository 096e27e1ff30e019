// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Accumulates the times that the formulas charge, and declares the formulas, one function per
// family. Each reads the model and adds to the severities; none depends on another's result.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "support/reference/reference_analysis.hpp"
#include "support/reference/region_class.hpp"
#include "support/reference/trace_model.hpp"

namespace lull::reference {

class Severities {
 public:
  Severities(const TraceModel& model, ReferenceResult& result) : model_(model), result_(result) {}

  void charge(std::string_view metric, PathId path, LocationId location, std::int64_t value) {
    if (value == 0) return;
    auto& places = result_.values[std::string{metric}];
    const auto place = places.try_emplace({model_.paths[path.index()], location}).first;
    place->second += value;
    if (place->second == 0) places.erase(place);
  }

  void charge(std::string_view metric, InstanceId instance, std::int64_t value) {
    charge(metric, model_[instance].path, model_[instance].location, value);
  }

  // Charges time that a pattern found and that is part of a profile metric. If that metric is not
  // the class of the instance's region, the time moves from the class to it.
  void charge_wait(std::string_view metric, std::string_view part_of, InstanceId instance,
                   std::int64_t value) {
    charge(metric, instance, value);
    const std::string_view from = time_metric_of(model_.region_of(instance));
    if (from == part_of) return;
    charge(from, instance, -value);
    charge(part_of, instance, value);
  }

  // Returns the time from the start of an instance to a moment, never negative. An instance waits
  // only during its own time, which is assumed to precede its callees' time.
  [[nodiscard]] std::int64_t wait_until(Timestamp moment, InstanceId instance) const {
    return TimeSpan{model_[instance].enter, std::min(moment, model_.own_end(instance))}.length();
  }

 private:
  const TraceModel& model_;
  ReferenceResult& result_;
};

// Returns the calls that contain a collective operation of several processes. They wait for it, and
// not for messages; MPI_Init and MPI_Finalize wait for neither.
[[nodiscard]] std::set<InstanceId> collective_calls(const TraceModel& model);

void analyse_profile(const TraceModel& model, Severities& severities);
void analyse_idle_threads(const TraceModel& model, Severities& severities);
void analyse_openmp(const TraceModel& model, Severities& severities);
void analyse_locks(const TraceModel& model, Severities& severities);
void analyse_pthreads(const TraceModel& model, Severities& severities);
// Receives that waited for a late sender, by location and event.
struct LateReceive {
  InstanceId call;
  std::int64_t waiting = 0;
};
using LateReceives = std::map<std::pair<LocationId, std::size_t>, LateReceive>;

struct NonBlockingWaits;
// Removes from `collectives` the calls that wait longer for messages.
[[nodiscard]] LateReceives analyse_point_to_point(const TraceModel& model,
                                                  NonBlockingWaits& collectives,
                                                  Severities& severities, ReferenceResult& result);
void analyse_refill(const TraceModel& model, const LateReceives& late, Severities& severities);
void analyse_collectives(const TraceModel& model, const ReferenceOptions& options,
                         Severities& severities, ReferenceResult& result);
void analyse_one_sided(const TraceModel& model, Severities& severities);
void analyse_shmem(const TraceModel& model, Severities& severities, ReferenceResult& result);
void analyse_init_and_finalize(const TraceModel& model, Severities& severities,
                               ReferenceResult& result);

}  // namespace lull::reference
