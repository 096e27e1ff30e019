// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/trace/local/local_trace.hpp"

#include <algorithm>
#include <map>

#include "lull/trace/local/call_graph_builder.hpp"
#include "lull/trace/local/call_graph_storage.hpp"
#include "lull/trace/local/event_numbers.hpp"
#include "lull/trace/local/linear_storage.hpp"

namespace lull {
namespace {

enum class Side { None, First, Second };

// The side of an operation, and the kind of operation: sides of one kind belong together when their
// numbers are equal.
struct Role {
  Side side = Side::None;
  int kind = 0;
};

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

// Posting a number that is in use replaces what was posted before.
LocalTrace::Partners LocalTrace::find_partners() const {
  constexpr std::uint32_t kNone = ~std::uint32_t{0};
  Partners partners;
  std::map<std::pair<int, std::optional<std::uint64_t>>, std::size_t> open;
  std::uint32_t position = 0;
  const std::uint64_t last = size();
  for (auto event = begin(); position < last; ++event, ++position) {
    const Role role = role_of(event->body);
    if (role.side == Side::None) continue;
    const std::pair key(role.kind, number_of(event->body));
    if (role.side == Side::First) {
      open[key] = partners.size();
      partners.emplace_back(position, kNone);
    } else if (const auto first = open.find(key); first != open.end()) {
      std::uint32_t& of_first = partners[first->second].second;
      if (of_first == kNone) of_first = position;
      partners.emplace_back(position, partners[first->second].first);
    }
  }
  std::erase_if(partners, [](const auto& pair) { return pair.second == kNone; });
  return partners;
}

LocalTrace::iterator LocalTrace::partner(const iterator& event) const {
  if (!partners_) partners_ = find_partners();
  const auto found =
      std::ranges::lower_bound(*partners_, event.position(), {}, &Partners::value_type::first);
  if (found == partners_->end() || found->first != event.position()) return end();
  return at(found->second);
}

}  // namespace lull
