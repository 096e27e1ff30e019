// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Charges that are kept one by one: all of them, or of each metric and location the longest in each
// iteration, which takes no more memory for longer iterations.
#pragma once

#include <cstdint>
#include <map>
#include <tuple>
#include <vector>

#include "lull/analysis/charging/charge.hpp"
#include "lull/analysis/charging/iteration_severities.hpp"

namespace lull::analysis {

enum class KeepCharges : std::uint8_t { None, All, LongestOfIterations };

class KeptCharges {
 public:
  KeptCharges() = default;
  // The longest of iterations; `borders` must outlive this.
  explicit KeptCharges(const IterationBorders& borders) : borders_(&borders) {}

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
  [[nodiscard]] const std::vector<Charge>& all() const { return all_; }

  // Of two that last as long the earlier one, so that the order in which they come does not matter.
  [[nodiscard]] static bool is_longer(const Charge& a, const Charge& b) {
    const auto order = [](const Charge& charge) {
      const WaitedFor& why = charge.waited_for;
      return std::tuple(-charge.waiting.ticks, charge.call.enter, charge.call.path.value, why.since,
                        why.cause.location.value, why.cause.path.value);
    };
    return order(a) < order(b);
  }

 private:
  const IterationBorders* borders_ = nullptr;
  std::vector<Charge> all_;
  std::map<std::tuple<MetricIndex, LocationId, std::uint32_t>, std::size_t> longest_;
};

}  // namespace lull::analysis
