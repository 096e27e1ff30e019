// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// State shared by the threads of one process during replay: requests, operations that wait for
// their turn, counters of collective operations, teams. Used by one worker thread at a time.
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
  std::uint64_t ticket = 0;   // its operation's place in the queue, if it is there
  std::uint64_t request = 0;  // for a send: SendOperation::request
  std::uint64_t number = 0;   // for a send: SendOperation::number
  Channel channel;            // for a send
  CallInstance posted;        // for a receive: the call that posted it
};

// Records whether a process is inside MPI, and which windows it has.
struct MpiPresence {
  std::uint32_t calls = 0;  // open calls on all threads that let operations make progress
  Timestamp left;           // if there are none: when the last was left
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

  // A thread may be blocked for long while others continue.
  static constexpr std::size_t kThreadedPatience = 16 * CommitQueue<SendOperation>::kPatience;

  const ReplayContext& context;
  ProcessId process;
  // True if operations, even blocking ones, may complete in another order than they are posted in:
  // with several threads, and after the first nested MPI call.
  bool out_of_order;

  // Only used if that is true; otherwise operations need not wait.
  CommitQueue<SendOperation> sends{kThreadedPatience};
  CommitQueue<ReceiveOperation> receives;
  std::uint64_t wave_steps = 0;       // number of steps that may be refills
  std::uint64_t sent = 0;             // number of messages
  std::uint64_t send_requests = 0;    // number of sends that complete separately
  std::uint64_t receiving_calls = 0;  // number of calls that completed receives
  std::uint64_t sending_calls = 0;    // number of calls that completed such sends
  CommunicatorId recent_communicator;
  std::optional<std::uint64_t>* recent_collectives = nullptr;  // the last one looked up
  PairWindow pairs;  // also receives transfers, if there is a matrix
  IdleThreads idle;
  // The members above are used by most processes all the time.
  Teams teams;
  DataDefects defects;
  NestingFaults nesting;
  ChannelUsers senders, receivers;  // if there are several threads
  OpenRequests<OpenRequest> requests;
  CollectiveRequests collective_requests;
  std::map<std::size_t, WaveSteps> waves;  // by grid
  // Number of operations by communicator; empty for those that the process does not belong to.
  std::unordered_map<CommunicatorId, std::optional<std::uint64_t>> collectives;
  MpiPresence presence;
  // Targets of incomplete transfers with a request, by window and number.
  std::map<std::pair<WindowId, std::uint64_t>, ProcessId> transfers;
  // Set if there is a focus to find; `ending`: after the process's last end of the focus, locations
  // keep their last stretches.
  const FocusFinder* focus = nullptr;
  bool ending = false;
  Timestamp finalize{};  // start of MPI_Finalize; zero: not yet
  std::uint64_t init_calls = 0;
  std::uint64_t finalize_calls = 0;
  std::vector<LocationReplay*> locations;                   // the process's locations, in order
  LocationReplay* master = nullptr;                         // the first thread
  std::unordered_map<LocationId, const PathPlaces*> paths;  // for the process's locations

  // Prefetches the data for posting operations soon.
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

  // The number of the process's next operation on `communicator`; empty if it is not a member.
  std::optional<std::uint64_t> next_collective(CommunicatorId communicator);
  // Submits a receive that was posted and completed by the call that is being left.
  void submit(const ReceiveOperation& operation, Outbox& outbox);
  // Posts all operations whose turn has come.
  void post_operations(Outbox& outbox);
  // Gives up a request whose completion is no longer awaited.
  void give_up(const OpenRequest& request, DataDefect defect, const DefectPlace& place,
               Outbox& outbox);
  // Posts the members of one barrier.
  void post(std::span<ThreadBarrierMember> members, Outbox& outbox) const {
    for (ThreadBarrierMember& member : members) {
      member.process = process;
      member.members = static_cast<std::uint32_t>(members.size());
      outbox.post(member);
    }
  }
  // Call at the end of the trace: also posts what never completed.
  void flush_operations(const DefectPlace& place, Outbox& outbox);
};

}  // namespace lull::analysis
