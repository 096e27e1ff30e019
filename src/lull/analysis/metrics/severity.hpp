// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Sparse sums of severities over (metric, location, call path on that location): ticks for times,
// plain numbers for counts. Sums are integers, so the result does not depend on the order of
// charging or the number of tables that are added up. Expected constant time per charge.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "lull/analysis/events/operations.hpp"

namespace lull::analysis {

using MetricIndex = Id<struct CatalogueMetricTag>;

struct Severity {
  MetricIndex metric;
  LocationId location;
  LocalPathId path;
  std::uint32_t group = kNoGroup;  // in SevereCalls, while charging
  std::int64_t value = 0;

  static constexpr std::uint32_t kNoGroup = ~std::uint32_t{0};
};

class SeverityTable {
 public:
  SeverityTable() : slots_(kInitialSize) {}

  // Returns the updated sum; valid until the next call.
  Severity& add(MetricIndex metric, LocationId location, LocalPathId path, std::int64_t value) {
    Severity& slot = slots_[hash_of(metric, location, path) & (slots_.size() - 1)];
    if (!is_of(slot, metric, location, path)) [[unlikely]]
      return add_further(metric, location, path, value);
    slot.value += value;
    return slot;
  }
  [[nodiscard]] std::size_t size() const { return size_; }

  template <class Visit>
  void for_each(Visit visit) const {
    for (const Severity& slot : slots_)
      if (slot.metric.defined()) visit(slot);
  }

 private:
  static constexpr std::size_t kInitialSize = 64;  // a power of two

  static std::size_t hash_of(MetricIndex metric, LocationId location, LocalPathId path) {
    std::uint64_t key = std::uint64_t{location.value} << 32 | path.value;
    key ^= std::uint64_t{metric.value} << 52;
    key *= 0x9E3779B97F4A7C15ull;
    return key ^ key >> 32;
  }
  static bool is_of(const Severity& slot, MetricIndex metric, LocationId location,
                    LocalPathId path) {
    return slot.metric == metric && slot.location == location && slot.path == path;
  }
  // Handles a slot that is occupied by another key, or empty.
  Severity& add_further(MetricIndex metric, LocationId location, LocalPathId path,
                        std::int64_t value);
  Severity& slot_of(MetricIndex metric, LocationId location, LocalPathId path);
  void grow();

  std::vector<Severity> slots_;  // open addressing, linear probing
  std::size_t size_ = 0;
};

}  // namespace lull::analysis
