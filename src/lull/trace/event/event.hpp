// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The events of a trace: OTF2's records with every reference replaced by a dense identifier.
// A reference to something that the archive does not define is an undefined id.
// Ranks are ranks in the event's communicator (of an inter-communicator: in the remote group).
// Spans point into the batch that the event came in and live as long as that batch.
#pragma once

#include <array>
#include <bitset>
#include <cstdint>
#include <span>
#include <utility>
#include <variant>
#include <vector>

#include "lull/base/time.hpp"
#include "lull/trace/event/enums.hpp"
#include "lull/trace/event/ids.hpp"

namespace lull {

inline constexpr std::uint32_t kNoRank = 0xFFFFFFFFu;  // a collective without a root

// One value of a metric, parameter or attribute.
struct Value {
  ValueKind kind = ValueKind::None;
  std::uint8_t type = 0;  // of an attribute: OTF2's, where it is known
  union {
    std::uint64_t as_unsigned = 0;
    std::int64_t as_signed;
    double as_floating;
  };
};

// clang-format off
// Control flow and measurement.
struct BufferFlush { Timestamp stop; };
struct MeasurementOnOff { bool on; };
struct Enter { RegionId region; };
struct Leave { RegionId region; };
struct ProgramBegin { StringId name; };
struct ProgramEnd { std::int64_t exit_status; };

// MPI point to point and collective.
struct MpiSend { std::uint32_t receiver; CommunicatorId communicator; std::uint32_t tag; std::uint64_t length; };
struct MpiIsend { std::uint32_t receiver; CommunicatorId communicator; std::uint32_t tag; std::uint64_t length; std::uint64_t request; };
struct MpiIsendComplete { std::uint64_t request; };
struct MpiIrecvRequest { std::uint64_t request; };
struct MpiRecv { std::uint32_t sender; CommunicatorId communicator; std::uint32_t tag; std::uint64_t length; };
struct MpiIrecv { std::uint32_t sender; CommunicatorId communicator; std::uint32_t tag; std::uint64_t length; std::uint64_t request; };
struct MpiRequestTest { std::uint64_t request; };
struct MpiRequestCancelled { std::uint64_t request; };
struct MpiCollectiveBegin {};
struct MpiCollectiveEnd { CollectiveOperation operation; CommunicatorId communicator; std::uint32_t root; std::uint64_t sent; std::uint64_t received; };
struct NonBlockingCollectiveRequest { std::uint64_t request; };
struct NonBlockingCollectiveComplete { CollectiveOperation operation; CommunicatorId communicator; std::uint32_t root; std::uint64_t sent; std::uint64_t received; std::uint64_t request; };
struct CommCreate { CommunicatorId communicator; };
struct CommDestroy { CommunicatorId communicator; };

// One-sided communication.
struct RmaWinCreate { WindowId window; };
struct RmaWinDestroy { WindowId window; };
struct RmaCollectiveBegin {};
struct RmaCollectiveEnd { CollectiveOperation operation; std::uint32_t sync_level; WindowId window; std::uint32_t root; std::uint64_t sent; std::uint64_t received; };
struct RmaGroupSync { std::uint32_t sync_level; WindowId window; GroupId group; };
struct RmaRequestLock { WindowId window; std::uint32_t remote; std::uint64_t lock; bool shared; };
struct RmaAcquireLock { WindowId window; std::uint32_t remote; std::uint64_t lock; bool shared; };
struct RmaTryLock { WindowId window; std::uint32_t remote; std::uint64_t lock; bool shared; };
struct RmaReleaseLock { WindowId window; std::uint32_t remote; std::uint64_t lock; };
struct RmaSync { WindowId window; std::uint32_t remote; std::uint8_t type; };
struct RmaWaitChange { WindowId window; };
struct RmaPut { WindowId window; std::uint32_t remote; std::uint64_t bytes; std::uint64_t matching; };
struct RmaGet { WindowId window; std::uint32_t remote; std::uint64_t bytes; std::uint64_t matching; };
struct RmaAtomic { WindowId window; std::uint32_t remote; std::uint8_t type; std::uint64_t sent; std::uint64_t received; std::uint64_t matching; };
struct RmaOpCompleteBlocking { WindowId window; std::uint64_t matching; };
struct RmaOpCompleteNonBlocking { WindowId window; std::uint64_t matching; };
struct RmaOpTest { WindowId window; std::uint64_t matching; };
struct RmaOpCompleteRemote { WindowId window; std::uint64_t matching; };

// Threads: fork-join teams, locks, tasks, and created threads.
struct ThreadFork { Paradigm model; std::uint32_t requested; };
struct ThreadJoin { Paradigm model; };
struct ThreadTeamBegin { CommunicatorId team; };
struct ThreadTeamEnd { CommunicatorId team; };
struct ThreadAcquireLock { Paradigm model; std::uint32_t lock; std::uint32_t order; };
struct ThreadReleaseLock { Paradigm model; std::uint32_t lock; std::uint32_t order; };
struct ThreadTaskCreate { CommunicatorId team; std::uint32_t creator; std::uint32_t generation; };
struct ThreadTaskSwitch { CommunicatorId team; std::uint32_t creator; std::uint32_t generation; };
struct ThreadTaskComplete { CommunicatorId team; std::uint32_t creator; std::uint32_t generation; };
struct ThreadCreate { CommunicatorId contingent; std::uint64_t sequence; };
struct ThreadBegin { CommunicatorId contingent; std::uint64_t sequence; };
struct ThreadWait { CommunicatorId contingent; std::uint64_t sequence; };
struct ThreadEnd { CommunicatorId contingent; std::uint64_t sequence; };

// Metrics, parameters, sampling.
struct MetricSample { MetricId metric; std::span<const Value> values; };
struct ParameterString { ParameterId parameter; StringId value; };
struct ParameterInt { ParameterId parameter; std::int64_t value; };
struct ParameterUnsigned { ParameterId parameter; std::uint64_t value; };
struct CallingContextEnter { CallingContextId context; std::uint32_t unwind_distance; };
struct CallingContextLeave { CallingContextId context; };
struct CallingContextSample { CallingContextId context; std::uint32_t unwind_distance; InterruptGeneratorId generator; };

// Input and output.
struct IoCreateHandle { IoHandleId handle; std::uint8_t mode; std::uint32_t creation_flags; std::uint32_t status_flags; };
struct IoDestroyHandle { IoHandleId handle; };
struct IoDuplicateHandle { IoHandleId old_handle; IoHandleId new_handle; std::uint32_t status_flags; };
struct IoSeek { IoHandleId handle; std::int64_t offset_request; std::uint8_t whence; std::uint64_t offset_result; };
struct IoChangeStatusFlags { IoHandleId handle; std::uint32_t status_flags; };
struct IoDeleteFile { IoParadigmId paradigm; IoFileId file; };
struct IoOperationBegin { IoHandleId handle; std::uint8_t mode; std::uint32_t flags; std::uint64_t bytes; std::uint64_t matching; };
struct IoOperationTest { IoHandleId handle; std::uint64_t matching; };
struct IoOperationIssued { IoHandleId handle; std::uint64_t matching; };
struct IoOperationComplete { IoHandleId handle; std::uint64_t bytes; std::uint64_t matching; };
struct IoOperationCancelled { IoHandleId handle; std::uint64_t matching; };
struct IoAcquireLock { IoHandleId handle; bool shared; };
struct IoReleaseLock { IoHandleId handle; bool shared; };
struct IoTryLock { IoHandleId handle; bool shared; };

// A record that this version of the OTF2 library does not know.
struct UnknownEvent {};

using EventBody = std::variant<
    Enter, Leave, MpiSend, MpiRecv, MpiIsend, MpiIsendComplete, MpiIrecvRequest, MpiIrecv,
    MpiRequestTest, MpiRequestCancelled, MpiCollectiveBegin, MpiCollectiveEnd,
    NonBlockingCollectiveRequest, NonBlockingCollectiveComplete, CommCreate, CommDestroy,
    BufferFlush, MeasurementOnOff, ProgramBegin, ProgramEnd,
    ThreadFork, ThreadJoin, ThreadTeamBegin, ThreadTeamEnd, ThreadAcquireLock, ThreadReleaseLock,
    ThreadTaskCreate, ThreadTaskSwitch, ThreadTaskComplete, ThreadCreate, ThreadBegin, ThreadWait,
    ThreadEnd, MetricSample, ParameterString, ParameterInt, ParameterUnsigned,
    RmaWinCreate, RmaWinDestroy, RmaCollectiveBegin, RmaCollectiveEnd, RmaGroupSync, RmaRequestLock,
    RmaAcquireLock, RmaTryLock, RmaReleaseLock, RmaSync, RmaWaitChange, RmaPut, RmaGet, RmaAtomic,
    RmaOpCompleteBlocking, RmaOpCompleteNonBlocking, RmaOpTest, RmaOpCompleteRemote,
    CallingContextEnter, CallingContextLeave, CallingContextSample,
    IoCreateHandle, IoDestroyHandle, IoDuplicateHandle, IoSeek, IoChangeStatusFlags, IoDeleteFile,
    IoOperationBegin, IoOperationTest, IoOperationIssued, IoOperationComplete, IoOperationCancelled,
    IoAcquireLock, IoReleaseLock, IoTryLock, UnknownEvent>;
// clang-format on

// OTF2's additional attributes of an event.
using AttributeList = std::vector<std::pair<AttributeId, Value>>;

struct Event {
  Timestamp time;
  EventBody body;
  const AttributeList* attributes = nullptr;  // null: none
};

// The position of an event type in EventBody.
template <class Body, class Variant = EventBody>
struct EventKindOf;
template <class Body, class... Bodies>
struct EventKindOf<Body, std::variant<Bodies...>> {
  static constexpr std::size_t value = [] {
    std::size_t index = 0;
    static_cast<void>(((std::is_same_v<Body, Bodies> || (++index, false)) || ...));
    return index;
  }();
};
template <class Body>
inline constexpr std::size_t kEventKind = EventKindOf<Body>::value;

// Which event types a reader wants; the others are decoded and dropped.
using EventSelection = std::bitset<std::variant_size_v<EventBody>>;

template <class... Bodies>
[[nodiscard]] EventSelection select_events() {
  EventSelection selection;
  (selection.set(kEventKind<Bodies>), ...);
  return selection;
}
[[nodiscard]] inline EventSelection select_all_events() { return EventSelection{}.set(); }

// Whether the event is of one of these kinds: one look at a table, however many they are.
template <class... Bodies>
[[nodiscard]] inline bool is_one_of(const EventBody& body) {
  static constexpr auto kTable = [] {
    std::array<bool, std::variant_size_v<EventBody>> table{};
    ((table[kEventKind<Bodies>] = true), ...);
    return table;
  }();
  return kTable[body.index()];
}

}  // namespace lull
