// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Point-to-point steps. On one channel (sender, receiver, communicator, tag) the n-th receive
// posted gets the n-th message sent, in whatever order they complete.
#include <map>
#include <tuple>

#include "support/random/random_program.hpp"

namespace lull::support {
namespace {

constexpr std::array<std::string_view, 4> kSends{"MPI_Send", "MPI_Ssend", "MPI_Bsend", "MPI_Rsend"};
constexpr std::array<std::string_view, 3> kIsends{"MPI_Isend", "MPI_Issend", "MPI_Ibsend"};

}  // namespace

RandomProgram::Message RandomProgram::random_message() {
  const std::size_t comm = below(comms_.size());
  const std::uint64_t size = comms_[comm].members.size();
  return {static_cast<Rank>(below(size)), static_cast<Rank>(below(size)), comm,
          static_cast<std::uint32_t>(below(3)), size_of_message()};
}

// A send of one kind and MPI_Recv, in either order.
void RandomProgram::blocking_message() {
  const Message message = random_message();
  if (message.from == message.to) return;  // would wait for itself
  const Comm& comm = comms_[message.comm];
  const LocationId from = master(comm.members[message.from]);
  const LocationId to = master(comm.members[message.to]);
  const std::string_view call = any_of(kSends);
  enter(from, call);
  enter(to, "MPI_Recv");
  const Ticks posted = clock(to).now;
  spend(from);
  emit(from, MpiSend{message.to, comm.id, message.tag, message.bytes});
  wait_until(to, clock(from).now);
  spend(to);
  if (call == "MPI_Ssend" || (call == "MPI_Send" && chance(40))) wait_until(from, posted);
  leave(from);
  emit(to, MpiRecv{message.from, comm.id, message.tag, message.bytes});
  leave(to);
}

// Each rank in a communicator sends to one rank and receives from another, perhaps itself.
void RandomProgram::exchange_by_sendrecv() {
  const Comm& comm = any_of(comms_);
  const auto size = static_cast<Rank>(comm.members.size());
  const auto shift = static_cast<Rank>(below(size));
  const auto tag = static_cast<std::uint32_t>(below(3));
  std::vector<Ticks> sent(size);
  std::vector<std::uint64_t> bytes(size);
  for (Rank rank = 0; rank < size; ++rank) {
    const LocationId location = master(comm.members[rank]);
    enter(location, "MPI_Sendrecv");
    spend(location);
    bytes[rank] = size_of_message();
    emit(location, MpiSend{(rank + shift) % size, comm.id, tag, bytes[rank]});
    sent[rank] = clock(location).now;
  }
  for (Rank rank = 0; rank < size; ++rank) {
    const LocationId location = master(comm.members[rank]);
    const Rank from = (rank + size - shift) % size;
    wait_until(location, sent[from]);
    spend(location);
    emit(location, MpiRecv{from, comm.id, tag, bytes[from]});
    leave(location);
  }
}

void RandomProgram::exchange_by_requests() {
  std::vector<Message> messages(1 + below(8));
  for (Message& message : messages) message = random_message();
  if (chance(50))  // several on one channel
    for (Message& message : messages)
      if (chance(60)) {
        const std::uint64_t bytes = message.bytes;
        message = messages.front();
        message.bytes = bytes;
      }
  post_all(messages);
}

// Every rank posts its receives and sends in a random order. Requests stay open.
void RandomProgram::post_all(const std::vector<Message>& messages) {
  std::vector<std::vector<Post>> posts(options_.processes);
  for (std::size_t i = 0; i < messages.size(); ++i) {
    const auto& members = comms_[messages[i].comm].members;
    posts[members[messages[i].from]].push_back({false, i});
    posts[members[messages[i].to]].push_back({true, i});
  }
  std::map<std::tuple<std::size_t, Rank, Rank, std::uint32_t>, Channel> channels;
  for (Rank rank = 0; rank < options_.processes; ++rank) {
    std::ranges::shuffle(posts[rank], random_);
    for (const Post& post : posts[rank]) {
      const Message& message = messages[post.message];
      Channel& channel = channels[{message.comm, message.from, message.to, message.tag}];
      (post.receive ? channel.receives : channel.sends)
          .push_back(post_one(rank, message, post.receive));
    }
  }
  for (auto& [key, channel] : channels) match(channel);
}

RandomProgram::Posted RandomProgram::post_one(Rank rank, const Message& message, bool receive) {
  const LocationId location = master(rank);
  const CommunicatorId comm = comms_[message.comm].id;
  const std::uint64_t request = next_request_[rank]++;
  enter(location, receive ? "MPI_Irecv" : any_of(kIsends));
  spend(location);
  const Posted posted{rank, pending_[rank].size(), clock(location).now, message.bytes};
  if (receive) {
    emit(location, MpiIrecvRequest{request});
    pending_[rank].push_back({MpiIrecv{message.from, comm, message.tag, 0, request}, 0});
  } else {
    emit(location, MpiIsend{message.to, comm, message.tag, message.bytes, request});
    pending_[rank].push_back({MpiIsendComplete{request}, 0});
  }
  leave(location);
  return posted;
}

void RandomProgram::match(const Channel& channel) {
  for (std::size_t i = 0; i < channel.sends.size(); ++i) {
    const Posted& send = channel.sends[i];
    const Posted& receive = channel.receives[i];
    Pending& arriving = pending_[receive.rank][receive.pending];
    arriving.ready = send.time;
    std::get<MpiIrecv>(arriving.completion).length = send.bytes;
    if (chance(30))  // synchronous, or too large to be buffered
      pending_[send.rank][send.pending].ready = receive.time;
  }
}

void RandomProgram::complete_some(Rank rank) {
  if (pending_[rank].empty()) return;
  std::ranges::shuffle(pending_[rank], random_);  // any of them may be the requested one
  static constexpr std::array<std::string_view, 5> kCalls{"MPI_Wait", "MPI_Waitany", "MPI_Waitsome",
                                                          "MPI_Waitall", "MPI_Test"};
  const std::string_view call = any_of(kCalls);
  const bool single = call == "MPI_Wait" || call == "MPI_Waitany" || call == "MPI_Test";
  complete(rank, call, single ? 1 : 1 + below(pending_[rank].size()));
}

void RandomProgram::complete_all(Rank rank) {
  while (!pending_[rank].empty()) complete_some(rank);
}

void RandomProgram::complete(Rank rank, std::string_view call, std::size_t count) {
  auto& pending = pending_[rank];
  const LocationId location = master(rank);
  if (call == "MPI_Test" && pending.back().ready > clock(location).now && chance(50)) {
    enter(location, call);  // too early
    leave(location);
    return;
  }
  if (call == "MPI_Test") wait_until(location, pending.back().ready);  // computes until then
  enter(location, call);
  for (std::size_t i = 0; i < count; ++i)
    if (call != "MPI_Waitsome") wait_until(location, pending[pending.size() - 1 - i].ready);
  for (std::size_t i = 0; i < count; ++i) {
    wait_until(location, pending.back().ready);
    spend(location);
    emit(location, pending.back().completion);
    pending.pop_back();
  }
  leave(location);
}

}  // namespace lull::support
