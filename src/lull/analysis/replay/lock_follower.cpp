// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>

#include "lull/analysis/distribution/outbox.hpp"
#include "lull/analysis/replay/follower.hpp"

namespace lull::analysis {
namespace {

class LockFollower final : public Follower {
 public:
  explicit LockFollower(ProcessId process) : process_(process) {}

  [[nodiscard]] EventSelection selection() const override {
    return select_events<ThreadAcquireLock, ThreadReleaseLock>();
  }
  void on(const Event& event, const OpenCall& call, Outbox& outbox) override {
    if (const auto* const acquired = std::get_if<ThreadAcquireLock>(&event.body))
      post(*acquired, false, call, outbox);
    else if (const auto* const released = std::get_if<ThreadReleaseLock>(&event.body))
      post(*released, true, call, outbox);
  }

 private:
  void post(const auto& lock, bool release, const OpenCall& call, Outbox& outbox) {
    const Timestamp since = std::max(call.enter, last_);
    last_ = call.now;
    outbox.post(LockOperation{process_, lock.model, lock.lock, lock.order, release, since, call.now,
                              call.kind, call.instance()});
  }

  ProcessId process_;
  Timestamp last_;  // of the thread's last event on a lock
};

}  // namespace

std::unique_ptr<Follower> follow_locks(const FollowerPlace& place) {
  return std::make_unique<LockFollower>(place.process);
}

}  // namespace lull::analysis
