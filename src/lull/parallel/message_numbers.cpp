// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/parallel/message_numbers.hpp"

namespace lull::parallel {

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
  std::vector<LocationId> locations;
  for (const LocalTrace* const thread : threads) locations.push_back(thread->location());
  PostingOrder order(definitions, locations);
  Peers peers(definitions);
  for (ProcessWalk walk(threads, Direction::Forward); !walk.ended(); walk.advance()) {
    const EventBody& body = walk.event()->body;
    const Part part = part_of(body);
    auto& messages = messages_[walk.thread()];
    order.look_at(walk.thread(), messages.size(), body);
    if (part == Part::Send || part == Part::Receive) messages.emplace_back();
    if (const auto* const end = std::get_if<MpiCollectiveEnd>(&body)) {
      CollectiveName& name = collectives_[walk.thread()].emplace_back();
      if (peers.is_member(end->communicator, process))
        name = {end->communicator, collective_counts_[end->communicator]++};
    }
    give_numbers(order.sends(), sent_);
    give_numbers(order.receives(), received_);
  }
  order.finish();
  give_numbers(order.sends(), sent_);
  give_numbers(order.receives(), received_);
}

void MessageNumbers::give_numbers(const std::vector<PostingOrder::Operation>& operations,
                                  Counts& counts) {
  for (const PostingOrder::Operation& operation : operations) {
    messages_[operation.thread][operation.place] = {operation.channel, operation.number};
    counts[operation.channel] = operation.number + 1;
  }
}

std::uint64_t MessageNumbers::collectives_on(CommunicatorId communicator) const {
  const auto found = collective_counts_.find(communicator);
  return found == collective_counts_.end() ? 0 : found->second;
}

}  // namespace lull::parallel
