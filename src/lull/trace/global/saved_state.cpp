// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/trace/global/saved_state.hpp"

namespace lull {

SavedState::SavedState(const TraceState& state)
    : visits_(state.visits_),
      messages_(state.messages_.all()),
      owed_(state.messages_.owed_),
      early_(state.messages_.early_),
      rare_(state.rare_) {
  for (std::size_t i = 0; i < state.stacks_.size(); ++i) {
    const LocationId location(i);
    const auto& stack = state.stacks_[i];
    depths_.push_back(static_cast<std::uint32_t>(stack.size()));
    frames_.insert(frames_.end(), stack.begin(), stack.end());
    const TraceState::Pending& pending = state.pending_[i];
    for (const auto& [id, event] : pending.requests) requests_.push_back({location, id, event});
    for (const auto& [id, event] : pending.io_operations)
      io_operations_.push_back({location, id, event});
    for (const EventIndex event : pending.forks) forks_.push_back({location, 0, event});
    for (const auto& [team, event] : pending.team_begins)
      team_begins_.push_back({location, team.value, event});
    collective_begins_.push_back(pending.collective_begin);
  }
}

void SavedState::restore(TraceState& state) const {
  state.visits_ = visits_;
  std::size_t frame = 0;
  for (std::size_t i = 0; i < depths_.size(); ++i) {
    const auto begin = frames_.begin() + static_cast<std::ptrdiff_t>(frame);
    state.stacks_[i].assign(begin, begin + depths_[i]);
    frame += depths_[i];
    TraceState::Pending& pending = state.pending_[i];
    pending.requests.clear();
    pending.io_operations.clear();
    pending.forks.clear();
    pending.team_begins.clear();
    pending.collective_begin = collective_begins_[i];
  }
  const auto pending_of = [&](const Link& link) -> TraceState::Pending& {
    return state.pending_[link.location.index()];
  };
  for (const Link& link : requests_) pending_of(link).requests[link.id] = link.event;
  for (const Link& link : io_operations_) pending_of(link).io_operations[link.id] = link.event;
  for (const Link& link : forks_) pending_of(link).forks.push_back(link.event);
  for (const Link& link : team_begins_)
    pending_of(link).team_begins.emplace_back(CommunicatorId(link.id), link.event);
  state.messages_.clear();
  for (const QueuedMessage& message : messages_) state.messages_.send(message);
  state.messages_.owed_ = owed_;
  state.messages_.early_ = early_;
  state.rare_ = rare_;
}

std::size_t SavedState::bytes() const {
  const std::size_t links =
      requests_.size() + io_operations_.size() + forks_.size() + team_begins_.size();
  const std::size_t others = rare_.collectives.size() + rare_.teams.size() +
                             rare_.thread_locks.size() + rare_.window_locks.size() +
                             rare_.epochs.size() + rare_.threads.size();
  constexpr std::size_t kNode = 128;  // of a map, with what it holds
  return sizeof *this + visits_.size() * sizeof visits_[0] + frames_.size() * sizeof frames_[0] +
         depths_.size() * sizeof depths_[0] + messages_.size() * sizeof messages_[0] +
         links * sizeof(Link) + collective_begins_.size() * sizeof(EventIndex) + others * kNode;
}

}  // namespace lull
