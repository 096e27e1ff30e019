// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// What goes on at one moment of a trace, as sets of events that have begun and not ended. All
// queries are views: none copies, and none takes longer for more locations. They live until the
// trace moves on.
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

// A region instance that was entered and not ended.
struct Frame {
  EventIndex enter = kNoEvent;
  Timestamp time;
  CallNodeId node;
  RegionId region;
};

// A collective operation, from the first member that ended it until the event after the last one
// did.
struct CollectiveProgress {
  std::uint64_t number = 0;      // among those of its communicator, from 0
  std::size_t members = 0;       // that will take part
  std::vector<EventIndex> ends;  // MpiCollectiveEnd of those that have; in order
  [[nodiscard]] bool complete() const { return ends.size() >= members; }
};

// A team of threads that works.
struct OpenTeam {
  EventIndex fork = kNoEvent;
  std::set<EventIndex> begins;  // ThreadTeamBegin of members that have not ended it
};

struct LockState {
  EventIndex last = kNoEvent;      // event on the lock
  EventIndex acquired = kNoEvent;  // by the owner; kNoEvent: nobody has it
  LocationId owner;
  std::uint32_t order = 0;  // which acquisition that was, as the trace numbers them
};

// Of a location in a window.
struct RmaEpoch {
  using Lock = std::pair<std::uint32_t, std::uint64_t>;  // rank, number
  EventIndex last_sync = kNoEvent;                       // fence, group synchronisation or the like
  std::map<Lock, EventIndex> locks;               // requests of those that it has not given back
  std::map<std::uint64_t, EventIndex> transfers;  // not known to be complete, by matching id
};

class TraceState {
 public:
  // `tree` is shared by all states of a trace: it only grows.
  TraceState(const Definitions& definitions, CallTree& tree);

  // The region instances that a location has open, the outermost first. Broken traces: see
  // open_regions.hpp.
  [[nodiscard]] std::span<const Frame> stack(LocationId location) const {
    return stacks_.at(location.index()).stack().frames();
  }
  // Messages on their way between two processes, or to one, by any of their locations.
  [[nodiscard]] MessageQueues::Queue messages(LocationId source, LocationId destination) const {
    return messages_.between(process_of(source), process_of(destination));
  }
  [[nodiscard]] MessageQueues::Queue messages_to(LocationId destination) const {
    return messages_.to(process_of(destination));
  }
  // Collective operations in progress on a communicator, the oldest first. For MPI_COMM_SELF, of
  // which each process has its own, those of the process of `location`.
  [[nodiscard]] const std::deque<CollectiveProgress>& collectives(CommunicatorId communicator,
                                                                  LocationId location) const;
  // Receives that went on without a message that came later: the trace contradicts itself.
  [[nodiscard]] std::uint64_t early_receives() const { return messages_.early(); }
  // Null for a team that does not work.
  [[nodiscard]] const OpenTeam* team(CommunicatorId team) const;
  [[nodiscard]] const std::map<CommunicatorId, OpenTeam>& teams() const { return rare_.teams; }
  // A lock of threads of the location's process (of several programming models' locks with that
  // number, the one that was used last); of a window at a rank.
  [[nodiscard]] const LockState* lock(LocationId location, std::uint32_t lock) const;
  [[nodiscard]] const LockState* lock(WindowId window, std::uint32_t rank,
                                      std::uint64_t lock) const;
  [[nodiscard]] const RmaEpoch* epoch(WindowId window, LocationId location) const;

  // The call paths so far, and how often each was entered, by node; those with 0 visits were not.
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
    std::map<ProcessId, std::uint64_t> ended;  // operations that a member has ended
  };
  // Events that others go back to, by what names them.
  struct Pending {
    std::unordered_map<std::uint64_t, EventIndex> io_operations;
    std::vector<EventIndex> forks;
    std::vector<std::pair<CommunicatorId, EventIndex>> team_begins;
    EventIndex collective_begin = kNoEvent;
  };
  // The same for all threads of a process.
  struct Request {
    EventIndex posted = kNoEvent;
    bool receive = false;
    std::optional<MessageChannel> sent;  // on which channel
  };
  struct ProcessPending {
    std::unordered_map<std::uint64_t, Request> requests;
    std::set<EventIndex> receives;  // that were requested and are not complete
  };

  // What there is little of.
  struct Rare {
    std::map<std::uint64_t, CommunicatorProgress> collectives;
    std::optional<std::uint64_t> complete;  // the communicator of a complete operation
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
  std::vector<ProcessId> processes_;  // by location
  std::vector<std::uint64_t> visits_;
  std::vector<OpenRegions<Frame>> stacks_;
  MessageQueues messages_;
  std::vector<Pending> pending_;              // by location
  std::vector<ProcessPending> of_processes_;  // by location
  Rare rare_;
};

}  // namespace lull
