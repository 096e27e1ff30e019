// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Charge observer: keeps charges of time one by one, either all of them, or the longest of each
// metric, location and iteration, whose memory does not depend on the length of iterations.
#pragma once

#include <map>
#include <tuple>
#include <vector>

#include "lull/analysis/charging/charge_observer.hpp"

namespace lull::analysis {

class KeptCharges {
 public:
  void set_up(const ChargeSetup& setup) {
    const bool wanted = setup.keep == KeepCharges::All ||
                        (setup.keep == KeepCharges::LongestOfIterations && setup.iterations);
    catalogue_ = wanted ? setup.catalogue : nullptr;
    borders_ = setup.keep == KeepCharges::LongestOfIterations ? setup.iterations : nullptr;
  }
  void observe_part(const ChargeView& charge) {
    if (catalogue_ != nullptr) [[unlikely]]
      keep(charge);
  }
  [[nodiscard]] const std::vector<Charge>& all() const { return all_; }

  // If two charges are equally long, the earlier counts as longer, so that their order of arrival
  // does not matter.
  [[nodiscard]] static bool is_longer(const Charge& a, const Charge& b) {
    const auto order = [](const Charge& charge) {
      const WaitedFor& why = charge.waited_for;
      return std::tuple(-charge.waiting.ticks, charge.call.enter, charge.call.path.value, why.since,
                        why.cause.location.value, why.cause.path.value);
    };
    return order(a) < order(b);
  }

 private:
  [[gnu::noinline]] void keep(const ChargeView& charge) {
    if ((*catalogue_)[charge.metric].info.unit == Unit::Seconds) add(charge.copy());
  }
  void add(const Charge& charge) {
    if (borders_ == nullptr) return all_.push_back(charge);
    const auto iteration = borders_->at(charge.call.location, charge.call.enter);
    if (!iteration) return;
    const auto [longest, is_first] =
        longest_.try_emplace({charge.metric, charge.call.location, *iteration}, all_.size());
    if (is_first)
      all_.push_back(charge);
    else if (is_longer(charge, all_[longest->second]))
      all_[longest->second] = charge;
  }

  const MetricCatalogue* catalogue_ = nullptr;  // null: nothing is kept
  const IterationBorders* borders_ = nullptr;
  std::vector<Charge> all_;
  std::map<std::tuple<MetricIndex, LocationId, std::uint32_t>, std::size_t> longest_;
};

}  // namespace lull::analysis
