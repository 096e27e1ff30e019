// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/parallel/message_numbers.hpp"

#include <algorithm>

namespace lull::parallel {
namespace {

// What the four kinds of events with a peer have in common.
struct Peer {
  std::uint32_t rank = 0;
  CommunicatorId communicator;
  std::uint32_t tag = 0;
  std::optional<std::uint64_t> request;
};

std::optional<Peer> peer_of(const EventBody& body) {
  if (const auto* const e = std::get_if<MpiSend>(&body))
    return Peer{e->receiver, e->communicator, e->tag, {}};
  if (const auto* const e = std::get_if<MpiIsend>(&body))
    return Peer{e->receiver, e->communicator, e->tag, e->request};
  if (const auto* const e = std::get_if<MpiRecv>(&body))
    return Peer{e->sender, e->communicator, e->tag, {}};
  if (const auto* const e = std::get_if<MpiIrecv>(&body))
    return Peer{e->sender, e->communicator, e->tag, e->request};
  return std::nullopt;
}

}  // namespace

Part part_of(const EventBody& body) {
  switch (body.index()) {
    case kEventKind<MpiSend>:
    case kEventKind<MpiIsend>:
      return Part::Send;
    case kEventKind<MpiRecv>:
    case kEventKind<MpiIrecv>:
      return Part::Receive;
    case kEventKind<MpiCollectiveEnd>:
      return Part::Collective;
    default:
      return Part::None;
  }
}

MessageNumbers::MessageNumbers(const Definitions& definitions, ProcessId process,
                               const std::vector<const LocalTrace*>& threads)
    : messages_(threads.size()), collectives_(threads.size()) {
  for (ProcessWalk walk(threads, Direction::Forward); !walk.ended(); walk.advance()) {
    look_at(definitions, process, walk);
    ++seen_;
  }
  give_numbers();
}

void MessageNumbers::look_at(const Definitions& definitions, ProcessId process,
                             const ProcessWalk& walk) {
  const EventBody& body = walk.event()->body;
  if (part_of(body) == Part::Send || part_of(body) == Part::Receive) {
    add_message(definitions, process, walk);
  } else if (const auto* const end = std::get_if<MpiCollectiveEnd>(&body)) {
    collectives_[walk.thread()].push_back(
        {end->communicator, collective_counts_[end->communicator]++});
  } else if (const auto* const posted = std::get_if<MpiIrecvRequest>(&body)) {
    requests_[posted->request] = {seen_, 0, 0, false};
  } else if (const auto* const cancelled = std::get_if<MpiRequestCancelled>(&body)) {
    const auto request = requests_.find(cancelled->request);
    if (request == requests_.end()) return;
    if (request->second.send) messages_[request->second.thread][request->second.n].reset();
    requests_.erase(request);
  } else if (const auto* const complete = std::get_if<MpiIsendComplete>(&body)) {
    requests_.erase(complete->request);
  }
}

void MessageNumbers::add_message(const Definitions& definitions, ProcessId process,
                                 const ProcessWalk& walk) {
  const std::size_t thread = walk.thread();
  const Peer peer = *peer_of(walk.event()->body);
  const LocationId location =
      definitions.location_of(peer.communicator, peer.rank, walk.threads()[thread]->location());
  const bool send = part_of(walk.event()->body) == Part::Send;
  std::vector<std::optional<MessageName>>& messages = messages_[thread];
  const std::size_t n = messages.size();
  messages.emplace_back();
  std::uint64_t posted = seen_;
  if (peer.request && send) requests_[*peer.request] = {seen_, thread, n, true};
  if (peer.request && !send) {
    const auto request = requests_.find(*peer.request);
    if (request != requests_.end()) {
      posted = request->second.at;
      requests_.erase(request);
    }
  }
  if (!location.defined()) return;
  const ProcessId other = definitions.locations[location.index()].process;
  messages[n] = {{send ? process : other, send ? other : process, peer.communicator, peer.tag}, 0};
  (send ? sends_in_order_ : receives_).push_back({posted, thread, n});
}

void MessageNumbers::give_numbers() {
  std::ranges::stable_sort(receives_, {}, &Posted::at);
  const auto number = [this](std::vector<Posted>& all, Counts& counts) {
    for (const Posted& one : all)
      if (auto& message = messages_[one.thread][one.n])
        message->number = counts[message->channel]++;
    all = {};
  };
  number(sends_in_order_, sent_);
  number(receives_, received_);
  requests_.clear();
}

std::uint64_t MessageNumbers::collectives_on(CommunicatorId communicator) const {
  const auto found = collective_counts_.find(communicator);
  return found == collective_counts_.end() ? 0 : found->second;
}

}  // namespace lull::parallel
