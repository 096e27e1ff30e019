// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Counts one-sided transfers and their bytes.
#include "lull/analysis/replay/follower.hpp"

namespace lull::analysis {
namespace {

class TransferFollower final : public Follower {
 public:
  explicit TransferFollower(LocalCallTree& tree) : tree_(tree) {}

  [[nodiscard]] EventSelection selection() const override {
    return select_events<RmaPut, RmaGet, RmaAtomic>();
  }
  void on(const Event& event, const OpenCall& call, Outbox&) override {
    const auto count = [&](CountMetric metric, std::uint64_t amount) {
      if (amount > 0) tree_.counts(call.path)[static_cast<std::size_t>(metric)] += amount;
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
  LocalCallTree& tree_;
};

}  // namespace

std::unique_ptr<Follower> follow_transfers(const FollowerPlace& place) {
  return std::make_unique<TransferFollower>(place.tree);
}

}  // namespace lull::analysis
