// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Replay: each process of a parallel tool walks through its traces and, where the program
// communicated, receives events from the other side (PEARL, section 5). Any number of processes may
// take part, each with the traces of any number of application processes, or none. A replay never
// hangs: unmatched ends are known from the start.
//
// The layer: events travel as RemoteEvent and EventSet (exchange.hpp); MessageNumbers numbers both
// ends of each message beforehand, a ProcessWalk merges the threads of a process, and the
// PostOffice delivers them asynchronously. Job and MpiPartners run an analysis as several
// processes.
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
  // The current event of the walk.
  struct Place {
    const LocalTrace& trace;
    const LocalTrace::iterator& event;  // may be copied
  };
  using OnEvent = std::function<void(const Place& place)>;
  // Adds the events to send to the other side.
  using Give = std::function<void(const Place& place, EventSet& events)>;
  // Receives the events of the other side; empty if its trace is missing.
  using Take = std::function<void(const Place& place, const RemoteEventSet& events)>;
  // For a collective operation: receives the earliest and the latest event that any member gave in
  // each role. Empty if the operation is incomplete.
  using TakeBoth = std::function<void(const Place& place, const RemoteEventSet& earliest,
                                      const RemoteEventSet& latest)>;

  struct Result {
    std::uint64_t events = 0;                  // passed by this process
    std::uint64_t messages = 0;                // taken by this process
    std::uint64_t unmatched = 0;               // message ends here without a match
    std::uint64_t incomplete_collectives = 0;  // parts of incomplete operations here
    std::uint64_t released = 0;                // waits here that were abandoned on deadlock
  };

  // Collective. `traces` must outlive this object. All threads of a process must be on one rank,
  // and no trace on two. Otherwise throws Error (input) on all processes.
  Replay(std::span<const LocalTrace> traces, const Definitions& definitions, MPI_Comm communicator);
  ~Replay();
  Replay(const Replay&) = delete;
  Replay& operator=(const Replay&) = delete;

  // Called for each event of this kind before it is processed. May be called repeatedly to add
  // several callbacks.
  template <class Body>
  Replay& on(OnEvent callback) {
    return on(kEventKind<Body>, std::move(callback));
  }
  // Forward: `give` is called at each send, `take` at the matching receive; backward the reverse.
  // They may be called at MpiSend, MpiIsend, MpiRecv and MpiIrecv.
  Replay& on_message(Give give, Take take);
  // At each MpiCollectiveEnd, calls `give` first, then `take` once all members have given.
  Replay& on_collective(Give give, TakeBoth take);

  // Collective: walks from the start of all traces to their ends, or the reverse, in time order
  // within a process of the program. May be repeated.
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
