// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Exchanges events between the processes of a parallel tool, one at a time or as sets.
#pragma once

#include <span>

#include "lull/parallel/event_set.hpp"
#include "lull/parallel/transport.hpp"
#include "lull/trace/rules/call_tree.hpp"
#include "lull/trace/source/cursor.hpp"

namespace lull::parallel {

// Sends one event; blocks like MPI_Send. receive() blocks like MPI_Recv.
void send(const LocalTrace& trace, const LocalTrace::iterator& event, int destination, int tag,
          MPI_Comm communicator);
[[nodiscard]] RemoteEvent receive(int source, int tag, MPI_Comm communicator);

// Collective: returns the events of `root`; ignores the other processes' events.
[[nodiscard]] RemoteEventSet broadcast(const EventSet& events, int root, MPI_Comm communicator);
// Collective: returns, for each role, the earliest or the latest event of all processes. At equal
// times, the lower location wins.
[[nodiscard]] RemoteEventSet earliest(const EventSet& mine, MPI_Comm communicator);
[[nodiscard]] RemoteEventSet latest(const EventSet& mine, MPI_Comm communicator);
// Does the same for two sets in one process.
[[nodiscard]] EventSet earliest(const EventsByRole& a, const EventsByRole& b);
[[nodiscard]] EventSet latest(const EventsByRole& a, const EventsByRole& b);

// Collective: rebuilds the call tree of the whole program from the Enter and Leave events of all
// locations; each process reads its own locations. All processes get the same tree. It does not
// depend on the number of processes if each one's locations follow those of the previous one. Pass
// the result to LocalTrace.
[[nodiscard]] CallTree exchange_call_tree(const TraceSource& source,
                                          std::span<const LocationId> mine, MPI_Comm communicator);

}  // namespace lull::parallel
