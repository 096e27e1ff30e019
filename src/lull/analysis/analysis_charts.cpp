// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The map of the run and the communication matrix of an analysis.
#include <algorithm>

#include "lull/analysis/analysis.hpp"

namespace lull::analysis {

// The windows are used for as many slices as fit into them.
void Analysis::chart_up_to(Timestamp until) {
  const auto serves = [until](const WorkerResults& worker) {
    return worker.map.front().covers(until) && worker.map.front().others().empty();
  };
  if (!std::ranges::all_of(workers_, serves)) chart();
}

void Analysis::chart() {
  for (WorkerResults& worker : workers_) map_->take(worker.map.front());
  map_->expect(expected_ticks());
  for (WorkerResults& worker : workers_) map_->open(worker.map.front(), replayed_);
}

// Estimates how long the whole run lasts from the events handled until now, at most the trace's
// length. Returns zero while there are too few events.
std::uint64_t Analysis::expected_ticks() const {
  const ClockProperties& clock = context_.definitions.clock;
  const std::uint64_t events = events_ + handled_;
  if (events < options_.slice_events || replayed_ <= clock.global_offset) return 0;
  const double passed = static_cast<double>((replayed_ - clock.global_offset).ticks);
  const double all = passed * static_cast<double>(expected_) / static_cast<double>(events);
  return static_cast<std::uint64_t>(std::min(all, static_cast<double>(clock.trace_length)));
}

void Analysis::finish_matrix() {
  for (const auto& process : processes_) process->end_pairs();
  for (const auto& shard : shards_) shard->charges().pairs().hand_over();
  CommunicationMatrix& matrix = workers_.front().matrix.front();
  for (std::size_t worker = 1; worker < workers_.size(); ++worker)
    matrix.add(workers_[worker].matrix.front());
  if (options_.partners != nullptr) matrix.gather(*options_.partners);
}

void Analysis::finish_chart() {
  chart();
  for (const auto& process : processes_)
    for (const auto& location : process->locations())
      if (location->has_events() && !location->charts_all() && !location->is_meter())
        map_->add_life(location->location(), location->first(), location->last());
  if (options_.partners != nullptr) map_->gather(*options_.partners);
  map_->finish();
}

}  // namespace lull::analysis
