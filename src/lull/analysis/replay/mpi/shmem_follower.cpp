// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// OpenSHMEM. Collective operations are posted when their calls are left. Locks and memory changes
// are posted at once; their matchers sort them by time.
#include <algorithm>
#include <optional>
#include <vector>

#include "lull/analysis/distribution/outbox.hpp"
#include "lull/analysis/events/shmem_events.hpp"
#include "lull/analysis/replay/state/follower.hpp"
#include "lull/analysis/replay/state/process_state.hpp"

namespace lull::analysis {
namespace {

CollectiveKind shmem_kind_of(CollectiveOperation operation) {
  switch (operation) {
    case CollectiveOperation::Barrier:
      return CollectiveKind::ShmemBarrier;
    case CollectiveOperation::Bcast:
      return CollectiveKind::ShmemOneToAll;
    default:
      return CollectiveKind::ShmemAllToAll;
  }
}

// An atomic operation that only reads does not change anything.
bool changes_memory(const RmaAtomic& atomic) {
  constexpr std::uint8_t kAccumulates = 0;       // OTF2_RMA_ATOMIC_TYPE_ACCUMULATE
  constexpr std::uint8_t kFetchAccumulates = 7;  // OTF2_RMA_ATOMIC_TYPE_FETCH_AND_ACCUMULATE
  return atomic.sent > 0 || (atomic.type != kAccumulates && atomic.type != kFetchAccumulates);
}

class ShmemFollower final : public Follower {
 public:
  explicit ShmemFollower(const FollowerPlace& place)
      : context_(place.context),
        process_(place.process),
        location_(place.location),
        state_(place.state) {}

  [[nodiscard]] EventSelection selection() const override {
    return select_events<RmaCollectiveBegin, RmaCollectiveEnd, RmaRequestLock, RmaAcquireLock,
                         RmaReleaseLock, RmaWaitChange, RmaPut, RmaAtomic>();
  }
  [[nodiscard]] bool wants_leaves() const override { return true; }

  void on(const Event& event, const OpenCall& call, Outbox& outbox) override {
    if (!is_shmem_call(call.kind)) return;
    std::visit([&](const auto& body) { add(body, event, call, outbox); }, event.body);
  }
  void enter(const OpenCall& call, Outbox& outbox) override {
    if (call.kind == CallKind::ShmemWait) post(ShmemChange::Kind::WaitBegins, call, {}, outbox);
  }
  void leave(const OpenCall& call, Outbox& outbox) override {
    if (call.kind == CallKind::ShmemWait && call.left)  // otherwise nothing has ended it
      post(ShmemChange::Kind::WaitEnds, call, {}, outbox);
    if (call.kind == CallKind::ShmemAll && call.left) post_collective_call(call, outbox);
    while (!acquiring_.empty() && acquiring_.back() >= call.depth) acquiring_.pop_back();
    for (; !open_.empty() && open_.back().depth >= call.depth; open_.pop_back())
      if (open_.back().depth == call.depth) {
        open_.back().member.call = call.instance();
        outbox.post(open_.back().member);
      }
  }

