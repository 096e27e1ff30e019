// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// What the threads of one process share while they are replayed: requests, operations that wait
// for their turn, counters of collective operations, teams. One worker thread at a time.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "lull/analysis/distribution/outbox.hpp"
#include "lull/analysis/events/operations.hpp"
#include "lull/analysis/events/thread_operations.hpp"
#include "lull/analysis/notes/data_defects.hpp"
#include "lull/analysis/paths/path_places.hpp"
#include "lull/analysis/replay/state/channel_users.hpp"
#include "lull/analysis/replay/state/collective_requests.hpp"
#include "lull/analysis/replay/state/idle_threads.hpp"
#include "lull/analysis/replay/state/replay_context.hpp"
#include "lull/analysis/replay/state/team.hpp"
#include "lull/analysis/replay/state/wave_steps.hpp"
#include "lull/analysis/run/pair_window.hpp"
#include "lull/base/memory/prefetch.hpp"
#include "lull/trace/rules/commit_queue.hpp"
#include "lull/trace/rules/nesting.hpp"
#include "lull/trace/rules/open_requests.hpp"

namespace lull::analysis {

class FocusFinder;
class LocationReplay;

struct OpenRequest {
  bool send = false;
  std::uint64_t ticket = 0;   // of its operation in the queue of sends or receives, if it is there
  std::uint64_t request = 0;  // of a send: SendOperation::request
  std::uint64_t number = 0;   // of a send: SendOperation::number
  Channel channel;            // of a send
  CallInstance posted;        // of a receive: the call that posted it
};

// Whether a process is inside of MPI, and the windows that it has.
struct MpiPresence {
  std::uint32_t calls = 0;  // that are open, on all threads, and let operations proceed
  Timestamp left;           // if none: when the last of them was left
  std::vector<WindowId> windows;
};

struct ProcessState {
  ProcessState(const ReplayContext& shared, ProcessId self, bool threaded)
      : context(shared),
        process(self),
        out_of_order(threaded),
        receives(threaded ? kThreadedPatience : CommitQueue<ReceiveOperation>::kPatience),
        teams(shared),
        requests(threaded) {}

  // A thread may be blocked for long while others go on.
  static constexpr std::size_t kThreadedPatience = 16 * CommitQueue<SendOperation>::kPatience;

  const ReplayContext& context;
  ProcessId process;
  // Whether operations may complete in another order than they are posted in, blocking ones, too:
  // with several threads, and once there was a call of MPI within another one.
  bool out_of_order;

  // If that may be, else they need not wait.
  CommitQueue<SendOperation> sends{kThreadedPatience};
  CommitQueue<ReceiveOperation> receives;
  std::uint64_t wave_steps = 0;       // that may have been refills
  std::uint64_t sent = 0;             // messages
  std::uint64_t send_requests = 0;    // those of them that complete on their own
  std::uint64_t receiving_calls = 0;  // calls that completed receives
  std::uint64_t sending_calls = 0;    // calls that completed sends which complete on their own
  CommunicatorId recent_communicator;
  std::optional<std::uint64_t>* recent_collectives = nullptr;  // looked up last
  PairWindow pairs;  // where it is told to whose memory they transfer, if it tells a matrix
  IdleThreads idle;
  // What was above is used by most processes all the time.
  Teams teams;
  DataDefects defects;
  NestingFaults nesting;
  ChannelUsers senders, receivers;  // where there are several threads
  OpenRequests<OpenRequest> requests;
  CollectiveRequests collective_requests;
  std::map<std::size_t, WaveSteps> waves;  // by grid
  // Operations so far, by communicator; none for those that the process is no member of.
  std::unordered_map<CommunicatorId, std::optional<std::uint64_t>> collectives;
  MpiPresence presence;
  // Targets of transfers that have a request and are not complete, by window and number.
  std::map<std::pair<WindowId, std::uint64_t>, ProcessId> transfers;
  // Of the focus, where it is looked for; from its last end on, if it has one, locations keep their
  // last stretches.
  const FocusFinder* focus = nullptr;
  bool ending = false;
  Timestamp finalize{};  // when that was begun; zero: not yet
  std::uint64_t init_calls = 0;
  std::uint64_t finalize_calls = 0;
  std::vector<LocationReplay*> locations;                   // the process's, in order
  LocationReplay* master = nullptr;                         // its first thread
  std::unordered_map<LocationId, const PathPlaces*> paths;  // of the process's locations

  // Operations are posted soon: gets what that takes into the cache.
  [[gnu::always_inline]] void expect() const {
    prefetch(process);
    prefetch(sends);
    prefetch(receives);
    prefetch(wave_steps);
    prefetch(recent_communicator);
    prefetch(pairs);
    prefetch(idle.watching);
    prefetch(teams);
  }

  [[nodiscard]] std::uint64_t key_of(const CallInstance& call) const {
    return (*paths.at(call.location))[call.path.index()].key;
  }

  // The number of the process's next operation on `communicator`; none when it is no member.
  std::optional<std::uint64_t> next_collective(CommunicatorId communicator);
  // A receive that was posted and completed by the call that is being left.
  void submit(const ReceiveOperation& operation, Outbox& outbox);
  // Hands on all operations whose turn has come.
  void post_operations(Outbox& outbox);
  // A request of which no completion is waited for any more.
  void give_up(const OpenRequest& request, DataDefect defect, const DefectPlace& place,
               Outbox& outbox);
  // The members of one barrier.
  void post(std::span<ThreadBarrierMember> members, Outbox& outbox) const {
    for (ThreadBarrierMember& member : members) {
      member.process = process;
      member.members = static_cast<std::uint32_t>(members.size());
      outbox.post(member);
    }
  }
  // At the end of the trace: what never completed, too.
  void flush_operations(const DefectPlace& place, Outbox& outbox);
};

}  // namespace lull::analysis
