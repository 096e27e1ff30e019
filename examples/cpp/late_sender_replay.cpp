// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Late senders by replay, as in figure 1 of "A Parallel Trace-Data Interface for Scalable
// Performance Analysis" (Geimer, Wolf, Knüpfer, Mohr, Wylie 2006): the replay sends the events of a
// call wherever the program sent a message. Run it with any number of processes:
//     mpirun -n 4 late_sender_replay ARCHIVE
// Prints the seconds that receivers waited, by call path.
#include <mpi.h>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <map>
#include <string>
#include <vector>

#include "lull/clock/corrected_trace.hpp"
#include "lull/parallel/exchange.hpp"
#include "lull/parallel/replay.hpp"
#include "lull/trace/otf2/archive_reader.hpp"

using namespace lull;
using parallel::EventSet, parallel::RemoteEventSet, parallel::Replay;

enum class Of { Send, Enter, Leave };

// Calls that complete several receives wait for the latest of them; tests do not wait.
static bool waits_for_all(const std::string& call) {
  return call == "MPI_Waitall" || call == "MPI_Waitsome";
}
static bool never_waits(const std::string& call) {
  return call.starts_with("MPI_Test") || call.ends_with("probe") || call.ends_with("Probe") ||
         call == "MPI_Request_get_status";
}

// Returns the ticks that this process's locations waited, by call path.
static std::vector<long long> late_senders(Replay& replay, const Definitions& definitions,
                                           const CallTree& tree) {
  std::vector<long long> waited(tree.size());
  std::map<LocationId, long long> longest;  // in the call that is open there
  const auto name = [&](CallNodeId node) {
    return definitions.regions[tree[node].region.index()].name;
  };
  replay.on_message(
      [](const Replay::Place& send, EventSet& events) {
        auto enter = send.event, leave = send.event;
        events.add(Of::Send, send.trace, send.event);
        if (enter.to_enter()) events.add(Of::Enter, send.trace, enter);
        if (leave.to_leave()) events.add(Of::Leave, send.trace, leave);
      },
      [&](const Replay::Place& receive, const RemoteEventSet& message) {
        auto enter = receive.event, leave = receive.event;
        if (message.empty() || !enter.to_enter() || !leave.to_leave()) return;
        const CallNodeId node = receive.event.node();
        if (never_waits(name(node))) return;
        const auto* const sent =
            message.find(message.find(Of::Enter) != nullptr ? Of::Enter : Of::Send);
        const long long idle = (std::min(sent->time(), leave->time) - enter->time).ticks;
        long long& most = longest[receive.trace.location()];
        if (waits_for_all(name(node)))
          most = std::max(most, idle);
        else
          waited[node.index()] += std::max(idle, 0LL);
      });
  replay.on<Leave>([&](const Replay::Place& leave) {
    if (const auto open = longest.extract(leave.trace.location()); !open.empty())
      waited[leave.event.node().index()] += open.mapped();
  });
  replay.forward();
  MPI_Allreduce(MPI_IN_PLACE, waited.data(), static_cast<int>(waited.size()), MPI_LONG_LONG,
                MPI_SUM, MPI_COMM_WORLD);
  return waited;
}

static void search(const char* path) {
  const auto archive = open_archive(path);
  const CorrectedTrace source(*archive);
  const Definitions& definitions = source.definitions();
  std::vector<LocationId> mine;  // of neighbouring processes of the program
  const auto rank = static_cast<std::size_t>(parallel::rank_in(MPI_COMM_WORLD));
  const auto size = static_cast<std::size_t>(parallel::size_of(MPI_COMM_WORLD));
  for (std::size_t i = 0; i < definitions.location_count(); ++i)
    if (definitions.locations[i].process.index() * size / definitions.processes.size() == rank)
      mine.push_back(LocationId(i));
  CallTree tree = parallel::exchange_call_tree(source, mine, MPI_COMM_WORLD);
  std::vector<LocalTrace> traces;
  for (const LocationId location : mine)
    traces.emplace_back(source, location, tree, LocalTrace::Linear{});
  Replay replay(traces, definitions, MPI_COMM_WORLD);
  const std::vector<long long> waited = late_senders(replay, definitions, tree);
  for (std::size_t i = 0; i < waited.size() && rank == 0; ++i) {
    if (waited[i] == 0) continue;
    std::printf("%.9f s ", definitions.seconds(Duration{waited[i]}));
    for (const RegionId region : tree.path(CallNodeId(i)))
      std::printf("/%s", definitions.regions[region.index()].name.c_str());
    std::printf("\n");
  }
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  try {
    if (argc == 2) search(argv[1]);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "late_sender_replay: %s\n", error.what());
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  MPI_Finalize();
  if (argc != 2) std::fprintf(stderr, "usage: mpirun -n N late_sender_replay ARCHIVE\n");
  return argc == 2 ? 0 : 2;
}
