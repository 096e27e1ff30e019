// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/analysis/charging/caused_waiting.hpp"

#include <fmt/format.h>

#include <array>

namespace lull::analysis {
namespace {

// Returns whether waiting in this metric is not part of other waiting.
bool is_general(const MetricCatalogue& catalogue, const MetricCatalogue::Entry& entry) {
  if (entry.profile || entry.info.unit != Unit::Seconds) return false;
  return !entry.parent.defined() || catalogue[entry.parent].profile;
}

constexpr std::string_view kCausedSuffix = "_caused";

}  // namespace

std::string caused_part_of(std::string_view metric) {
  return std::string(metric).append(kCausedSuffix);
}

bool is_caused_part(const MetricCatalogue& catalogue, std::string_view metric) {
  return metric.ends_with(kCausedSuffix) &&
         catalogue.find(metric.substr(0, metric.size() - kCausedSuffix.size())).defined();
}

CausedWaiting::CausedWaiting(MetricCatalogue& catalogue) {
  const std::size_t metrics = catalogue.size();
  caused_.resize(metrics);
  is_kind_ = kinds_of_waiting(catalogue);
  bool has_root = false;
  for (std::size_t i = 0; i < metrics; ++i) {
    const MetricCatalogue::Entry entry = catalogue[MetricIndex(i)];
    if (!is_general(catalogue, entry)) continue;
    if (!has_root) {
      const std::array root{MetricInfo{
          kCausedWaiting, "Waiting Caused", "", Unit::Seconds,
          "Time that others wait for a call, at that call and the process that makes it.",
          "sum of the parts", "Find out why this process reaches this call later than others."}};
      catalogue.add(root, false);
      has_root = true;
    }
    const std::string& id = texts_.emplace_back(caused_part_of(entry.info.id));
    const std::string& name = texts_.emplace_back(std::string(entry.info.name) + ", caused");
    const std::string& summary = texts_.emplace_back(
        fmt::format("Time that others wait for a call in {} ({}), at that call and the process "
                    "that makes it.",
                    entry.info.name, entry.info.id));
    const std::array caused{
        MetricInfo{id, name, is_kind_[i] ? kCausedWaiting : "", Unit::Seconds, summary,
                   "sum over the wait states whose cause is known",
                   "Find out why this process reaches this call later than others."}};
    catalogue.add(caused, false);
    caused_[i] = catalogue.find(id);
  }
}

MetricIndex root_of_caused(const MetricCatalogue& catalogue, MetricIndex metric) {
  const MetricIndex parent = catalogue[metric].parent;
  return parent.defined() && catalogue[parent].info.id == kCausedWaiting ? parent : MetricIndex{};
}

}  // namespace lull::analysis
