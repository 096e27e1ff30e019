// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "support/reference/reference_analysis.hpp"

#include "support/reference/mpi/non_blocking.hpp"
#include "support/reference/severities.hpp"
#include "support/reference/trace_model.hpp"

namespace lull::reference {

std::int64_t ReferenceResult::total(const std::string& metric) const {
  std::int64_t sum = 0;
  if (const auto found = values.find(metric); found != values.end())
    for (const auto& [place, value] : found->second) sum += value;
  return sum;
}

std::int64_t ReferenceResult::at(const std::string& metric, const std::string& path,
                                 LocationId location) const {
  const auto found = values.find(metric);
  if (found == values.end()) return 0;
  const auto value = found->second.find({path, location});
  return value == found->second.end() ? 0 : value->second;
}

ReferenceResult analyse_by_reference(const TraceSource& trace, const ReferenceOptions& options) {
  const TraceModel model = load_trace(trace);
  ReferenceResult result;
  Severities severities(model, result);
  analyse_profile(model, severities);
  analyse_idle_threads(model, severities);
  analyse_openmp(model, severities);
  analyse_locks(model, severities);
  analyse_pthreads(model, severities);
  NonBlockingWaits non_blocking = analyse_non_blocking(model, options, severities, result);
  const LateReceives late = analyse_point_to_point(model, non_blocking, severities, result);
  analyse_refill(model, late, severities);
  charge_non_blocking(non_blocking, severities);
  analyse_collectives(model, options, severities, result);
  analyse_one_sided(model, severities);
  analyse_shmem(model, severities, result);
  analyse_init_and_finalize(model, severities, result);
  return result;
}

}  // namespace lull::reference
