// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Replays MPI on one location: turns its events into operations, and posts them when the call that
// contains them is left. Messages match in the order in which they were posted: requests when they
// are created, blocking calls when they are entered.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "lull/analysis/distribution/reused_list.hpp"
#include "lull/analysis/events/operations.hpp"
#include "lull/analysis/replay/calls/local_call_tree.hpp"
#include "lull/analysis/replay/calls/open_call.hpp"
#include "lull/analysis/replay/state/process_state.hpp"
#include "lull/analysis/replay/waves/wave_replay.hpp"
#include "lull/base/memory/prefetch.hpp"
#include "lull/trace/event/event.hpp"

namespace lull::analysis {

[[nodiscard]] constexpr bool is_mpi_call(CallKind kind) {
  return kind >= CallKind::Send && kind <= CallKind::OtherMpi;
}

class MpiReplay {
 public:
  MpiReplay(ProcessState& process, LocationId location, LocalCallTree& tree)
      : process_(process), location_(location), tree_(tree) {
    if (!process.context.grids.empty()) waves_ = std::make_unique<WaveReplay>(process, location);
  }

  // Called when a call has been entered.
  void enter(const OpenCall& call) {
    if (process_.out_of_order && is_mpi_call(call.kind)) [[unlikely]]
      enter_in_order(call);
  }
  // From now on, operations may complete in another order than they are posted in, as another call
  // lies within this open one.
  void keep_order(const OpenCall& call);
  void on(const MpiSend& event, const OpenCall& call, Outbox& outbox);
  void on(const MpiRecv& event, const OpenCall& call, Outbox& outbox);
  void on(const MpiIsend& event, const OpenCall& call, Outbox& outbox);
  void on(const MpiIsendComplete& event, const OpenCall& call);
  void on(const MpiIrecvRequest& event, const OpenCall& call, Outbox& outbox);
  void on(const MpiIrecv& event, const OpenCall& call, Outbox& outbox);
  void on(const MpiRequestCancelled& event, const OpenCall& call);
  void on(const NonBlockingCollectiveRequest& event, const OpenCall& call,
          const AttributeList* attributes);
  void on(const NonBlockingCollectiveComplete& event, const OpenCall& call);
  void on(const MpiCollectiveBegin& event, const OpenCall& call);
  void on(const MpiCollectiveEnd& event, const OpenCall& call);
  // Called when the call is being left. Operations outside any MPI call (if the writer records no
  // calls) are closed as if each were a call of zero length.
  void close(const OpenCall& call, Outbox& outbox) {
    if (!pending_.empty() && pending_.back().depth == call.depth) close_operations(call, outbox);
    if (!turns_.empty() && turns_.back().depth == call.depth) [[unlikely]]
      give_turn_back(outbox);
  }
  [[nodiscard]] bool has_pending(std::uint32_t depth) const {
    return !pending_.empty() && pending_.back().depth == depth;
  }
  // Called for MPI_Init and MPI_Finalize.
  void close_environment(const OpenCall& call, Outbox& outbox);
  // Called at the end of the trace.
  void finish(const OpenCall& call);

  // Returns the time of the oldest send in an open call; kEndOfTime if there is none.
  [[nodiscard]] Timestamp oldest_open_send() const {
    return sends_.empty() ? kEndOfTime : sends_.front().time;
  }

  // Prefetches the data that it points to.
  [[gnu::always_inline]] void expect() const {
    pending_.expect();
    sends_.expect();
    receives_.expect();
    if (waves_) prefetch(*waves_);
  }

 private:
  // An operation of an open call.
  struct Pending {
    enum class Kind : std::uint8_t {
      Send,                 // place: index in sends_
      QueuedSend,           // index in queued_sends_
      CompletedSend,        // its request
      CancelledSend,        // index in cancelled_
      Receive,              // index in receives_
      PostedReceive,        // its ticket
      CompletedReceive,     // its ticket
      QueuedReceive,        // index in queued_receives_
      BegunCollective,      // its number in the process's collective_requests
      CompletedCollective,  // as BegunCollective
      Collective            // index in collectives_
    };
    Kind kind;
    std::uint32_t depth;
    std::uint64_t place;
  };
  // The turn of an open blocking receive.
  struct Turn {
    std::uint32_t depth;
    std::uint64_t ticket;
    bool used;
  };

  // An operation that waits for others to be posted; stores a copy, as it may have to wait for
  // long.
  template <class Operation>
  struct Queued {
    std::uint64_t ticket;
    Operation operation;
  };

