// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/trace/global/saved_state.hpp"

#include "lull/trace/event/event_coding.hpp"

namespace lull {

SavedState::SavedState(const TraceState& state)
    : visits_(state.visits_),
      messages_(state.messages_.all()),
      owed_(state.messages_.owed()),
      early_(state.messages_.early()),
      rare_(state.rare_) {
  for (std::size_t i = 0; i < state.stacks_.size(); ++i) {
    const LocationId location(i);
    pack(state.stacks_[i].stack().frames());
    if (!state.stacks_[i].context().empty())
      contexts_.emplace_back(location, state.stacks_[i].context());
    const TraceState::Pending& pending = state.pending_[i];
    for (const auto& [id, event] : pending.io_operations)
      io_operations_.push_back({location, id, event});
    for (const EventIndex event : pending.forks) forks_.push_back({location, 0, event});
    for (const auto& [team, event] : pending.team_begins)
      team_begins_.push_back({location, team.value, event});
    if (pending.collective_begin != kNoEvent)
      collective_begins_.push_back({location, 0, pending.collective_begin});
  }
  stacks_.shrink_to_fit();
  for (std::size_t i = 0; i < state.of_processes_.size(); ++i)
    for (const auto& [id, request] : state.of_processes_[i].requests)
      requests_.push_back({ProcessId(i), id, request});
  numbered_ = state.messages_.numbered();
}

void SavedState::pack(std::span<const Frame> stack) {
  constexpr std::size_t kMost = 10;  // a number's maximum number of bytes
  const std::size_t used = stacks_.size();
  stacks_.resize(used + (1 + 3 * stack.size()) * kMost);
  event_coding::Writer to{stacks_.data() + used};
  to.number(stack.size());
  Frame before{.enter = 0, .time = {0}, .node = {}, .region = {}};
  for (const Frame& frame : stack) {
    to.number(frame.enter - before.enter);
    to.number(frame.time.ticks - before.time.ticks);
    to.number(frame.node.value);
    before = frame;
  }
  stacks_.resize(static_cast<std::size_t>(to.to - stacks_.data()));
}

void SavedState::restore(TraceState& state) const {
  state.visits_ = visits_;
  event_coding::Reader from{stacks_.data()};
  auto context = contexts_.begin();
  std::vector<Frame> stack;
  for (std::size_t i = 0; i < state.stacks_.size(); ++i) {
    stack.resize(from.number());
    Frame before{.enter = 0, .time = {0}, .node = {}, .region = {}};
    for (Frame& frame : stack) {
      frame.enter = before.enter + from.number();
      frame.time.ticks = before.time.ticks + from.number();
      frame.node = CallNodeId(from.number());
      frame.region = (*state.tree_)[frame.node].region;
      before = frame;
    }
    const bool is_next = context != contexts_.end() && context->first == LocationId(i);
    state.stacks_[i].restore(stack, is_next ? (context++)->second : OpenRegions<Frame>::Context{});
    TraceState::Pending& pending = state.pending_[i];
    pending.io_operations.clear();
    pending.forks.clear();
    pending.team_begins.clear();
    pending.collective_begin = kNoEvent;
  }
  for (TraceState::ProcessPending& pending : state.of_processes_) pending = {};
  for (const Request& saved : requests_) {
    TraceState::ProcessPending& pending = state.of_processes_[saved.process.index()];
    pending.requests[saved.id] = saved.request;
    if (saved.request.receive) pending.receives.insert(saved.request.posted);
  }
  const auto pending_of = [&](const Link& link) -> TraceState::Pending& {
    return state.pending_[link.location.index()];
  };
  for (const Link& link : io_operations_) pending_of(link).io_operations[link.id] = link.event;
  for (const Link& link : forks_) pending_of(link).forks.push_back(link.event);
  for (const Link& link : team_begins_)
    pending_of(link).team_begins.emplace_back(CommunicatorId(link.id), link.event);
  for (const Link& link : collective_begins_) pending_of(link).collective_begin = link.event;
  state.messages_.restore(messages_, numbered_, owed_, early_);
  state.rare_ = rare_;
}

std::size_t SavedState::bytes() const {
  const std::size_t links =
      io_operations_.size() + forks_.size() + team_begins_.size() + collective_begins_.size();
  const std::size_t others = rare_.collectives.size() + rare_.teams.size() +
                             rare_.thread_locks.size() + rare_.window_locks.size() +
                             rare_.epochs.size() + rare_.threads.size();
  constexpr std::size_t kNode = 128;  // a map's node, with its contents
  std::size_t numbers = 0;
  for (const auto& channel : numbered_) numbers += channel.messages.size() + channel.owed.size();
  std::size_t context_bytes = contexts_.size() * sizeof contexts_[0];
  for (const auto& [location, context] : contexts_)
    context_bytes += context.teams.size() * sizeof context.teams[0] +
                     context.programs.size() * sizeof context.programs[0];
  return sizeof *this + visits_.size() * sizeof visits_[0] + stacks_.size() + context_bytes +
         messages_.size() * sizeof messages_[0] + requests_.size() * sizeof requests_[0] +
         numbered_.size() * sizeof numbered_[0] + numbers * sizeof(std::uint64_t) +
         links * sizeof(Link) + others * kNode;
}

}  // namespace lull
