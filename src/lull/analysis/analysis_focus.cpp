// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Determines the borders of the focus. Patterns and replays read them while they work; they change
// here, between slices.
#include <algorithm>

#include "lull/analysis/analysis.hpp"

namespace lull::analysis {

void Analysis::begin_focus() {
  pool_.run(processes_.size(), [this](std::size_t, std::size_t index) {
    focus_finder_->look_at_beginning(trace_, processes_[index]->state().process);
  });
  focus_finder_->learn(options_.partners);
  if (!focus_finder_->is_open()) return;
  focus_borders_.from = focus_finder_->from();
  focus_borders_.ends.assign(context_.definitions.processes.size(), kEndOfTime);
  ChargeSetup charges = charge_setup();
  charges.focus = &focus_borders_;
  for (const auto& process : processes_) process->find_focus(*focus_finder_);
  for (const auto& shard : shards_) shard->charges().set_up(charges);
  look_for_end_of_focus();
}

// A process that has reached MPI_Finalize, or is not a member of the focus, may be replayed beyond
// the end of the focus. The focus does not end before the time that any member has reached, so
// everything before that time is inside.
void Analysis::look_for_end_of_focus() {
  if (!focus_finder_->is_open() || focus_borders_.settled) return;
  Timestamp until = kEndOfTime;
  for (const auto& process : processes_) {
    const ProcessState& state = process->state();
    if (!state.ending) continue;
    focus_borders_.ends[state.process.index()] = state.finalize;
    until = std::min(until, state.finalize);
  }
  focus_borders_.until = until;
  if (until == kEndOfTime) return;
  Timestamp reached;
  bool all_ended = options_.partners == nullptr;
  std::size_t members = 0;
  for (std::size_t i = 0; i < processes_.size(); ++i) {
    const ProcessState& state = processes_[i]->state();
    if (!focus_finder_->is_member(state.process)) continue;
    ++members;
    reached = std::max(reached, state.ending ? state.finalize : processes_[i]->last());
    all_ended = all_ended && standings_[i].ended;  // MPI_Finalize may come once more
  }
  for (const auto& process : processes_) process->go_on_until(reached);
  for (const auto& shard : shards_)
    shard->charges().observer<OutsideCharges>().forget_until(reached);
  if (all_ended && members > 0) settle_focus(reached);
}

void Analysis::settle_focus(Timestamp to) {
  for (const auto& shard : shards_) shard->charges().observer<OutsideCharges>().settle(to);
  focus_borders_.until = to;
  focus_borders_.settled = true;
}

void Analysis::end_focus() {
  std::vector<FocusFinder::Ending> endings;
  for (const auto& process : processes_) {
    const ProcessState& state = process->state();
    endings.push_back({state.process, state.finalize, process->first(), process->last()});
  }
  focus_ = focus_finder_->focus(std::move(endings), options_.partners);
  if (focus_finder_->is_open() && !focus_borders_.settled) settle_focus(focus_.to);
}

}  // namespace lull::analysis
