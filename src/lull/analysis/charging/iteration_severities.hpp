// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Severities by iteration of the program's main loop: a wait belongs to the iteration in which its
// call began on its location. Sums are integers, so that they do not depend on threads or slices.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "lull/analysis/charging/charge.hpp"
#include "lull/analysis/events/operations.hpp"
#include "lull/analysis/metrics/severity.hpp"

namespace lull::analysis {

struct ChargeSetup;

// Start of each iteration on each location, and end of the last iteration.
struct IterationBorders {
  std::uint32_t iterations = 0;
  std::vector<std::vector<Timestamp>> times;  // by location: iterations + 1 entries, or none

  // Returns the iteration that contains a time; empty if there is none.
  [[nodiscard]] std::optional<std::uint32_t> at(LocationId location, Timestamp time) const {
    if (location.index() >= times.size()) return {};
    const auto& own = times[location.index()];
    const auto next = std::ranges::upper_bound(own, time);
    if (next == own.begin() || next == own.end()) return {};
    return static_cast<std::uint32_t>(next - own.begin() - 1);
  }
};

struct IterationSeverity {
  MetricIndex metric;
  LocationId location;
  LocalPathId path;  // undefined: all paths
  std::uint32_t iteration = 0;
  std::int64_t value = 0;
};

// A charge observer.
class IterationSeverities {
 public:
  IterationSeverities() = default;
  // `borders` must outlive this object.
  explicit IterationSeverities(const IterationBorders& borders) : borders_(&borders) {}
  void set_up(const ChargeSetup& setup);
  void observe(const ChargeView& charge, const Severity& /*sum*/) {
    observe_count(charge.metric, charge.call, charge.waiting.ticks);
  }
  void observe_count(MetricIndex metric, const CallInstance& call, std::int64_t value) {
    if (borders_ != nullptr) [[unlikely]]
      add(metric, call, value);
  }
  void add(MetricIndex metric, const CallInstance& call, std::int64_t value) {
    if (const auto iteration = borders_->at(call.location, call.enter))
      sums_[{metric, call.location, call.path, *iteration}] += value;
  }

  template <class Use>
  void for_each(Use use) const {
    for (const auto& [key, value] : sums_)
      use(IterationSeverity{key.metric, key.location, key.path, key.iteration, value});
  }

 private:
  struct Key {
    MetricIndex metric;
    LocationId location;
    LocalPathId path;
    std::uint32_t iteration = 0;
    friend bool operator==(const Key&, const Key&) = default;
  };
  struct Hash {
    std::size_t operator()(const Key& key) const noexcept {
      std::uint64_t word = std::uint64_t{key.location.value} << 32U | key.path.value;
      word ^= (std::uint64_t{key.metric.value} << 32U | key.iteration) * 0xBF58476D1CE4E5B9U;
      word *= 0x9E3779B97F4A7C15U;
      return word ^ word >> 29U;
    }
  };

  const IterationBorders* borders_ = nullptr;
  std::unordered_map<Key, std::int64_t, Hash> sums_;
};

}  // namespace lull::analysis