 private:
  // Other events are not selected.
  template <class Body>
  void add(const Body& /*body*/, const Event& /*event*/, const OpenCall& /*call*/,
           Outbox& /*outbox*/) {}
  void add(const RmaCollectiveBegin& /*begin*/, const Event& /*event*/, const OpenCall& call,
           Outbox& /*outbox*/) {
    begin_ = call.now;
  }
  void add(const RmaCollectiveEnd& end, const Event& /*event*/, const OpenCall& call,
           Outbox& /*outbox*/) {
    if (!context_.is_shmem(end.window)) return;
    const CommunicatorId set = context_.definitions.windows[end.window.index()].communicator;
    CollectiveMember member;
    member.begin = std::max(begin_, call.enter);  // the call's start if the trace has none
    member.end = call.now;
    member.sent = end.sent;
    member.received = end.received;
    member.kind = shmem_kind_of(end.operation);
    if (has_root(member.kind)) member.root = context_.peer(set, end.root, location_);
    if (!open_.empty() && open_.back().depth == call.depth) return refuse(call);
    if (take_number(set, member)) open_.push_back({call.depth, member});
  }
  void add(const RmaRequestLock& lock, const Event& /*event*/, const OpenCall& call,
           Outbox& outbox) {
    // Score-P records a free lock that was acquired in this way.
    if (call.kind == CallKind::ShmemTest) post(lock.window, lock.lock, true, call, outbox);
  }
  void add(const RmaAcquireLock& lock, const Event& /*event*/, const OpenCall& call,
           Outbox& outbox) {
    if (!acquiring_.empty() && acquiring_.back() == call.depth) return refuse(call);
    acquiring_.push_back(call.depth);
    post(lock.window, lock.lock, true, call, outbox);
  }
  void add(const RmaReleaseLock& lock, const Event& /*event*/, const OpenCall& call,
           Outbox& outbox) {
    post(lock.window, lock.lock, false, call, outbox);
  }
  void add(const RmaWaitChange& wait, const Event& event, const OpenCall& call, Outbox& outbox) {
    if (call.kind == CallKind::ShmemWait && context_.is_shmem(wait.window))
      post(ShmemChange::Kind::WaitTells, call, address_of(event), outbox);
  }
  void add(const RmaPut& put, const Event& event, const OpenCall& call, Outbox& outbox) {
    const std::uint64_t extent =
        number_of(event.attributes, context_.attributes().extent).value_or(put.bytes);
    change(put.window, put.remote, extent, event, call, outbox);
  }
  void add(const RmaAtomic& atomic, const Event& event, const OpenCall& call, Outbox& outbox) {
    if (changes_memory(atomic))
      change(atomic.window, atomic.remote, std::max<std::uint64_t>(atomic.sent, 1), event, call,
             outbox);
  }

  void change(WindowId window, std::uint32_t rank, std::uint64_t extent, const Event& event,
              const OpenCall& call, Outbox& outbox) {
    if (!context_.is_shmem(window)) return;
    const CommunicatorId set = context_.definitions.windows[window.index()].communicator;
    const ProcessId target = context_.peer(set, rank, location_);
    if (!target.defined() || target == process_) return;
    const auto address = address_of(event);
    outbox.post(ShmemChange{ShmemChange::Kind::Changes, address.has_value(), 0, target,
                            address.value_or(0), extent, call.now, call.instance()});
  }
  [[nodiscard]] std::optional<std::uint64_t> address_of(const Event& event) const {
    return number_of(event.attributes, context_.attributes().address);
  }
  // Reports an event that a call must not repeat.
  void refuse(const OpenCall& call) const {
    state_.defects.count(DataDefect::SecondInCall, {location_, call.now, call.region});
  }
  void post(ShmemChange::Kind kind, const OpenCall& call, std::optional<std::uint64_t> address,
            Outbox& outbox) const {
    outbox.post(ShmemChange{kind, address.has_value(), call.depth, process_, address.value_or(0), 0,
                            call.now, call.instance()});
  }
  void post(WindowId window, std::uint64_t lock, bool acquires, const OpenCall& call,
            Outbox& outbox) const {
    if (context_.is_shmem(window))
      outbox.post(ShmemLockOperation{window, lock, process_, acquires,
                                     call.kind != CallKind::ShmemTest, call.now, call.instance()});
  }
  // Initialisation, finalisation and memory management have no records: each call is one operation
  // of all PEs.
  void post_collective_call(const OpenCall& call, Outbox& outbox) {
    CollectiveMember member;
    member.kind = CollectiveKind::ShmemAll;
    member.call = call.instance();
    member.begin = call.enter;
    member.end = call.now;
    member.ended = call.left;
    if (take_number(context_.all_pes(process_), member)) outbox.post(member);
  }
  // Returns false if there are no other members, or the process is not a member.
  bool take_number(CommunicatorId set, CollectiveMember& member) {
    if (!set.defined()) return false;
    member.communicator = set;
    member.size = context_.size_of(set);
    member.process = process_;
    if (member.size < 2) return false;
    const auto number = state_.next_collective(set);
    member.number = number.value_or(0);
    return number.has_value();
  }

  const ReplayContext& context_;
  ProcessId process_;
  LocationId location_;
  ProcessState& state_;
  Timestamp begin_;
  struct Open {
    std::uint32_t depth = 0;  // its call's stack depth
    CollectiveMember member;
  };
  std::vector<Open> open_;                // usually at most one
  std::vector<std::uint32_t> acquiring_;  // stack depths of calls that have acquired a lock
};

}  // namespace

std::unique_ptr<Follower> follow_shmem(const FollowerPlace& place) {
  return place.context.has_shmem() ? std::make_unique<ShmemFollower>(place) : nullptr;
}

}  // namespace lull::analysis
