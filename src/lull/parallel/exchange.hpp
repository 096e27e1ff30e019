// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Events between the processes of a parallel tool: one at a time, or the same set for all.
#pragma once

#include <span>

#include "lull/parallel/event_set.hpp"
#include "lull/parallel/transport.hpp"
#include "lull/trace/rules/call_tree.hpp"
#include "lull/trace/source/cursor.hpp"

namespace lull::parallel {

// One event, as MPI_Send and MPI_Recv.
void send(const LocalTrace& trace, const LocalTrace::iterator& event, int destination, int tag,
          MPI_Comm communicator);
[[nodiscard]] RemoteEvent receive(int source, int tag, MPI_Comm communicator);

// Collective: the events of `root`; what others give is not looked at.
[[nodiscard]] RemoteEventSet broadcast(const EventSet& events, int root, MPI_Comm communicator);
// Collective: in each role the earliest or the latest of all processes' events in that role. Of
// equal times that of the lower location.
[[nodiscard]] RemoteEventSet earliest(const EventSet& mine, MPI_Comm communicator);
[[nodiscard]] RemoteEventSet latest(const EventSet& mine, MPI_Comm communicator);
// The same for two sets in one process.
[[nodiscard]] EventSet earliest(const EventsByRole& a, const EventsByRole& b);
[[nodiscard]] EventSet latest(const EventsByRole& a, const EventsByRole& b);

// Collective: the call tree of the whole program, rebuilt from Enter and Leave of all locations;
// each process reads its own ones. All processes get the same tree, the same for any number of
// them when each has locations behind those of the one before. To be given to LocalTrace.
[[nodiscard]] CallTree exchange_call_tree(const TraceSource& source,
                                          std::span<const LocationId> mine, MPI_Comm communicator);

}  // namespace lull::parallel
