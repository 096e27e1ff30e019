// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The rule by which messages match: the n-th send on a channel belongs to its n-th receive, both
// counted in the order in which their process posted them.
//
// - A send is posted by MpiSend or MpiIsend.
// - A receive is posted by MpiIrecvRequest; a blocking one by the Enter event of the MPI call that
//   encloses its MpiRecv; or, if there is neither, by its own event.
// - Cancelled or incomplete receives do not count. A send counts unless it was cancelled.
// - Events of the threads of a process are ordered by time; at equal times the lower location comes
//   first.
// - Requests belong to their process: one thread may complete what another one has posted.
//
// Follows the events of one process and numbers its operations. The number of an operation is known
// when all operations posted before it are complete. A request that never completes, or a call that
// is never left, holds the others up for a bounded number of operations only, the same number as in
// an analysis (CommitQueue, OpenRequests). Amortised constant time per event. Single-threaded.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "lull/trace/definitions/definitions.hpp"
#include "lull/trace/definitions/peers.hpp"
#include "lull/trace/event/event.hpp"
#include "lull/trace/rules/commit_queue.hpp"
#include "lull/trace/rules/message_channel.hpp"
#include "lull/trace/rules/open_regions.hpp"
#include "lull/trace/rules/open_requests.hpp"

namespace lull {

// Returns whether the region is an MPI function.
[[nodiscard]] bool is_mpi_call(const Region& region);

class PostingOrder {
 public:
  struct Operation {
    MessageChannel channel;
    std::uint64_t number = 0;  // among its channel's, from 0
    std::size_t thread = 0;    // index of its location in the process
    std::uint64_t place = 0;   // its event's, as passed to look_at()
  };

  // For the process that has these locations. `definitions` must outlive this.
  PostingOrder(const Definitions& definitions, std::span<const LocationId> locations)
      : PostingOrder(definitions, locations, Peers(definitions)) {}
  // For many processes: shares peers with other users in the same thread.
  PostingOrder(const Definitions& definitions, std::span<const LocationId> locations,
               const Peers& peers);

  // Returns the kinds of events needed from a process with this number of locations.
  [[nodiscard]] static EventSelection selection(std::size_t locations);

  // Takes the next event of the process; `thread` is the index of its location in the process.
  void look_at(std::size_t thread, std::uint64_t place, const EventBody& body);
  // Call after the last event.
  void finish();

  // Return the operations whose numbers have become known with the last event or finish(), in
  // posting order.
  [[nodiscard]] const std::vector<Operation>& sends() const { return sends_.numbered; }
  [[nodiscard]] const std::vector<Operation>& receives() const { return receives_.numbered; }

 private:
  using Ticket = std::uint64_t;
  static constexpr Ticket kNoTicket = ~Ticket{0};
  // Operations that were posted together: a single one, all that a call received, or none.
  struct Posted {
    bool any = false;
    Operation first;
    std::vector<Operation> others;

    void add(const Operation& operation);
  };
  // Operations of one kind, from the oldest open one on.
  struct Queue {
    CommitQueue<Posted> posted;
    std::unordered_map<MessageChannel, std::uint64_t, MessageChannel::Hash> counts;
    std::vector<Operation> numbered;

    explicit Queue(std::size_t patience) : posted(patience) {}
    Ticket post();
    // Posts it anew if it was passed over; returns its ticket.
    Ticket add(Ticket ticket, const Operation& operation);
    void close(Ticket ticket);
    void give_number(Operation operation);
    void give_numbers(const Posted& done);
    void drain();
    void flush();
  };
  struct Request {
    Ticket ticket = kNoTicket;
    bool send = false;
  };
  struct Frame {
    RegionId region;
    Ticket ticket = kNoTicket;  // for the receives that an MPI call may turn out to post
  };

  void follow(std::size_t thread, const EventBody& body);
  template <class Send>
  void send(std::size_t thread, std::uint64_t place, const Send& body);
  template <class Receive>
  void receive(std::size_t thread, std::uint64_t place, const Receive& body);
  void post_request(std::uint64_t request, const Request& posted);
  void give_up(const Request& request);

  Peers peers_;
  std::vector<LocationId> locations_;
  std::vector<bool> is_mpi_;  // indexed by region; for processes with several locations
  std::vector<OpenRegions<Frame>> regions_;  // indexed by location; likewise
  Queue sends_;
  Queue receives_;
  OpenRequests<Request> requests_;
};

}  // namespace lull
