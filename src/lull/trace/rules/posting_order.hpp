// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The rule by which messages match: the n-th send of a channel belongs to its n-th receive, both
// counted in the order in which their process posted them.
//
// - A send is posted by MpiSend or MpiIsend.
// - A receive is posted by MpiIrecvRequest; or, a blocking one, by the enter of the call of MPI
// that
//   its MpiRecv lies in; or, where there is neither, by its own event.
// - What was cancelled or never completes is no receive. A send counts unless it was cancelled.
// - Events of the threads of a process are in the order of their times; of equal times the lower
//   location comes first.
// - Requests are those of their process: one thread may complete what another one has posted.
//
// Goes through the events of one process and numbers its operations. The number of an operation is
// known when all that were posted before it are complete. Amortised constant time per event; memory
// for what was posted since the oldest operation that is open. One thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <unordered_map>
#include <vector>

#include "lull/trace/definitions/definitions.hpp"
#include "lull/trace/definitions/peers.hpp"
#include "lull/trace/event/event.hpp"
#include "lull/trace/rules/message_channel.hpp"
#include "lull/trace/rules/open_regions.hpp"

namespace lull {

// Whether the region is a function of MPI.
[[nodiscard]] bool is_mpi_call(const Region& region);

class PostingOrder {
 public:
  struct Operation {
    MessageChannel channel;
    std::uint64_t number = 0;  // among those of its channel, from 0
    std::size_t thread =
        0;  // of MpiSend, MpiIsend, MpiRecv or MpiIrecv: how-manieth of the process
    std::uint64_t place = 0;  // of this event, as it was given
  };

  // The process with these locations. `definitions` must outlive this.
  PostingOrder(const Definitions& definitions, std::span<const LocationId> locations)
      : PostingOrder(definitions, locations, Peers(definitions)) {}
  // For many processes: with peers that others know, too, in the same thread.
  PostingOrder(const Definitions& definitions, std::span<const LocationId> locations,
               const Peers& peers);

  // The kinds of events that it needs of a process with so many locations.
  [[nodiscard]] static EventSelection selection(std::size_t locations);

  // The next event of the process, at its how-manieth location.
  void look_at(std::size_t thread, std::uint64_t place, const EventBody& body);
  // Behind the last event.
  void finish();

  // Operations whose numbers have become known with the last event or finish(), in posting order.
  [[nodiscard]] const std::vector<Operation>& sends() const { return sends_.numbered; }
  [[nodiscard]] const std::vector<Operation>& receives() const { return receives_.numbered; }

 private:
  using Ticket = std::uint64_t;
  static constexpr Ticket kNoTicket = ~Ticket{0};
  // What was posted together: one operation, none if it was withdrawn, or all that a call received.
  struct Posted {
    bool open = true;
    bool any = false;
    Operation first;
    std::vector<Operation> others;

    void add(const Operation& operation);
    void withdraw();
  };
  // Operations of one kind, from the oldest that is open on.
  struct Queue {
    std::deque<Posted> posted;
    Ticket begin = 0;
    std::unordered_map<MessageChannel, std::uint64_t, MessageChannel::Hash> counts;
    std::vector<Operation> numbered;

    Ticket post();
    Posted& operator[](Ticket ticket) { return posted[ticket - begin]; }
    void drain();
    void flush();
  };
  struct Request {
    Ticket ticket = kNoTicket;
    bool send = false;
  };
  struct Frame {
    RegionId region;
    Ticket ticket = kNoTicket;  // of the receives that a call of MPI may turn out to be
  };

  void follow(std::size_t thread, const EventBody& body);
  template <class Send>
  void send(std::size_t thread, std::uint64_t place, const Send& body);
  template <class Receive>
  void receive(std::size_t thread, std::uint64_t place, const Receive& body);
  void post_request(std::uint64_t request, const Request& posted);
  Request take_request(std::uint64_t request, bool send);

  Peers peers_;
  std::vector<LocationId> locations_;
  std::vector<bool> is_mpi_;                 // by region; of processes with several locations
  std::vector<OpenRegions<Frame>> regions_;  // by location, likewise
  Queue sends_;
  Queue receives_;
  std::unordered_map<std::uint64_t, Request> requests_;
};

}  // namespace lull
