// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The state of a trace at one moment, as sets of events that have begun and not ended. All queries
// return views: none copies, and none takes longer with more locations. Views are valid until the
// trace moves.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "lull/trace/definitions/definitions.hpp"
#include "lull/trace/global/event_index.hpp"
#include "lull/trace/global/message_queues.hpp"
#include "lull/trace/rules/open_regions.hpp"

namespace lull {

// A region instance that was entered and has not ended.
struct Frame {
  EventIndex enter = kNoEvent;
  Timestamp time;
  CallNodeId node;
  RegionId region;
};

// A collective operation in progress, from the first member's end to the event after the last
// member's.
struct CollectiveProgress {
  std::uint64_t number = 0;      // among its communicator's, from 0
  std::size_t members = 0;       // number of participants
  std::vector<EventIndex> ends;  // MpiCollectiveEnd of members that are done; ascending
  [[nodiscard]] bool complete() const { return ends.size() >= members; }
};

// An active team of threads.
struct OpenTeam {
  EventIndex fork = kNoEvent;
  std::set<EventIndex> begins;  // ThreadTeamBegin of members that are still in the team
};

struct LockState {
  EventIndex last = kNoEvent;      // event on the lock
  EventIndex acquired = kNoEvent;  // the owner's acquisition; kNoEvent: not held
  LocationId owner;
  std::uint32_t order = 0;  // number of that acquisition in the trace
};

// The state of one location in a window.
struct RmaEpoch {
  using Lock = std::pair<std::uint32_t, std::uint64_t>;  // rank, number
  EventIndex last_sync = kNoEvent;                       // fence, group synchronisation or the like
  std::map<Lock, EventIndex> locks;                      // requests of locks not released
  std::map<std::uint64_t, EventIndex> transfers;         // not known to be complete; by matching id
};

class TraceState {
 public:
  // `tree` is shared by all states of a trace and only grows.
  TraceState(const Definitions& definitions, CallTree& tree);

  // Returns the open region instances of a location, outermost first. For broken traces see
  // open_regions.hpp.
  [[nodiscard]] std::span<const Frame> stack(LocationId location) const {
    return stacks_.at(location.index()).stack().frames();
  }
  // Returns the messages in transit between two processes, or to one, from or to any of their
  // locations.
  [[nodiscard]] MessageQueues::Queue messages(LocationId source, LocationId destination) const {
    return messages_.between(process_of(source), process_of(destination));
  }
  [[nodiscard]] MessageQueues::Queue messages_to(LocationId destination) const {
    return messages_.to(process_of(destination));
  }
  // Returns the collective operations in progress on a communicator, oldest first. MPI_COMM_SELF is
  // separate for each process: the process of `location`.
  [[nodiscard]] const std::deque<CollectiveProgress>& collectives(CommunicatorId communicator,
                                                                  LocationId location) const;
  // Returns the number of receives that continued without their message, which came later: in such
  // cases the trace is inconsistent.
  [[nodiscard]] std::uint64_t early_receives() const { return messages_.early(); }
  // Null for a team that is not active.
  [[nodiscard]] const OpenTeam* team(CommunicatorId team) const;
  [[nodiscard]] const std::map<CommunicatorId, OpenTeam>& teams() const { return rare_.teams; }
  // Returns a thread lock of the location's process (if several programming models use this number,
  // the most recently used one), or the lock of a window at a rank.
  [[nodiscard]] const LockState* lock(LocationId location, std::uint32_t lock) const;
  [[nodiscard]] const LockState* lock(WindowId window, std::uint32_t rank,
                                      std::uint64_t lock) const;
  [[nodiscard]] const RmaEpoch* epoch(WindowId window, LocationId location) const;

  // Returns the call paths so far, and the number of visits of each node; paths with 0 visits have
  // not been entered.
  [[nodiscard]] const CallTree& call_tree() const { return *tree_; }
  [[nodiscard]] std::uint64_t visits(CallNodeId node) const {
    return node.index() < visits_.size() ? visits_[node.index()] : 0;
  }

 private:
  friend class StateTransition;
  friend class SavedState;

  using ThreadLock = std::tuple<ProcessId, std::uint32_t, Paradigm>;
  using WindowLock = std::tuple<WindowId, std::uint32_t, std::uint64_t>;
  struct CommunicatorProgress {
    std::uint64_t completed = 0;
    std::deque<CollectiveProgress> open;
    std::map<ProcessId, std::uint64_t> ended;  // number of operations that a member has ended
  };
  // Events that later events refer to, by key.
  struct Pending {
    std::unordered_map<std::uint64_t, EventIndex> io_operations;
    std::vector<EventIndex> forks;
    std::vector<std::pair<CommunicatorId, EventIndex>> team_begins;
    EventIndex collective_begin = kNoEvent;
  };
  // Entries that all threads of a process share.
  struct Request {
    EventIndex posted = kNoEvent;
    bool receive = false;
    std::optional<MessageChannel> sent;  // its channel
  };
  struct ProcessPending {
    std::unordered_map<std::uint64_t, Request> requests;
    std::set<EventIndex> receives;  // requested and not complete
  };

  // Tables with few entries.
  struct Rare {
    std::map<std::uint64_t, CommunicatorProgress> collectives;
    std::optional<std::uint64_t> complete;  // communicator of a complete operation
    std::map<CommunicatorId, OpenTeam> teams;
    std::map<ThreadLock, LockState> thread_locks;
    std::map<WindowLock, LockState> window_locks;
    std::map<std::pair<WindowId, LocationId>, RmaEpoch> epochs;
    std::map<std::pair<CommunicatorId, std::uint64_t>, EventIndex> threads;  // created, then ended
  };

  [[nodiscard]] std::uint64_t collective_key(CommunicatorId communicator,
                                             LocationId location) const;
  [[nodiscard]] ProcessId process_of(LocationId location) const {
    return processes_.at(location.index());
  }

  const Definitions* definitions_;
  CallTree* tree_;
  std::vector<ProcessId> processes_;  // indexed by location
  std::vector<std::uint64_t> visits_;
  std::vector<OpenRegions<Frame>> stacks_;
  MessageQueues messages_;
  std::vector<Pending> pending_;              // indexed by location
  std::vector<ProcessPending> of_processes_;  // indexed by process
  Rare rare_;
};

}  // namespace lull
