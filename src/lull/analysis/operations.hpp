// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Operations: what one location contributes to a compound event, posted when its call is left.
// Plain records that can be queued, sorted into shards, and sent to another process.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "lull/analysis/replay/region_class.hpp"
#include "lull/base/time.hpp"
#include "lull/trace/enums.hpp"
#include "lull/trace/ids.hpp"

namespace lull::analysis {

// A node of one location's own call tree.
using LocalPathId = Id<struct LocalPathTag>;

// One instance of a region on one location. Everything a pattern charges is charged to one.
struct CallInstance {
  LocationId location;
  LocalPathId path;
  Timestamp enter;
  Timestamp leave;
};

struct CallPathOnLocation {
  LocationId location;
  LocalPathId path;
  friend auto operator<=>(const CallPathOnLocation&, const CallPathOnLocation&) = default;
};

// From which process to which, in which communicator, under which tag: messages of one channel are
// received in the order in which they were sent.
struct Channel {
  ProcessId source;
  ProcessId destination;
  CommunicatorId communicator;
  std::uint32_t tag = 0;

  // As two words: compared and hashed for every message.
  [[nodiscard]] std::array<std::uint64_t, 2> words() const {
    return std::bit_cast<std::array<std::uint64_t, 2>>(*this);
  }
  friend bool operator==(const Channel& a, const Channel& b) { return a.words() == b.words(); }
};

// The call in which an operation completed, as one of several operations perhaps.
struct Completion {
  CallInstance call;
  std::uint64_t number = 0;    // counts the completing calls of a process
  std::uint32_t receives = 0;  // completed in this call
  std::uint32_t sends = 0;     // completed in this call
  std::uint32_t place = 0;     // of this operation among those of the call, as recorded
  CallKind kind = CallKind::Other;
  bool known = false;  // false: the operation never completed
};

struct SendOperation {
  Channel channel;
  std::uint64_t number = 0;  // counts the sends of a process
  std::uint64_t bytes = 0;
  Timestamp time;       // of the send event
  CallInstance posted;  // the call in which the send event lies
  CallKind kind = CallKind::Other;
  Completion completion;
};

struct ReceiveOperation {
  Channel channel;
  std::uint64_t bytes = 0;
  Timestamp time;       // of the event that ended the receive
  CallInstance posted;  // the call in which the receive was posted
  Completion completion;
};

// A message with both its ends that has to wait for its turn.
struct StoredMessage {
  SendOperation send;
  ReceiveOperation receive;
};

// The receive of a message, told at its sender's side: that process's message `number` was received
// at `received`.
struct MessageReceived {
  ProcessId sender;
  std::uint64_t number = 0;
  Timestamp received;
};

enum class CollectiveKind : std::uint8_t {
  Barrier,
  AllToAll,
  OneToAll,
  AllToOne,
  Scan,
  Init,
  Finalize
};

// One member's part in a collective operation of MPI.
struct CollectiveOperationPart {
  CollectiveKind kind = CollectiveKind::Barrier;
  CommunicatorId communicator;
  std::uint64_t number = 0;  // which operation of this communicator, in order
  std::uint32_t size = 0;    // members to expect
  ProcessId process;
  ProcessId root;  // undefined: none, or not known to this member
  std::uint64_t sent = 0;
  std::uint64_t received = 0;
  CallInstance call;
  Timestamp begin;  // of the operation itself, inside the call
  Timestamp end;
};

// An acquisition of a lock, or the release that ends it.
struct LockOperation {
  ProcessId process;
  Paradigm paradigm = Paradigm::Unknown;
  std::uint32_t lock = 0;
  std::uint32_t order = 0;  // the how-manieth acquisition of this lock
  bool release = false;
  Timestamp time;
  CallKind kind = CallKind::Other;
  CallInstance call;  // the acquiring region's instance; of a release: the same place
};

// One barrier of a team of threads, with all that came to it.
struct ThreadBarrier {
  struct Member {
    CallInstance call;
    CallKind kind = CallKind::Other;  // explicit or implicit
    Duration busy;         // in the barrier, but at work: in tasks, in whatever the barrier called
    Timestamp busy_until;  // the end of that; the beginning of time when there was none
  };
  std::vector<Member> members;  // in the order in which they left
};

// One instance of a parallel region with the whole team.
struct ParallelRegion {
  struct Member {
    CallInstance call;  // enter and leave of the parallel region on this thread
    Timestamp start;    // of its part in it: the fork, or when it came from work of its own
  };
  CallInstance fork;  // forking call path, from fork to join
  std::vector<Member> members;
};

}  // namespace lull::analysis