  void add_pending(Pending::Kind kind, const OpenCall& call, std::uint64_t place) {
    Pending& pending = pending_.add();
    pending.kind = kind;
    pending.depth = call.depth;
    pending.place = place;
  }
  [[gnu::cold]] void odd(DataDefect defect, const OpenCall& call);
  [[nodiscard]] DefectPlace place_of(const OpenCall& call) const {
    return {location_, call.now, call.region};
  }
  // The instance that waits for the operations of the call that is being left. MPI_Init and
  // MPI_Finalize wait for each other instead.
  [[nodiscard]] CallInstance waiting_instance(const OpenCall& call) const {
    CallInstance instance = instance_of_call(call);
    if (call.kind == CallKind::Init || call.kind == CallKind::Finalize) [[unlikely]]
      instance.leave = instance.enter;
    return instance;
  }
  // An operation outside any call counts as a call of zero length.
  [[nodiscard]] CallInstance instance_of(const OpenCall& call) const {
    return is_mpi_call(call.kind) ? instance_of_call(call)
                                  : CallInstance{location_, call.path, call.now, call.now};
  }
  // Same as call.instance(), but faster.
  [[nodiscard]] CallInstance instance_of_call(const OpenCall& call) const {
    return {location_, call.path, call.enter, call.now + Duration{-call.inner.ticks}};
  }
  void enter_in_order(const OpenCall& call);
  void reserve_turn(const OpenCall& call);
  void give_turn_back(Outbox& outbox);
  void count(CountMetric metric, LocalPathId path, std::uint64_t amount) {
    if (amount > 0) tree_.count(path, metric) += amount;
  }
  [[nodiscard]] std::uint64_t believed(std::uint64_t bytes, const OpenCall& call);
  void count_message(const OpenCall& call, std::uint64_t length, bool sent);
  void count_collective(const OpenCall& call, std::uint64_t sent, std::uint64_t received);
  [[nodiscard]] CommunicatorId communicator_of(const AttributeList* attributes) const;
  [[nodiscard]] bool describe(CollectiveMember& member, const NonBlockingCollectiveComplete& event,
                              const OpenCall& call);
  void leave_collectives(std::size_t first, const OpenCall& call);
  void count_collectives(Completion& completion, std::size_t first);
  void post_collective(std::uint64_t number, const Completion& completion) const;
  void fill(SendOperation& operation, const Channel& channel, std::uint64_t length,
            std::uint64_t request, const OpenCall& call);
  void add_send(const Channel& channel, std::uint64_t length, std::uint64_t request,
                const OpenCall& call);
  void add_queued_send(const Channel& channel, std::uint64_t length, std::uint64_t request,
                       const OpenCall& call);
  void add_queued_receive(const MpiRecv& event, const Channel& channel, std::uint64_t wave_step,
                          const OpenCall& call);
  [[nodiscard]] std::uint64_t wave_step_of(const auto& receive, const OpenCall& call,
                                           Outbox& outbox);
  [[nodiscard]] Channel send_channel(std::uint32_t receiver, CommunicatorId communicator,
                                     std::uint32_t tag) const;
  [[nodiscard]] Channel receive_channel(std::uint32_t sender, CommunicatorId communicator,
                                        std::uint32_t tag) const;
  void close_operations(const OpenCall& call, Outbox& outbox);
  bool close_single_operation(const OpenCall& call, Outbox& outbox);
  [[nodiscard]] Completion completion_of(const OpenCall& call, std::size_t first);
  void post(const Pending& pending, const Completion& completion, const OpenCall& call,
            Outbox& outbox);
  void post_send(SendOperation& operation, const Completion& completion, Outbox& outbox);
  void post_queued(Queued<SendOperation>& send, const Completion& completion, Outbox& outbox);
  void complete_receive(std::uint64_t ticket, const Completion& completion);
  void complete(ReceiveOperation& operation, const Completion& completion) const;
  void complete_queued(Queued<ReceiveOperation>& receive, const Completion& completion);
  void post_completion(std::uint64_t request, const Completion& completion, Outbox& outbox);
  void post_withdrawal(const OpenRequest& request, Timestamp now, Outbox& outbox);

  ProcessState& process_;
  LocationId location_;
  LocalCallTree& tree_;
  std::unique_ptr<WaveReplay> waves_;  // null: the trace has no grids
  ReusedList<Pending> pending_;
  std::size_t in_order_ = 0;  // number of pending operations handled by enter_in_order()
  ReusedList<SendOperation> sends_;
  ReusedList<ReceiveOperation> receives_;
  ReusedList<CollectiveMember> collectives_;
  std::vector<OpenRequest> cancelled_;
  std::vector<Queued<SendOperation>> queued_sends_;
  std::vector<Queued<ReceiveOperation>> queued_receives_;
  std::vector<Turn> turns_;  // turns of nested calls
  Timestamp collective_begin_;
  Timestamp collective_end_;  // end of the last collective operation
  bool collective_open_ = false;
  bool completes_collectives_ = false;  // true if an open call does
};

}  // namespace lull::analysis
