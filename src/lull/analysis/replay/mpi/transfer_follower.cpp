// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Counts one-sided transfers and their bytes.
#include <algorithm>

#include "lull/analysis/replay/follower.hpp"
#include "lull/analysis/replay/process_state.hpp"

namespace lull::analysis {
namespace {

class TransferFollower final : public Follower {
 public:
  explicit TransferFollower(const FollowerPlace& place)
      : location_(place.location), tree_(place.tree), oddities_(place.state.oddities) {}

  [[nodiscard]] EventSelection selection() const override {
    return select_events<RmaPut, RmaGet, RmaAtomic>();
  }
  void on(const Event& event, const OpenCall& call, Outbox&) override {
    const auto count = [&](CountMetric metric, std::uint64_t amount) {
      if (amount == 0) return;
      if (amount > kMostBytes)
        oddities_.count(Oddity::TooManyBytes, {location_, call.now, call.region});
      tree_.counts(call.path)[static_cast<std::size_t>(metric)] += std::min(amount, kMostBytes);
    };
    if (const auto* const put = std::get_if<RmaPut>(&event.body)) {
      count(CountMetric::RmaPuts, 1);
      count(CountMetric::RmaBytesPut, put->bytes);
    } else if (const auto* const get = std::get_if<RmaGet>(&event.body)) {
      count(CountMetric::RmaGets, 1);
      count(CountMetric::RmaBytesGot, get->bytes);
    } else if (const auto* const atomic = std::get_if<RmaAtomic>(&event.body)) {
      count(CountMetric::RmaAtomics, 1);
      count(CountMetric::RmaBytesPut, atomic->sent);
      count(CountMetric::RmaBytesGot, atomic->received);
    }
  }

 private:
  LocationId location_;
  LocalCallTree& tree_;
  Oddities& oddities_;
};

}  // namespace

std::unique_ptr<Follower> follow_transfers(const FollowerPlace& place) {
  return std::make_unique<TransferFollower>(place);
}

}  // namespace lull::analysis
