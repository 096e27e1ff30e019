// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/trace/global/state_transition.hpp"

#include <algorithm>
#include <utility>

#include "lull/trace/rules/posting_order.hpp"

namespace lull {
namespace {

// Incomplete collectives must not accumulate: a member may be missing from the trace.
constexpr std::size_t kMostOpenCollectives = 256;

}  // namespace

StateTransition::StateTransition(TraceState& state, ReceiveNumbers& numbers,
                                 const std::vector<std::uint64_t>& positions)
    : state_(state),
      numbers_(numbers),
      positions_(positions),
      peers_(*state.definitions_),
      mpi_calls_(state.stacks_.size()),
      mpi_calls_of_process_(state.of_processes_.size()) {
  for (const Region& region : state.definitions_->regions)
    is_mpi_.push_back(is_mpi_call(region) ? 1 : 0);
}

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
  sent_.reset();
  left_.clear();
  if (state_.rare_.complete) [[unlikely]]
    forget_complete_collective();
  follow(event);
  if (!is_one_of<Enter, Leave>(event.event.body)) change(event);
  known_.reset();
  return opened_;
}

// Dispatches on the kind of event. The most frequent kinds avoid the function table.
[[gnu::flatten]] void StateTransition::change(GlobalEvent& event) {
  const EventBody& body = event.event.body;
  if (const auto* send = std::get_if<MpiSend>(&body)) return on(event, *send);
  if (const auto* receive = std::get_if<MpiRecv>(&body)) return on(event, *receive);
  std::visit([&](const auto& other) { on(event, other); }, body);
}

// Sets the links to the enclosing region instance. An event that ends instances without being a
// leave comes after them.
void StateTransition::follow(GlobalEvent& event) {
  OpenRegions<Frame>& regions = state_.stacks_[event.location.index()];
  const auto open = [&](RegionId region) {
    const CallNodeId caller = regions.empty() ? CallNodeId{} : regions.top().node;
    return Frame{event.index, event.time(), state_.tree_->child(caller, region), region};
  };
  const auto close = [&](const Frame& frame) {
    left_.push_back(frame);
    count_mpi_call(event.location, frame.region, ~std::uint32_t{0});
  };
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
  count_mpi_call(event.location, frames.back().region, 1);
  opened_ = true;
}

// Increments or decrements the count.
void StateTransition::count_mpi_call(LocationId location, RegionId region, std::uint32_t change) {
  if (region.index() >= is_mpi_.size() || is_mpi_[region.index()] == 0) return;
  mpi_calls_[location.index()] += change;
  mpi_calls_of_process_[state_.process_of(location).index()] += change;
}

void StateTransition::restart() {
  known_.reset();
  std::ranges::fill(mpi_calls_, 0);
  std::ranges::fill(mpi_calls_of_process_, 0);
  for (std::size_t i = 0; i < state_.stacks_.size(); ++i)
    for (const Frame& frame : state_.stacks_[i].stack())
      count_mpi_call(LocationId(i), frame.region, 1);
}

// Messages and requests

template <class Send>
void StateTransition::send(const GlobalEvent& event, const Send& body) {
  const ProcessId receiver = peers_.process(body.communicator, body.receiver, event.location);
  std::optional<MessageChannel> channel;
  if (receiver.defined()) {
    const ProcessId sender = state_.process_of(event.location);
    channel = {sender, receiver, body.communicator, body.tag};
    opened_ = state_.messages_.send({event.index, event.enter, event.time(), event.location, sender,
                                     receiver, body.communicator, body.tag, body.length});
    if (opened_) sent_ = channel;
  }
  if constexpr (requires { body.request; })
    post(event, body.request, {event.index, false, channel});
}

// Returns whether a receive that was posted earlier may complete later.
template <class Receive>
bool StateTransition::may_overtake(LocationId location, const Receive& body) const {
  const ProcessId process = state_.process_of(location);
  if (mpi_calls_of_process_[process.index()] > mpi_calls_[location.index()]) return true;
  const auto& of_process = state_.of_processes_[process.index()];
  if (of_process.receives.empty()) return false;
  if constexpr (requires { body.request; }) {
    const auto request = of_process.requests.find(body.request);
    return request == of_process.requests.end() ||
           *of_process.receives.begin() < request->second.posted;
  }
  return true;
}

