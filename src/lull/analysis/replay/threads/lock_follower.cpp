// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Locks, and the conditions used with them.
#include <algorithm>

#include "lull/analysis/distribution/outbox.hpp"
#include "lull/analysis/events/thread_operations.hpp"
#include "lull/analysis/replay/state/follower.hpp"

namespace lull::analysis {
namespace {

class LockFollower final : public Follower {
 public:
  using Action = LockOperation::Action;

  explicit LockFollower(const FollowerPlace& place)
      : context_(place.context), process_(place.process) {}

  [[nodiscard]] EventSelection selection() const override {
    return select_events<ThreadAcquireLock, ThreadReleaseLock>();
  }
  [[nodiscard]] bool wants_leaves() const override { return context_.has_pthreads(); }

  void on(const Event& event, const OpenCall& call, Outbox& outbox) override {
    if (const auto* const acquired = std::get_if<ThreadAcquireLock>(&event.body))
      post(*acquired, Action::Acquire, call, outbox);
    else if (const auto* const released = std::get_if<ThreadReleaseLock>(&event.body))
      post(*released, Action::Release, call, outbox);
  }
  void enter(const OpenCall& call, Outbox& outbox) override {
    condition_ = number_of(call.attributes, context_.attributes().condition);
    if (call.kind == CallKind::PthreadSignal)
      post(Action::Signal, call, outbox);
    else if (call.kind == CallKind::PthreadBroadcast)
      post(Action::Broadcast, call, outbox);
  }
  void leave(const OpenCall& call, Outbox& outbox) override {
    if (call.kind == CallKind::PthreadConditionWait) post(Action::Return, call, outbox);
  }

 private:
  void post(const auto& lock, Action action, const OpenCall& call, Outbox& outbox) {
    LockOperation operation = about(action, call);
    operation.paradigm = lock.model;
    operation.lock = lock.lock;
    operation.order = lock.order;
    operation.since = std::max(call.enter, last_);
    last_ = call.now;
    outbox.post(operation);
  }
  void post(Action action, const OpenCall& call, Outbox& outbox) {
    LockOperation operation = about(action, call);
    operation.paradigm = Paradigm::Pthread;
    operation.timed_out = number_of(call.attributes, context_.attributes().result).value_or(0) != 0;
    outbox.post(operation);
  }
  LockOperation about(Action action, const OpenCall& call) const {
    LockOperation operation;
    operation.process = process_;
    operation.action = action;
    operation.time = call.now;
    operation.kind = call.kind;
    operation.call = call.instance();
    operation.knows_condition = condition_.has_value();
    operation.condition = condition_.value_or(0);
    return operation;
  }

  const ReplayContext& context_;
  ProcessId process_;
  Timestamp last_;                          // time of the thread's last event on a lock
  std::optional<std::uint64_t> condition_;  // from the last call with a condition
};

}  // namespace

std::unique_ptr<Follower> follow_locks(const FollowerPlace& place) {
  return std::make_unique<LockFollower>(place);
}

}  // namespace lull::analysis
