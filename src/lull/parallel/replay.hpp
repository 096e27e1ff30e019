// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Replay: each process of a parallel tool walks through the traces that it has and, where the
// program communicated, gets events from the other side (PEARL, section 5). Any number of
// processes, each with the traces of any number of the program's processes, or with none. Nothing
// hangs: ends that have no other end are told from the beginning.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>

#include "lull/parallel/event_set.hpp"
#include "lull/parallel/mpi_interface.hpp"
#include "lull/parallel/process_walk.hpp"
#include "lull/trace/definitions/definitions.hpp"

namespace lull::parallel {

class Replay {
 public:
  // An event that the walk has come to.
  struct Place {
    const LocalTrace& trace;
    const LocalTrace::iterator& event;  // copies of it can go elsewhere
  };
  using OnEvent = std::function<void(const Place& place)>;
  // What the other side is to be given.
  using Give = std::function<void(const Place& place, EventSet& events)>;
  // What it has given; empty where there is no other side in the traces.
  using Take = std::function<void(const Place& place, const RemoteEventSet& events)>;
  // Of a collective operation: in each role the earliest and the latest event that a member gave.
  // Empty where it is not complete.
  using TakeBoth = std::function<void(const Place& place, const RemoteEventSet& earliest,
                                      const RemoteEventSet& latest)>;

  struct Result {
    std::uint64_t events = 0;                  // passed by this process
    std::uint64_t messages = 0;                // taken by this process
    std::uint64_t unmatched = 0;               // ends of messages here that have no other end
    std::uint64_t incomplete_collectives = 0;  // parts in such
    std::uint64_t released = 0;                // waits here that were given up, as everybody waited
  };

  // Collective. `traces` must outlive this; those of all threads of a process have to be in one
  // place, and no trace in two. Throws Error (input) on all processes where that is not so.
  Replay(std::span<const LocalTrace> traces, const Definitions& definitions, MPI_Comm communicator);
  ~Replay();
  Replay(const Replay&) = delete;
  Replay& operator=(const Replay&) = delete;

  // Called for each event of this kind, before anything else is done with it. Several may be given.
  template <class Body>
  Replay& on(OnEvent callback) {
    return on(kEventKind<Body>, std::move(callback));
  }
  // Forward: `give` at each send, `take` at the receive of its message; backward the other way
  // round. They may be called at MpiSend, MpiIsend, MpiRecv and MpiIrecv.
  Replay& on_message(Give give, Take take);
  // At each MpiCollectiveEnd: first one, then the other, when all members have given.
  Replay& on_collective(Give give, TakeBoth take);

  // Collective: from the begin of all traces to their ends, and the reverse. Within a process of
  // the program in the order of time. May be repeated.
  Result forward();
  Result backward();

 private:
  class Run;
  struct Parts;

  Replay& on(std::size_t kind, OnEvent callback);
  Result run(Direction direction);

  std::unique_ptr<Parts> parts_;
};

}  // namespace lull::parallel
