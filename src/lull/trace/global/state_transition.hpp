// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Applies events to the state, and sets the links of each event from the state before it.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "lull/trace/definitions/peers.hpp"
#include "lull/trace/global/receive_numbers.hpp"
#include "lull/trace/global/trace_state.hpp"

namespace lull {

class StateTransition {
 public:
  // Something that an event waits for, other than a message.
  struct Resource {
    enum Kind : std::uint8_t { Fork, Thread, Lock };
    Kind kind = Fork;
    std::uint64_t of = 0;  // location that forks, contingent, or process
    std::uint64_t number = 0;
    friend auto operator<=>(const Resource&, const Resource&) = default;
  };
  // The message that a receive takes: the next one on its channel, or the one with this number.
  struct Expected {
    MessageChannel channel;
    std::optional<std::uint64_t> number;
    MessageQueues::Place place = MessageQueues::kNowhere;  // its place, once sent
    [[nodiscard]] bool is_there() const { return place != MessageQueues::kNowhere; }
  };

  // `positions` are the positions of the next events, indexed by location. All must outlive this.
  StateTransition(TraceState& state, ReceiveNumbers& numbers,
                  const std::vector<std::uint64_t>& positions);

  // Sets the links of `event` and updates the state. Returns whether the state then refers to the
  // event: a region instance that began, or a message that was sent.
  bool apply(GlobalEvent& event);
  // Returns the region instances that the last event has ended, innermost first.
  [[nodiscard]] std::span<const Frame> left() const { return left_; }
  // Returns the channel of the last event, if it has sent a message that was not yet received.
  [[nodiscard]] const std::optional<MessageChannel>& sent() const { return sent_; }

  // Returns the message that the next event of the location takes, if it is a receive; valid until
  // the next call to expected() or apply().
  [[nodiscard]] const std::optional<Expected>& expected(LocationId location, const Event& event);
  [[nodiscard]] bool is_there(const Expected& message) const {
    return state_.messages_.find(message.channel, message.number) != MessageQueues::kNowhere;
  }
  // awaited() returns the missing resource that the event must wait for, provided() the resource
  // that it supplies.
  [[nodiscard]] std::optional<Resource> awaited(LocationId location, const Event& event) const;
  [[nodiscard]] std::optional<Resource> provided(const GlobalEvent& event) const;
  // Marks the next event, a receive, as unable to wait for its message, which will come later.
  void expect_early() {
    early_ = true;
    known_.reset();
  }
  // Call after the state was restored.
  void restart();
  // Records that the location has waited: the events of its process are no longer in time order.
  void has_waited(LocationId location);

 private:
  template <class Receive>
  [[nodiscard]] bool may_overtake(LocationId location, const Receive& body) const;
  template <class Receive>
  [[nodiscard]] std::optional<Expected> expected_by(LocationId location, const Receive& body);
  [[nodiscard]] LocationId forker_of(CommunicatorId team, LocationId location) const;
  [[nodiscard]] EventIndex innermost_fork(CommunicatorId team, LocationId location) const;
  static EventIndex take(std::unordered_map<std::uint64_t, EventIndex>& from, std::uint64_t key);
  [[nodiscard]] LockState& lock_of(LocationId location, Paradigm model, std::uint32_t lock);
  void post(const GlobalEvent& event, std::uint64_t request, const TraceState::Request& posted);
  EventIndex complete(const GlobalEvent& event, std::uint64_t request);
  void follow(GlobalEvent& event);
  [[gnu::noinline]] void change(GlobalEvent& event);
  void enter(GlobalEvent& event, const OpenRegions<Frame>& regions);
  void count_mpi_call(LocationId location, RegionId region, std::uint32_t change);

  // Handlers by kind of event; other kinds have no effect.
  template <class Send>
  void send(const GlobalEvent& event, const Send& body);
  void receive(GlobalEvent& event);
  void on(GlobalEvent& event, const MpiSend& body);
  void on(GlobalEvent& event, const MpiIsend& body);
  void on(GlobalEvent& event, const MpiRecv&);
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
  [[gnu::noinline]] void forget_complete_collective();
  template <class Lock>
  void acquire(GlobalEvent& event, const Lock& body);
  void begin_transfer(const GlobalEvent& event, WindowId window, std::uint64_t id);
  EventIndex transfer(const GlobalEvent& event, WindowId window, std::uint64_t id, bool complete);
  RmaEpoch& epoch(const GlobalEvent& event, WindowId window);
  void synchronise(const GlobalEvent& event, WindowId window);

  TraceState::Pending& pending(const GlobalEvent& event) {
    return state_.pending_[event.location.index()];
  }

  TraceState::ProcessPending& of_process(LocationId location) {
    return state_.of_processes_[state_.process_of(location).index()];
  }

  TraceState& state_;
  ReceiveNumbers& numbers_;
  const std::vector<std::uint64_t>& positions_;
  Peers peers_;
  std::vector<std::uint8_t> is_mpi_;                 // indexed by region
  std::vector<std::uint32_t> mpi_calls_;             // indexed by location: open MPI calls
  std::vector<std::uint32_t> mpi_calls_of_process_;  // by process: its open MPI calls
  bool opened_ = false;
  std::optional<MessageChannel> sent_;
  std::vector<Frame> left_;
  bool early_ = false;
  // The cached answer of expected(), valid until the next event.
  std::optional<Expected> known_;
  LocationId known_for_;
};

}  // namespace lull
