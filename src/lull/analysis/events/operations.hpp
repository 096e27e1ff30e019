// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Operations: the contribution of one location to a compound event, posted when its call is left.
// Plain records that can be queued, sorted into shards by matched_at() (distribution/mail.hpp), and
// sent to another process.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <string_view>

#include "lull/analysis/distribution/mail.hpp"
#include "lull/analysis/regions/region_class.hpp"
#include "lull/base/time.hpp"
#include "lull/trace/event/enums.hpp"
#include "lull/trace/event/ids.hpp"

namespace lull::analysis {

// A node of one location's own call tree.
using LocalPathId = Id<struct LocalPathTag>;

// One instance of a region on one location. Every charge of a pattern refers to one.
struct CallInstance {
  LocationId location;
  LocalPathId path;
  Timestamp enter;
  Timestamp leave;

  static constexpr std::string_view kName = "Call";
  template <class Field>
  void fields(Field&& field) const {
    field("location", location);
    field("path", path);
    field("enter", enter);
    field("leave", leave);
  }
};

struct CallPathOnLocation {
  LocationId location;
  LocalPathId path;
  friend auto operator<=>(const CallPathOnLocation&, const CallPathOnLocation&) = default;
};

// Source and destination process, communicator and tag: messages of one channel are received in the
// order in which they were sent.
struct Channel {
  ProcessId source;
  ProcessId destination;
  CommunicatorId communicator;
  std::uint32_t tag = 0;

  // The channel as two words, compared and hashed for every message.
  [[nodiscard]] std::array<std::uint64_t, 2> words() const {
    return std::bit_cast<std::array<std::uint64_t, 2>>(*this);
  }
  friend bool operator==(const Channel& a, const Channel& b) { return a.words() == b.words(); }

  struct Hash {
    std::size_t operator()(const Channel& channel) const noexcept {
      const auto [processes, label] = channel.words();
      return (processes ^ label * 0x9E3779B97F4A7C15ull) * 0xBF58476D1CE4E5B9ull;
    }
  };
};

// The call in which an operation completed, possibly together with others.
struct Completion {
  static constexpr std::uint64_t kAlone = ~std::uint64_t{0};

  CallInstance call;
  std::uint64_t number = 0;        // counts the process's calls that complete receives
  std::uint64_t sending = kAlone;  // numbers calls that complete sends, except single blocking ones
  std::uint32_t receives = 0;      // completed in this call
  std::uint32_t sends = 0;         // completed in this call
  std::uint32_t place = 0;         // index among the operations of the call, as recorded
  std::uint16_t collectives = 0;   // completed in this call and published with it
  CallKind kind = CallKind::Other;
  bool known = false;  // false: the operation never completed

  // Number of messages and collective operations that it is published with.
  [[nodiscard]] std::uint32_t parts() const { return receives + collectives; }
};

// Posted when the sending call is left; a blocking send is complete by then.
struct SendOperation {
  static constexpr std::uint64_t kBlocking = ~std::uint64_t{0};

  Channel channel;
  std::uint64_t number = 0;           // counts the sends of a process
  std::uint64_t request = kBlocking;  // counts sends of the process that complete on their own
  std::uint64_t bytes = 0;
  Timestamp time;       // the send event's time
  CallInstance posted;  // the call that contains the send event
  CallKind kind = CallKind::Other;
  bool ordered = true;  // no other thread of the process sends on the channel

  [[nodiscard]] bool blocking() const { return request == kBlocking; }
  [[nodiscard]] ProcessId matched_at() const { return channel.destination; }

  static constexpr std::string_view kName = "Send";
  template <class Field>
  void fields(Field&& field) const {
    field("source", channel.source);
    field("destination", channel.destination);
    field("communicator", channel.communicator);
    field("tag", channel.tag);
    field("bytes", bytes);
    field("time", time);
    field("call", posted);
  }
};

// How a send with a request ended.
struct SendCompletion {
  enum class Outcome : std::uint8_t { Completed, NeverCompleted, Cancelled };

  ProcessId sender;
  Outcome outcome = Outcome::Completed;
  std::uint64_t request = 0;
  std::uint64_t sending = 0;  // Completion::sending of the call that completed it

  [[nodiscard]] ProcessId matched_at() const { return sender; }
};

// A call that completed sends with requests, some of them or all.
struct SendingCall {
  ProcessId sender;
  Completion completion;

  [[nodiscard]] ProcessId matched_at() const { return sender; }
};

// A send that was cancelled and can no longer be received.
struct SendWithdrawal {
  Channel channel;
  std::uint64_t number = 0;
  Timestamp time;  // when the cancelling call was left

  [[nodiscard]] ProcessId matched_at() const { return channel.destination; }
};

// Posted when the call that completes the receive is left, in the order in which a process posted
// its receives.
struct ReceiveOperation {
  Channel channel;
  std::uint64_t bytes = 0;
  Timestamp time;       // time of the event that ended the receive
  CallInstance posted;  // the call in which the receive was posted
  Completion completion;
  // The process's step of waves along grids that it belongs to; 0: none that may refill a pipeline.
  std::uint64_t wave_step : 63 = 0;
  std::uint64_t ordered : 1 = 1;  // no other thread of the process receives on the channel

