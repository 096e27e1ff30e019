// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>

#include "support/region_kind.hpp"
#include "support/text/text_events.hpp"

namespace lull::support {
namespace {

constexpr std::uint64_t kBytes = 8;  // per message, and per member of a collective

CommunicatorId communicator(EventScope& scope, Arguments& arguments) {
  const Word* word = arguments.option("comm");
  if (word != nullptr) return look_up(scope.names.communicators, *word, "communicator");
  return scope.builder.world();
}

struct Peer {
  std::uint32_t rank;
  CommunicatorId communicator;
  std::uint32_t tag;
  std::uint64_t length;
};

Peer peer(EventScope& scope, Arguments& arguments) {
  const auto rank = number_of<std::uint32_t>(arguments.take("the partner's rank"));
  const CommunicatorId comm = communicator(scope, arguments);
  const auto tag = arguments.number<std::uint32_t>("tag", 0);
  return {rank, comm, tag, arguments.number<std::uint64_t>("bytes", kBytes)};
}

std::uint64_t request(Arguments& arguments) {
  const Word* word = arguments.option("req");
  if (word == nullptr)
    fail_at(arguments.name(), fmt::format("\"{}\" needs req=NUMBER", arguments.name().text));
  return number_of<std::uint64_t>(*word);
}

std::uint32_t root_rank(Arguments& arguments) {
  const Word* word = arguments.option("root");
  if (word == nullptr || word->is("none")) return kNoRank;
  if (word->is("self")) return kNoRank - 1;
  if (word->is("this-group")) return kNoRank - 2;
  return number_of<std::uint32_t>(*word);
}

CollectiveOperation operation(const EventScope& scope, Arguments& arguments) {
  if (const Word* word = arguments.option("op")) {
    const auto known = parse_operation(word->text);
    if (!known) fail_at(*word, fmt::format("\"{}\" is not a collective operation", word->text));
    return *known;
  }
  if (!scope.stack.empty()) {
    const auto& regions = scope.trace.definitions_table.regions;
    if (const auto known = collective_operation(regions[scope.stack.back().index()].name))
      return *known;
  }
  fail_at(arguments.name(), "the operation cannot be derived from the region; add op=");
}

struct Moved {
  std::uint64_t sent = 0;
  std::uint64_t received = 0;
};

// Returns the bytes that a member of a collective moves if every element has kBytes bytes.
Moved usual_volume(CollectiveOperation operation, bool is_root, std::uint64_t rank,
                   std::uint64_t size) {
  using Op = CollectiveOperation;
  switch (operation) {
    case Op::Bcast:
    case Op::Scatter:
    case Op::Scatterv:
      return {is_root ? size * kBytes : 0, kBytes};
    case Op::Reduce:
    case Op::Gather:
    case Op::Gatherv:
      return {kBytes, is_root ? size * kBytes : 0};
    case Op::Scan:
      return {(size - rank) * kBytes, (rank + 1) * kBytes};
    case Op::Exscan:
      return {(size - rank - 1) * kBytes, rank * kBytes};
    default:
      break;
  }
  const bool moves = operation != Op::Barrier && operation < Op::CreateHandle;
  return moves ? Moved{size * kBytes, size * kBytes} : Moved{};
}

std::uint32_t own_rank(const EventScope& scope, CommunicatorId communicator) {
  const Definitions& definitions = scope.trace.definitions_table;
  if (!communicator.defined()) return 0;
  const GroupId group = definitions.communicators[communicator.index()].group;
  if (!group.defined()) return 0;
  const auto& members = definitions.groups[group.index()].locations;
  const ProcessId process = definitions.locations[scope.location.index()].process;
  const auto found = std::ranges::find_if(members, [&](LocationId member) {
    return definitions.locations[member.index()].process == process;
  });
  return found == members.end() ? 0 : static_cast<std::uint32_t>(found - members.begin());
}

MpiCollectiveEnd collective(EventScope& scope, Arguments& arguments) {
  MpiCollectiveEnd end{};
  end.operation = operation(scope, arguments);
  end.communicator = communicator(scope, arguments);
  end.root = root_rank(arguments);
  const std::uint32_t rank = own_rank(scope, end.communicator);
  const bool is_root = rank == end.root || end.root == kNoRank - 1;
  const Moved usual = usual_volume(end.operation, is_root, rank,
                                   scope.trace.definitions_table.size_of(end.communicator));
  end.sent = arguments.number<std::uint64_t>("sent", usual.sent);
  end.received = arguments.number<std::uint64_t>("recv", usual.received);
  return end;
}

EventBody parse_send(EventScope& scope, Arguments& arguments) {
  const Peer p = peer(scope, arguments);
  return MpiSend{p.rank, p.communicator, p.tag, p.length};
}
EventBody parse_recv(EventScope& scope, Arguments& arguments) {
  const Peer p = peer(scope, arguments);
  return MpiRecv{p.rank, p.communicator, p.tag, p.length};
}
EventBody parse_isend(EventScope& scope, Arguments& arguments) {
  const Peer p = peer(scope, arguments);
  return MpiIsend{p.rank, p.communicator, p.tag, p.length, request(arguments)};
}
EventBody parse_irecv(EventScope& scope, Arguments& arguments) {
  const Peer p = peer(scope, arguments);
  return MpiIrecv{p.rank, p.communicator, p.tag, p.length, request(arguments)};
}
template <class Body>
EventBody parse_request(EventScope& /*scope*/, Arguments& arguments) {
  return Body{request(arguments)};
}
template <class Body>
EventBody parse_communicator(EventScope& scope, Arguments& arguments) {
  return Body{look_up(scope.names.communicators, arguments.take("a communicator"), "communicator")};
}
EventBody parse_collective_request(EventScope& scope, Arguments& arguments) {
  const NonBlockingCollectiveRequest body{request(arguments)};
  parse_attributes(scope, arguments, {"communicator"});
  return body;
}
EventBody parse_collective_begin(EventScope& /*scope*/, Arguments& /*arguments*/) {
  return MpiCollectiveBegin{};
}
EventBody parse_collective_end(EventScope& scope, Arguments& arguments) {
  return collective(scope, arguments);
}
EventBody parse_collective_complete(EventScope& scope, Arguments& arguments) {
  const std::uint64_t id = request(arguments);
  const MpiCollectiveEnd end = collective(scope, arguments);
  return NonBlockingCollectiveComplete{end.operation, end.communicator, end.root,
                                       end.sent,      end.received,     id};
}

}  // namespace

void add_mpi_events(EventTable& table) {
  table["send"] = parse_send;
  table["recv"] = parse_recv;
  table["isend"] = parse_isend;
  table["irecv"] = parse_irecv;
  table["isend_complete"] = parse_request<MpiIsendComplete>;
  table["irecv_request"] = parse_request<MpiIrecvRequest>;
  table["test"] = parse_request<MpiRequestTest>;
  table["cancelled"] = parse_request<MpiRequestCancelled>;
  table["coll_begin"] = parse_collective_begin;
  table["coll_end"] = parse_collective_end;
  table["collective"] = parse_collective_end;
  table["coll_request"] = parse_collective_request;
  table["coll_complete"] = parse_collective_complete;
  table["comm_create"] = parse_communicator<CommCreate>;
  table["comm_destroy"] = parse_communicator<CommDestroy>;
}

}  // namespace lull::support
