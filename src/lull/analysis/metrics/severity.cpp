// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/analysis/metrics/severity.hpp"

#include <utility>

namespace lull::analysis {
Severity& SeverityTable::slot_of(MetricIndex metric, LocationId location, LocalPathId path) {
  std::size_t index = hash_of(metric, location, path);
  while (true) {
    Severity& slot = slots_[index++ & (slots_.size() - 1)];
    if (!slot.metric.defined() || is_of(slot, metric, location, path)) return slot;
  }
}

Severity& SeverityTable::add_further(MetricIndex metric, LocationId location, LocalPathId path,
                                     std::int64_t value) {
  Severity& slot = slot_of(metric, location, path);
  if (slot.metric.defined()) {
    slot.value += value;
    return slot;
  }
  slot = {metric, location, path, Severity::kNoGroup, value};
  if (++size_ * 2 <= slots_.size()) return slot;
  grow();
  return slot_of(metric, location, path);
}

void SeverityTable::grow() {
  std::vector<Severity> old(slots_.size() * 2);
  old.swap(slots_);
  for (const Severity& entry : old)
    if (entry.metric.defined()) slot_of(entry.metric, entry.location, entry.path) = entry;
}

}  // namespace lull::analysis
