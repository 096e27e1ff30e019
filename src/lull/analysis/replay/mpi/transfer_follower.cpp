// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Counts one-sided transfers and their bytes by call path and by pair of processes.
#include <algorithm>
#include <type_traits>

#include "lull/analysis/replay/state/follower.hpp"
#include "lull/analysis/replay/state/process_state.hpp"

namespace lull::analysis {
namespace {

class TransferFollower final : public Follower {
 public:
  explicit TransferFollower(const FollowerPlace& place)
      : context_(place.context),
        state_(place.state),
        location_(place.location),
        tree_(place.tree),
        defects_(place.state.defects) {}

  [[nodiscard]] EventSelection selection() const override {
    return select_events<RmaPut, RmaGet, RmaAtomic>();
  }
  void on(const Event& event, const OpenCall& call, Outbox&) override {
    if (const auto* const put = std::get_if<RmaPut>(&event.body)) {
      count(call, CountMetric::RmaPuts, 1);
      transfer(call, *put, put->bytes, {});
    } else if (const auto* const get = std::get_if<RmaGet>(&event.body)) {
      count(call, CountMetric::RmaGets, 1);
      transfer(call, *get, {}, get->bytes);
    } else if (const auto* const atomic = std::get_if<RmaAtomic>(&event.body)) {
      count(call, CountMetric::RmaAtomics, 1);
      transfer(call, *atomic, atomic->sent, atomic->received);
    }
  }

 private:
  void count(const OpenCall& call, CountMetric metric, std::uint64_t amount) {
    if (amount == 0) return;
    if (amount > kMostBytes)
      defects_.count(DataDefect::TooManyBytes, {location_, call.now, call.region});
    tree_.count(call.path, metric) += std::min(amount, kMostBytes);
  }
  // An atomic operation may transfer in both directions; if it has no bytes, it goes to its target.
  template <class Transfer>
  void transfer(const OpenCall& call, const Transfer& event, std::uint64_t put, std::uint64_t got) {
    count(call, CountMetric::RmaBytesPut, put);
    count(call, CountMetric::RmaBytesGot, got);
    if (!state_.pairs.wanted() || !event.window.defined()) return;
    const Window& window = context_.definitions.windows[event.window.index()];
    const ProcessId target = context_.peer(window.communicator, event.remote, location_);
    if (!target.defined()) return;
    const bool is_get = std::is_same_v<Transfer, RmaGet> || (put == 0 && got > 0);
    if (put > 0 || !is_get)
      state_.pairs.add_transfer(state_.process, target, std::min(put, kMostBytes));
    if (got > 0 || is_get)
      state_.pairs.add_transfer(target, state_.process, std::min(got, kMostBytes));
  }

  const ReplayContext& context_;
  ProcessState& state_;
  LocationId location_;
  LocalCallTree& tree_;
  DataDefects& defects_;
};

}  // namespace

std::unique_ptr<Follower> follow_transfers(const FollowerPlace& place) {
  return std::make_unique<TransferFollower>(place);
}

}  // namespace lull::analysis
