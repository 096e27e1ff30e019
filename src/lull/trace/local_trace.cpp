// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/trace/local_trace.hpp"

#include "lull/trace/local/call_graph_builder.hpp"
#include "lull/trace/local/call_graph_storage.hpp"
#include "lull/trace/local/event_numbers.hpp"
#include "lull/trace/local/linear_storage.hpp"

namespace lull {
namespace {

enum class Side { None, First, Second };

// Which side of an operation the event is, and what kind of operation: sides of one kind belong
// together when their numbers are the same.
struct Role {
  Side side = Side::None;
  int kind = 0;
};

template <class... Bodies>
bool is_one_of(const EventBody& body) {
  return (std::holds_alternative<Bodies>(body) || ...);
}

Role role_of(const EventBody& body) {
  enum Kind { Mpi, Collective, Rma, RmaCollective, Io };
  if (is_one_of<MpiIsend, MpiIrecvRequest, NonBlockingCollectiveRequest>(body))
    return {Side::First, Mpi};
  if (is_one_of<MpiIsendComplete, MpiIrecv, MpiRequestCancelled, NonBlockingCollectiveComplete>(
          body))
    return {Side::Second, Mpi};
  if (is_one_of<MpiCollectiveBegin>(body)) return {Side::First, Collective};
  if (is_one_of<MpiCollectiveEnd>(body)) return {Side::Second, Collective};
  if (is_one_of<RmaPut, RmaGet, RmaAtomic>(body)) return {Side::First, Rma};
  if (is_one_of<RmaOpCompleteBlocking, RmaOpCompleteRemote>(body)) return {Side::Second, Rma};
  if (is_one_of<RmaCollectiveBegin>(body)) return {Side::First, RmaCollective};
  if (is_one_of<RmaCollectiveEnd>(body)) return {Side::Second, RmaCollective};
  if (is_one_of<IoOperationBegin>(body)) return {Side::First, Io};
  if (is_one_of<IoOperationComplete, IoOperationCancelled>(body)) return {Side::Second, Io};
  return {};
}

}  // namespace

LocalTrace::LocalTrace(const TraceSource& source, LocationId location, CallTree& tree, Linear)
    : location_(location), tree_(tree) {
  const auto cursor = source.open(location, select_all_events());
  storage_ = std::make_unique<LinearStorage>(*cursor, source.definitions(), tree);
  damage_ = cursor->damage();
}

LocalTrace::LocalTrace(const TraceSource& source, LocationId location, CallTree& tree,
                       const Compressed& allowed, std::shared_ptr<RegionInstances> shared)
    : location_(location), tree_(tree) {
  const auto cursor = source.open(location, select_all_events());
  CallGraphBuilder builder(allowed, std::move(shared), source.definitions(), tree);
  storage_ = std::make_unique<CallGraphStorage>(builder.build(*cursor, location), tree);
  damage_ = cursor->damage();
}

std::vector<RegionId> LocalTrace::call_stack(const iterator& event) const {
  const CallNodeId node = event.node_behind();
  return node.defined() ? tree_.path(node) : std::vector<RegionId>{};
}

LocalTrace::iterator LocalTrace::partner(const iterator& event) const {
  const Role role = role_of(event->body);
  const auto number = number_of(event->body);
  if (role.side == Side::None) return end();
  const Side wanted = role.side == Side::First ? Side::Second : Side::First;
  const auto is_partner = [&](const Event& other) {
    const Role its = role_of(other.body);
    return its.side == wanted && its.kind == role.kind && number_of(other.body) == number;
  };
  iterator other = event;
  if (wanted == Side::Second) {
    const std::uint64_t last = size();
    for (++other; other.position() < last; ++other)
      if (is_partner(*other)) return other;
    return end();
  }
  while (other.position() > 0)
    if (is_partner(*--other)) return other;
  return end();
}

}  // namespace lull
