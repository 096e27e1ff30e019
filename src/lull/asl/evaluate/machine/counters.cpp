// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/asl/evaluate/machine/counters.hpp"

namespace lull::asl {
namespace {

double number_of(const lull::Value& value) {
  if (value.kind == ValueKind::Floating) return value.as_floating;
  if (value.kind == ValueKind::Signed) return static_cast<double>(value.as_signed);
  return static_cast<double>(value.as_unsigned);
}

// Calls visit(member, value) for each member of the sample until it returns false.
template <class Visit>
void each_value(const Definitions& definitions, const GlobalEvent& event, const Visit& visit) {
  const auto* const sample = event.get_if<MetricSample>();
  if (sample == nullptr || sample->metric.index() >= definitions.metrics.size()) return;
  const auto& members = definitions.metrics[sample->metric.index()].members;
  for (std::size_t i = 0; i < members.size() && i < sample->values.size(); ++i)
    if (members[i].index() < definitions.metric_members.size() &&
        !visit(members[i].index(), number_of(sample->values[i])))
      return;
}

}  // namespace

Counters::Counters(const Definitions& definitions)
    : definitions_(definitions), by_location_(definitions.locations.size()) {
  for (const auto& member : definitions.metric_members)
    by_member_.push_back(names_.try_emplace(member.name, names_.size()).first->second);
}

void Counters::take(const GlobalEvent& event) {
  each_value(definitions_, event, [&](std::size_t member, double value) {
    auto& samples = by_location_[event.location.index()];
    if (samples.empty()) samples.resize(names_.size());
    Sample& sample = samples[by_member_[member]];
    // The first of equal names counts.
    if (sample.event != event.index) sample = {event.index, value};
    return true;
  });
}

Counters::Sample Counters::last(LocationId location, std::string_view name) const {
  const auto number = names_.find(name);
  const auto& samples = by_location_[location.index()];
  return number == names_.end() || samples.empty() ? Sample{} : samples[number->second];
}

std::optional<double> Counters::of_event(const GlobalEvent& event, std::string_view name) const {
  std::optional<double> result;
  each_value(definitions_, event, [&](std::size_t member, double value) {
    if (definitions_.metric_members[member].name == name) result = value;
    return !result;
  });
  return result;
}

}  // namespace lull::asl