template <class Receive>
std::optional<StateTransition::Expected> StateTransition::expected_by(LocationId location,
                                                                      const Receive& body) {
  const ProcessId sender = peers_.process(body.communicator, body.sender, location);
  if (!sender.defined()) return std::nullopt;
  const ProcessId receiver = state_.process_of(location);
  if (may_overtake(location, body)) numbers_.read(receiver);
  Expected message{{sender, receiver, body.communicator, body.tag}, std::nullopt};
  if (numbers_.is_irregular(message.channel)) {
    message.number = numbers_.number(message.channel, location, positions_[location.index()]);
    if (!state_.messages_.has_numbers(message.channel))
      state_.messages_.give_numbers(message.channel,
                                    numbers_.received_before(message.channel, positions_));
  }
  message.place = state_.messages_.find(message.channel, message.number);
  return message;
}

const std::optional<StateTransition::Expected>& StateTransition::expected(LocationId location,
                                                                          const Event& event) {
  known_.reset();
  known_for_ = location;
  if (const auto* body = std::get_if<MpiRecv>(&event.body))
    known_ = expected_by(location, *body);
  else if (const auto* other = std::get_if<MpiIrecv>(&event.body))
    known_ = expected_by(location, *other);
  return known_;
}

void StateTransition::has_waited(LocationId location) {
  const ProcessId process = state_.process_of(location);
  if (state_.definitions_->processes[process.index()].locations.size() > 1) numbers_.read(process);
}

void StateTransition::receive(GlobalEvent& event) {
  const bool come = std::exchange(early_, false);
  const bool known = known_ && known_for_ == event.location;
  const std::optional<Expected>& wanted = known ? known_ : expected(event.location, event.event);
  if (!wanted) return;
  if (wanted->is_there())
    event.match = state_.messages_.receive(wanted->place).send;
  else if (come)
    state_.messages_.receive_early(wanted->channel, wanted->number);
}

void StateTransition::post(const GlobalEvent& event, std::uint64_t request,
                           const TraceState::Request& posted) {
  TraceState::ProcessPending& pending = of_process(event.location);
  TraceState::Request& place = pending.requests[request];
  if (place.receive) pending.receives.erase(place.posted);
  place = posted;
  if (posted.receive) pending.receives.insert(posted.posted);
}

EventIndex StateTransition::complete(const GlobalEvent& event, std::uint64_t request) {
  TraceState::ProcessPending& pending = of_process(event.location);
  const auto found = pending.requests.find(request);
  if (found == pending.requests.end()) return kNoEvent;
  const EventIndex posted = found->second.posted;
  if (found->second.receive) pending.receives.erase(posted);
  pending.requests.erase(found);
  return posted;
}

void StateTransition::on(GlobalEvent& event, const MpiSend& body) { send(event, body); }
void StateTransition::on(GlobalEvent& event, const MpiIsend& body) { send(event, body); }
void StateTransition::on(GlobalEvent& event, const MpiRecv&) { receive(event); }
void StateTransition::on(GlobalEvent& event, const MpiIrecv& body) {
  receive(event);
  event.request = complete(event, body.request);
}
void StateTransition::on(GlobalEvent& event, const MpiIrecvRequest& body) {
  post(event, body.request, {event.index, true, {}});
}
void StateTransition::on(GlobalEvent& event, const MpiIsendComplete& body) {
  event.request = complete(event, body.request);
}
void StateTransition::on(GlobalEvent& event, const MpiRequestTest& body) {
  const auto& requests = of_process(event.location).requests;
  if (const auto found = requests.find(body.request); found != requests.end())
    event.request = found->second.posted;
}
void StateTransition::on(GlobalEvent& event, const MpiRequestCancelled& body) {
  const auto& requests = of_process(event.location).requests;
  const auto found = requests.find(body.request);
  if (found == requests.end()) return;
  if (found->second.sent) state_.messages_.cancel(*found->second.sent, found->second.posted);
  event.request = complete(event, body.request);
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
  post(event, body.request, {event.index, false, {}});
}
void StateTransition::on(GlobalEvent& event, const NonBlockingCollectiveComplete& body) {
  event.request = complete(event, body.request);
}

void StateTransition::end_collective(GlobalEvent& event, CommunicatorId communicator) {
  const std::size_t members = state_.definitions_->size_of(communicator);
  if (members == 0 || !peers_.is_member(communicator, state_.process_of(event.location))) return;
  const std::uint64_t key = state_.collective_key(communicator, event.location);
  TraceState::CommunicatorProgress& progress = state_.rare_.collectives[key];
  const std::uint64_t number = progress.ended[state_.process_of(event.location)]++;
  if (number < progress.completed) return;  // more members than the communicator
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
