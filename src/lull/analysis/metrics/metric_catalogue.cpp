// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/analysis/metrics/metric_catalogue.hpp"

#include <fmt/format.h>

namespace lull::analysis {

void MetricCatalogue::add(std::span<const MetricInfo> metrics, bool profile, bool own) {
  for (const MetricInfo& info : metrics) {
    Entry entry{info, find(info.parent), profile, own};
    if (!info.parent.empty() && !entry.parent.defined())
      throw MetricMistake(fmt::format("metric {}: parent {} is unknown", info.id, info.parent));
    if (!by_id_.emplace(info.id, MetricIndex(entries_.size())).second)
      throw MetricMistake(fmt::format("metric {} is declared twice", info.id));
    entries_.push_back(entry);
  }
}

MetricIndex MetricCatalogue::find(std::string_view id) const {
  const auto found = by_id_.find(id);
  return found == by_id_.end() ? MetricIndex{} : found->second;
}

std::vector<MetricIndex> MetricCatalogue::in_tree_order() const {
  std::vector<std::vector<MetricIndex>> children(entries_.size());
  std::vector<MetricIndex> pending;  // a stack; the next one is on top
  for (std::size_t i = entries_.size(); i-- > 0;) {
    const MetricIndex parent = entries_[i].parent;
    (parent.defined() ? children[parent.index()] : pending).emplace_back(i);
  }
  std::vector<MetricIndex> order;
  while (!pending.empty()) {
    order.push_back(pending.back());
    pending.pop_back();
    const auto& below = children[order.back().index()];
    pending.insert(pending.end(), below.begin(), below.end());
  }
  return order;
}

std::vector<bool> kinds_of_waiting(const MetricCatalogue& catalogue) {
  std::vector<bool> kinds(catalogue.size());
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    const MetricCatalogue::Entry& entry = catalogue[MetricIndex(i)];
    kinds[i] = !entry.profile && entry.info.unit == Unit::Seconds && entry.parent.defined() &&
               catalogue[entry.parent].profile;
  }
  return kinds;
}

std::string_view name_of(Unit unit) {
  switch (unit) {
    case Unit::Seconds:
      return "sec";
    case Unit::Occurrences:
      return "occ";
    case Unit::Bytes:
      return "bytes";
    case Unit::Number:
      return "#";
  }
  return "#";
}

}  // namespace lull::analysis