  [[nodiscard]] ProcessId matched_at() const { return channel.destination; }

  static constexpr std::string_view kName = "Receive";
  template <class Field>
  void fields(Field&& field) const {
    field("bytes", bytes);
    field("time", time);
    field("posted", posted);
    field("call", completion.call);
  }
};

// A message with both ends, on its way to its sender's side or waiting for its turn.
struct StoredMessage {
  SendOperation send;
  ReceiveOperation receive;

  [[nodiscard]] ProcessId matched_at() const { return send.channel.source; }
};

// Reports to the sender's side that its message was not received in time.
struct SendGivenUp {
  ProcessId sender;
  std::uint64_t request = 0;

  [[nodiscard]] ProcessId matched_at() const { return sender; }
};

// Reports to the sender's side that its message `number` was received at `received`.
struct MessageReceived {
  ProcessId sender;
  std::uint64_t number = 0;
  Timestamp received;

  [[nodiscard]] ProcessId matched_at() const { return sender; }
};

enum class CollectiveKind : std::uint8_t {
  Barrier,
  AllToAll,
  OneToAll,
  AllToOne,
  Scan,
  Init,
  Finalize,
  // OpenSHMEM
  ShmemBarrier,
  ShmemAllToAll,
  ShmemOneToAll,
  ShmemAll  // begins, ends, or manages symmetric memory
};

[[nodiscard]] std::string_view name_of(CollectiveKind kind);

[[nodiscard]] constexpr bool has_root(CollectiveKind kind) {
  return kind == CollectiveKind::OneToAll || kind == CollectiveKind::AllToOne ||
         kind == CollectiveKind::ShmemOneToAll;
}
[[nodiscard]] constexpr bool is_n_to_n(CollectiveKind kind) {
  return kind == CollectiveKind::AllToAll || kind == CollectiveKind::ShmemAllToAll;
}

// Identifies an operation of a communicator: the same for all of its members.
struct CollectiveKey {
  CommunicatorId communicator;  // undefined: MPI_Init and MPI_Finalize, with one world
  CollectiveKind kind = CollectiveKind::Barrier;
  bool requested = false;    // non-blocking; numbered separately
  std::uint64_t number = 0;  // in order
  friend bool operator==(const CollectiveKey&, const CollectiveKey&) = default;

  [[nodiscard]] std::uint64_t hash() const {
    const auto type = static_cast<std::uint64_t>(kind) + (requested ? 16 : 0);
    return ((number * 31 + communicator.value) * 31 + type) * 0x9E3779B97F4A7C15ull;
  }
  struct Hash {
    std::size_t operator()(const CollectiveKey& key) const noexcept { return key.hash(); }
  };
  // Distributes consecutive operations over different shards.
  [[nodiscard]] LocalRendezvous rendezvous() const {
    return {communicator.value * std::uint64_t{31} + number};
  }
};

// One member's part in an MPI or OpenSHMEM collective operation. If it is non-blocking, `call` is
// the call that began it; the operation lasts until the end of the call that completed it.
struct CollectiveMember {
  CollectiveKind kind = CollectiveKind::Barrier;
  bool requested = false;  // non-blocking
  bool by_pair = false;    // data dependences are not known: MPI_Alltoallv, MPI_Alltoallw
  bool ended = true;       // false: the trace ends in it, and `end` is the last event
  CommunicatorId communicator;
  std::uint64_t number = 0;  // index of the operation in this communicator
  std::uint32_t size = 0;    // number of members
  ProcessId process;
  ProcessId root;              // undefined: none, or not known to this member
  std::uint32_t sequence = 0;  // number among the process's non-blocking operations
  std::uint64_t sent = 0;
  std::uint64_t received = 0;
  CallInstance call;
  Timestamp begin;  // start of the operation itself, inside the call
  Timestamp end;

  [[nodiscard]] CollectiveKey key() const { return {communicator, kind, requested, number}; }
  [[nodiscard]] LocalRendezvous matched_at() const { return key().rendezvous(); }

  static constexpr std::string_view kName = "Member";
  template <class Field>
  void fields(Field&& field) const {
    field("process", process);
    field("call", call);
    field("begin", begin);
    field("end", end);
    field("sent", sent);
    field("received", received);
  }
};

// How a process completed a non-blocking collective operation.
struct CollectiveCompletion {
  enum class Use : std::uint8_t {
    Alone,   // the call completed nothing else
    Shared,  // it completed more, and is published as a whole
    Unknown  // it completed more, and ended before the operation was identified
  };
  ProcessId process;
  std::uint32_t sequence = 0;  // CollectiveMember::sequence
  Use use = Use::Alone;
  CallInstance begun;  // the call that began it
  Completion completion;

  [[nodiscard]] ProcessId matched_at() const { return process; }
};

// Reports to where the process's messages are matched: the call that its part in a non-blocking
// collective operation waited for.
struct CollectiveOutcome {
  ProcessId process;
  std::uint32_t sequence = 0;
  CollectiveKind kind = CollectiveKind::Barrier;
  bool waits = false;    // false: for no call, or not known
  CallInstance awaited;  // the last call that began it among those needed

  [[nodiscard]] ProcessId matched_at() const { return process; }
};

}  // namespace lull::analysis
