// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// How each event changes the state, and what it goes back to: the links of an event are made from
// the state before it.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "lull/trace/global/event_store.hpp"
#include "lull/trace/global/trace_state.hpp"

namespace lull {

class StateTransition {
 public:
  StateTransition(TraceState& state, const EventStore& store) : state_(state), store_(store) {}

  // Fills the links of `event`, and changes the state by it. Whether the state speaks of it then: a
  // region instance that began, or a message that was sent.
  bool apply(GlobalEvent& event);
  // Region instances that the last event has ended, the innermost first.
  [[nodiscard]] std::span<const Frame> left() const { return left_; }
  // The channel of a receive that has no message to take; none for all other events.
  [[nodiscard]] std::optional<MessageChannel> missing_message(LocationId location,
                                                              std::uint64_t position,
                                                              const Event& event) const;
  // Whether the event would have to wait for another one that is not a send and has not come yet.
  [[nodiscard]] bool waits(LocationId location, const Event& event) const;
  // The next event is a receive that cannot wait for its message any longer, which will come.
  void expect_early() { early_ = true; }

 private:
  // Of a message from a rank; none where that is not defined.
  [[nodiscard]] std::optional<MessageChannel> channel_from(std::uint32_t rank,
                                                           CommunicatorId communicator,
                                                           std::uint32_t tag,
                                                           LocationId receiver) const;
  [[nodiscard]] EventIndex innermost_fork(CommunicatorId team, LocationId location) const;
  static EventIndex take(std::unordered_map<std::uint64_t, EventIndex>& from, std::uint64_t key);

  void follow(GlobalEvent& event);
  void enter(GlobalEvent& event, const OpenRegions<Frame>& regions);

  // By kind; other kinds change nothing.
  template <class Send>
  void send(const GlobalEvent& event, const Send& body);
  template <class Receive>
  void receive(GlobalEvent& event, const Receive& body);
  void on(GlobalEvent& event, const MpiSend& body);
  void on(GlobalEvent& event, const MpiIsend& body);
  void on(GlobalEvent& event, const MpiRecv& body);
  void on(GlobalEvent& event, const MpiIrecv& body);
  void on(GlobalEvent& event, const MpiIrecvRequest& body);
  void on(GlobalEvent& event, const MpiIsendComplete& body);
  void on(GlobalEvent& event, const MpiRequestTest& body);
  void on(GlobalEvent& event, const MpiRequestCancelled& body);
  void on(GlobalEvent& event, const MpiCollectiveBegin& body);
  void on(GlobalEvent& event, const MpiCollectiveEnd& body);
  void on(GlobalEvent& event, const NonBlockingCollectiveRequest& body);
  void on(GlobalEvent& event, const NonBlockingCollectiveComplete& body);
  void on(GlobalEvent& event, const ThreadFork& body);
  void on(GlobalEvent& event, const ThreadJoin& body);
  void on(GlobalEvent& event, const ThreadTeamBegin& body);
  void on(GlobalEvent& event, const ThreadTeamEnd& body);
  void on(GlobalEvent& event, const ThreadAcquireLock& body);
  void on(GlobalEvent& event, const ThreadReleaseLock& body);
  void on(GlobalEvent& event, const ThreadCreate& body);
  void on(GlobalEvent& event, const ThreadBegin& body);
  void on(GlobalEvent& event, const ThreadEnd& body);
  void on(GlobalEvent& event, const ThreadWait& body);
  void on(GlobalEvent& event, const RmaCollectiveBegin& body);
  void on(GlobalEvent& event, const RmaCollectiveEnd& body);
  void on(GlobalEvent& event, const RmaGroupSync& body);
  void on(GlobalEvent& event, const RmaSync& body);
  void on(GlobalEvent& event, const RmaRequestLock& body);
  void on(GlobalEvent& event, const RmaAcquireLock& body);
  void on(GlobalEvent& event, const RmaTryLock& body);
  void on(GlobalEvent& event, const RmaReleaseLock& body);
  void on(GlobalEvent& event, const RmaPut& body);
  void on(GlobalEvent& event, const RmaGet& body);
  void on(GlobalEvent& event, const RmaAtomic& body);
  void on(GlobalEvent& event, const RmaOpCompleteBlocking& body);
  void on(GlobalEvent& event, const RmaOpCompleteNonBlocking& body);
  void on(GlobalEvent& event, const RmaOpTest& body);
  void on(GlobalEvent& event, const RmaOpCompleteRemote& body);
  void on(GlobalEvent& event, const IoOperationBegin& body);
  void on(GlobalEvent& event, const IoOperationTest& body);
  void on(GlobalEvent& event, const IoOperationIssued& body);
  void on(GlobalEvent& event, const IoOperationComplete& body);
  void on(GlobalEvent& event, const IoOperationCancelled& body);
  template <class Other>
  void on(GlobalEvent&, const Other&) {}

  void end_collective(GlobalEvent& event, CommunicatorId communicator);
  void forget_complete_collective();
  template <class Lock>
  void acquire(GlobalEvent& event, const Lock& body);
  void begin_transfer(const GlobalEvent& event, WindowId window, std::uint64_t id);
  EventIndex transfer(const GlobalEvent& event, WindowId window, std::uint64_t id, bool complete);
  RmaEpoch& epoch(const GlobalEvent& event, WindowId window);
  void synchronise(const GlobalEvent& event, WindowId window);

  TraceState::Pending& pending(const GlobalEvent& event) {
    return state_.pending_[event.location.index()];
  }

  TraceState& state_;
  const EventStore& store_;
  bool opened_ = false;
  std::vector<Frame> left_;
  bool early_ = false;
};

}  // namespace lull
