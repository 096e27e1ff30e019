// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// What the formulas charge, and the formulas, one function per family. Each reads the model and
// adds to the severities; none depends on another's result.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

#include "support/reference/reference_analysis.hpp"
#include "support/reference/trace_model.hpp"

namespace lull::reference {

class Severities {
 public:
  Severities(const TraceModel& model, ReferenceResult& result) : model_(model), result_(result) {}

  void charge(std::string_view metric, PathId path, LocationId location, std::int64_t value) {
    if (value == 0) return;
    result_.values[std::string{metric}][{model_.paths[path.index()], location}] += value;
  }

  void charge(std::string_view metric, InstanceId instance, std::int64_t value) {
    charge(metric, model_[instance].path, model_[instance].location, value);
  }

  // Time from the enter of an instance to a moment, no longer than the instance, never negative.
  [[nodiscard]] std::int64_t wait_until(Timestamp moment, InstanceId instance) const {
    const RegionInstance& waiter = model_[instance];
    return std::max<std::int64_t>(0, (std::min(moment, waiter.leave) - waiter.enter).ticks);
  }

 private:
  const TraceModel& model_;
  ReferenceResult& result_;
};

void analyse_profile(const TraceModel& model, Severities& severities);
void analyse_idle_threads(const TraceModel& model, Severities& severities);
void analyse_openmp(const TraceModel& model, Severities& severities);
void analyse_point_to_point(const TraceModel& model, Severities& severities,
                            ReferenceResult& result);
void analyse_collectives(const TraceModel& model, const ReferenceOptions& options,
                         Severities& severities, ReferenceResult& result);
void analyse_init_and_finalize(const TraceModel& model, Severities& severities);

}  // namespace lull::reference
