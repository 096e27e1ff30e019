// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Pthreads barriers and joined threads.
#include "lull/analysis/distribution/outbox.hpp"
#include "lull/analysis/events/thread_operations.hpp"
#include "lull/analysis/replay/state/follower.hpp"

namespace lull::analysis {
namespace {

class PthreadFollower final : public Follower {
 public:
  explicit PthreadFollower(const FollowerPlace& place)
      : attributes_(place.context.attributes()), process_(place.process), tree_(place.tree) {}

  [[nodiscard]] EventSelection selection() const override {
    return select_events<ThreadEnd, ThreadWait>();
  }
  [[nodiscard]] bool wants_leaves() const override { return true; }

  void on(const Event& event, const OpenCall& call, Outbox& outbox) override {
    if (const auto* const end = std::get_if<ThreadEnd>(&event.body)) {
      ThreadOver over{process_, end->contingent, end->sequence,  false,
                      call.now, call.kind,       call.instance()};
      if (call.depth == 0) over.call.path = tree_.last_entered_root();
      outbox.post(over);
    } else if (const auto* const wait = std::get_if<ThreadWait>(&event.body)) {
      outbox.post(ThreadOver{process_, wait->contingent, wait->sequence, true, call.now, call.kind,
                             call.instance()});
    }
  }
  void enter(const OpenCall& call, Outbox& outbox) override {
    if (call.kind != CallKind::PthreadBarrier) return;
    const auto barrier = number_of(call.attributes, attributes_.barrier);
    const auto count = number_of(call.attributes, attributes_.barrier_count);
    if (!barrier || !count || *count == 0) return;
    open_.push_back({process_, *barrier, *count, call.depth, false, call.instance()});
    outbox.post(open_.back());
  }
  void leave(const OpenCall& call, Outbox& outbox) override {
    if (open_.empty() || open_.back().depth != call.depth) return;
    open_.back().leaves = true;
    open_.back().call = call.instance();
    outbox.post(open_.back());
    open_.pop_back();
  }

 private:
  const ReplayContext::EventAttributes& attributes_;
  ProcessId process_;
  const LocalCallTree& tree_;
  std::vector<BarrierPassing> open_;  // usually at most one
};

}  // namespace

std::unique_ptr<Follower> follow_pthreads(const FollowerPlace& place) {
  return place.context.has_pthreads() ? std::make_unique<PthreadFollower>(place) : nullptr;
}

}  // namespace lull::analysis
