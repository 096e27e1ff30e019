// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/trace/global/state_transition.hpp"

#include <utility>

namespace lull {
namespace {

// Collectives that nobody completes must not pile up: a member may be missing from the trace.
constexpr std::size_t kMostOpenCollectives = 256;

}  // namespace

EventIndex StateTransition::take(std::unordered_map<std::uint64_t, EventIndex>& from,
                                 std::uint64_t key) {
  const auto found = from.find(key);
  if (found == from.end()) return kNoEvent;
  const EventIndex index = found->second;
  from.erase(found);
  return index;
}

bool StateTransition::apply(GlobalEvent& event) {
  opened_ = false;
  left_.clear();
  if (state_.rare_.complete) [[unlikely]]
    forget_complete_collective();
  follow(event);
  std::visit([&](const auto& body) { on(event, body); }, event.event.body);
  return opened_;
}

// The links to the region instance around the event. An event that ends instances without being a
// leave is behind them.
void StateTransition::follow(GlobalEvent& event) {
  OpenRegions<Frame>& regions = state_.stacks_[event.location.index()];
  const auto open = [&](RegionId region) {
    const CallNodeId caller = regions.empty() ? CallNodeId{} : regions.top().node;
    return Frame{event.index, event.time(), state_.tree_->child(caller, region), region};
  };
  const auto close = [&](const Frame& frame) { left_.push_back(frame); };
  switch (regions.follow(event.event.body, open, close)) {
    case RegionEffect::Opens:
      enter(event, regions);
      return;
    case RegionEffect::Leaves:
      event.enter = left_.back().enter;
      event.node = left_.back().node;
      return;
    case RegionEffect::Stray:
      return;
    case RegionEffect::Ends:
    case RegionEffect::None:
      if (regions.empty()) return;
      event.enter = regions.top().enter;
      event.node = regions.top().node;
  }
}

void StateTransition::enter(GlobalEvent& event, const OpenRegions<Frame>& regions) {
  const auto frames = regions.stack().frames();
  event.node = frames.back().node;
  if (frames.size() > 1) event.enter = frames[frames.size() - 2].enter;
  if (event.node.index() >= state_.visits_.size()) state_.visits_.resize(event.node.index() + 1);
  ++state_.visits_[event.node.index()];
  opened_ = true;
}

// Messages

template <class Send>
void StateTransition::send(const GlobalEvent& event, const Send& body) {
  const Definitions& definitions = *state_.definitions_;
  const LocationId receiver =
      definitions.location_of(body.communicator, body.receiver, event.location);
  if (!receiver.defined()) return;
  opened_ = state_.messages_.send({event.index, event.enter, event.time(), event.location,
                                   state_.process_of(event.location), state_.process_of(receiver),
                                   body.communicator, body.tag, body.length});
}

std::optional<MessageChannel> StateTransition::channel_from(std::uint32_t rank,
                                                            CommunicatorId communicator,
                                                            std::uint32_t tag,
                                                            LocationId receiver) const {
  const LocationId sender = state_.definitions_->location_of(communicator, rank, receiver);
  if (!sender.defined()) return std::nullopt;
  return MessageChannel{state_.process_of(sender), state_.process_of(receiver), communicator, tag};
}

template <class Receive>
void StateTransition::receive(GlobalEvent& event, const Receive& body) {
  const bool early = std::exchange(early_, false);
  const auto channel = channel_from(body.sender, body.communicator, body.tag, event.location);
  if (!channel) return;
  const auto message =
      state_.messages_.receive(*channel, store_.overtaken(event.location, event.position), early);
  if (message) event.match = message->send;
}

std::optional<MessageChannel> StateTransition::missing_message(LocationId location,
                                                               std::uint64_t position,
                                                               const Event& event) const {
  const auto missing = [&](const auto& body) -> std::optional<MessageChannel> {
    const auto channel = channel_from(body.sender, body.communicator, body.tag, location);
    if (!channel || state_.messages_.has(*channel, store_.overtaken(location, position)))
      return std::nullopt;
    return channel;
  };
  if (const auto* body = std::get_if<MpiRecv>(&event.body)) return missing(*body);
  if (const auto* body = std::get_if<MpiIrecv>(&event.body)) return missing(*body);
  return std::nullopt;
}

bool StateTransition::waits(LocationId location, const Event& event) const {
  if (const auto* body = std::get_if<ThreadTeamBegin>(&event.body))
    return innermost_fork(body->team, location) == kNoEvent;
  if (const auto* body = std::get_if<ThreadBegin>(&event.body))
    return !state_.rare_.threads.contains({body->contingent, body->sequence});
  if (const auto* body = std::get_if<ThreadAcquireLock>(&event.body)) {
    const LockState* lock = state_.lock(location, body->lock);
    return lock != nullptr && lock->acquired != kNoEvent && lock->owner != location;
  }
  return false;
}

void StateTransition::on(GlobalEvent& event, const MpiSend& body) { send(event, body); }
void StateTransition::on(GlobalEvent& event, const MpiIsend& body) {
  send(event, body);
  pending(event).requests[body.request] = event.index;
}
void StateTransition::on(GlobalEvent& event, const MpiRecv& body) { receive(event, body); }
void StateTransition::on(GlobalEvent& event, const MpiIrecv& body) {
  event.request = take(pending(event).requests, body.request);
  receive(event, body);
}
void StateTransition::on(GlobalEvent& event, const MpiIrecvRequest& body) {
  pending(event).requests[body.request] = event.index;
}
void StateTransition::on(GlobalEvent& event, const MpiIsendComplete& body) {
  event.request = take(pending(event).requests, body.request);
}
void StateTransition::on(GlobalEvent& event, const MpiRequestTest& body) {
  const auto& requests = pending(event).requests;
  if (const auto found = requests.find(body.request); found != requests.end())
    event.request = found->second;
}
void StateTransition::on(GlobalEvent& event, const MpiRequestCancelled& body) {
  event.request = take(pending(event).requests, body.request);
}

// Collective operations

void StateTransition::on(GlobalEvent& event, const MpiCollectiveBegin&) {
  pending(event).collective_begin = event.index;
}
void StateTransition::on(GlobalEvent& event, const MpiCollectiveEnd& body) {
  event.match = std::exchange(pending(event).collective_begin, kNoEvent);
  end_collective(event, body.communicator);
}
void StateTransition::on(GlobalEvent& event, const NonBlockingCollectiveRequest& body) {
  pending(event).requests[body.request] = event.index;
}
void StateTransition::on(GlobalEvent& event, const NonBlockingCollectiveComplete& body) {
  event.request = take(pending(event).requests, body.request);
}

void StateTransition::end_collective(GlobalEvent& event, CommunicatorId communicator) {
  const std::size_t members = state_.definitions_->size_of(communicator);
  if (members == 0) return;
  const std::uint64_t key = state_.collective_key(communicator, event.location);
  TraceState::CommunicatorProgress& progress = state_.rare_.collectives[key];
  const std::uint64_t number = progress.ended[state_.process_of(event.location)]++;
  if (number < progress.completed) return;  // more members than the communicator has
  while (number - progress.completed >= progress.open.size())
    progress.open.push_back({progress.completed + progress.open.size(), members, {}});
  progress.open[number - progress.completed].ends.push_back(event.index);
  if (progress.open.front().complete() || progress.open.size() > kMostOpenCollectives)
    state_.rare_.complete = key;
}

void StateTransition::forget_complete_collective() {
  TraceState::CommunicatorProgress& progress = state_.rare_.collectives[*state_.rare_.complete];
  do {
    progress.open.pop_front();
    ++progress.completed;
  } while (!progress.open.empty() && progress.open.front().complete());
  state_.rare_.complete.reset();
}

// Input and output

void StateTransition::on(GlobalEvent& event, const IoOperationBegin& body) {
  pending(event).io_operations[body.matching] = event.index;
}
void StateTransition::on(GlobalEvent& event, const IoOperationTest& body) {
  const auto& open = pending(event).io_operations;
  if (const auto found = open.find(body.matching); found != open.end()) event.match = found->second;
}
void StateTransition::on(GlobalEvent& event, const IoOperationIssued& body) {
  on(event, IoOperationTest{body.handle, body.matching});
}
void StateTransition::on(GlobalEvent& event, const IoOperationComplete& body) {
  event.match = take(pending(event).io_operations, body.matching);
}
void StateTransition::on(GlobalEvent& event, const IoOperationCancelled& body) {
  event.match = take(pending(event).io_operations, body.matching);
}

}  // namespace lull
