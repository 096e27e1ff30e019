// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Non-blocking collective operations, from the beginning call to the completing call.
#include "lull/analysis/replay/mpi/mpi_replay_events.hpp"

namespace lull::analysis {

void MpiReplay::on(const NonBlockingCollectiveRequest& event, const OpenCall& call,
                   const AttributeList* attributes) {
  CollectiveRequests& requests = process_.collective_requests;
  const std::uint64_t lost =
      requests.begin(event.request, instance_of(call), communicator_of(attributes));
  process_.defects.count(DataDefect::RequestNeverCompleted, place_of(call), lost);
  add_pending(Pending::Kind::BegunCollective, call, requests.last());
}

// Undefined if the request does not name it.
CommunicatorId MpiReplay::communicator_of(const AttributeList* attributes) const {
  const ReplayContext& context = process_.context;
  const auto known = number_of(attributes, context.attributes().communicator);
  if (!known || *known >= context.definitions.communicators.size()) return {};
  const CommunicatorId communicator(*known);
  return context.is_member(communicator, process_.process) ? communicator : CommunicatorId{};
}

void MpiReplay::on(const NonBlockingCollectiveComplete& event, const OpenCall& call) {
  const bool moves_data = collective_kind_of(event.operation).has_value();
  if (moves_data) count_collective(call, event.sent, event.received);
  CollectiveRequests::Entry* const entry = process_.collective_requests.complete(event.request);
  if (entry == nullptr) return odd(DataDefect::RequestNeverPosted, call);
  // Its number belongs to the communicator named by the request; an event with another communicator
  // belongs to another operation.
  const bool is_another =
      entry->names_communicator && entry->member.communicator != event.communicator;
  if (is_another) odd(DataDefect::RequestNeverPosted, call);
  entry->matters = moves_data && !is_another && describe(entry->member, event, call);
  completes_collectives_ = true;
  add_pending(Pending::Kind::CompletedCollective, call,
              process_.collective_requests.number_of(*entry));
}

// Returns whether other processes take part.
bool MpiReplay::describe(CollectiveMember& member, const NonBlockingCollectiveComplete& event,
                         const OpenCall& call) {
  if (!event.communicator.defined()) {
    odd(DataDefect::UndefinedCommunicator, call);
    return false;
  }
  const ReplayContext& context = process_.context;
  if (!context.is_member(event.communicator, process_.process)) {
    odd(DataDefect::NotAMember, call);
    return false;
  }
  member.kind = *collective_kind_of(event.operation);
  member.by_pair = exchanges_by_pair(event.operation);
  member.requested = true;
  member.communicator = event.communicator;
  member.size = context.size_of(event.communicator);
  member.process = process_.process;
  member.root = event.root == kRootIsMyself
                    ? process_.process
                    : context.peer(event.communicator, event.root, location_);
  member.sent = event.sent;
  member.received = event.received;
  return member.size > 1;
}

// The call is being left: its operations end with it.
void MpiReplay::leave_collectives(std::size_t first, const OpenCall& call) {
  for (std::size_t i = first; i < pending_.size(); ++i)
    if (pending_[i].kind == Pending::Kind::CompletedCollective)
      process_.collective_requests.leave(pending_[i].place, instance_of(call).leave);
  process_.collective_requests.give_numbers();
}

// Counts the operations that the call is published with: none if it completed only one operation.
void MpiReplay::count_collectives(Completion& completion, std::size_t first) {
  constexpr std::uint32_t kMost = 0xFFFF;
  using Use = CollectiveCompletion::Use;
  std::vector<CollectiveRequests::Entry*> all;
  for (std::size_t i = first; i < pending_.size(); ++i)
    if (pending_[i].kind == Pending::Kind::CompletedCollective)
      if (auto* const entry = process_.collective_requests.find(pending_[i].place))
        all.push_back(entry);
  std::uint32_t known = 0;
  for (auto* const entry : all) {
    const bool is_known = entry->matters && entry->numbered && known < kMost;
    entry->completion.use = is_known ? Use::Shared : Use::Unknown;
    known += is_known ? 1 : 0;
  }
  if (all.size() + completion.receives + completion.sends == 1) {
    known = 0;
    for (auto* const entry : all) entry->completion.use = Use::Alone;
  }
  completion.collectives = static_cast<std::uint16_t>(known);
}

void MpiReplay::post_collective(std::uint64_t number, const Completion& completion) const {
  auto* const entry = process_.collective_requests.find(number);
  if (entry == nullptr) return;
  CollectiveCompletion& end = entry->completion;
  end.process = process_.process;
  end.sequence = entry->member.sequence;
  end.begun = entry->begun;
  end.completion = completion;
}

}  // namespace lull::analysis
