// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/trace/local/call_graph_builder.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

#include "lull/base/error.hpp"
#include "lull/trace/local/event_numbers.hpp"

namespace lull {
std::size_t CallGraph::bytes() const {
  std::size_t sample_bytes = samples.size() * sizeof(std::vector<Value>);
  for (const auto& sample : samples) sample_bytes += sample.size() * sizeof(Value);
  return times.size() + numbers.size() + sample_bytes + checkpoints.size() * sizeof checkpoints[0];
}

CallGraph CallGraphBuilder::build(EventCursor& cursor, LocationId location) {
  graph_.location = location.value;
  for (auto events = cursor.next(); !events.empty(); events = cursor.next())
    for (const Event& event : events) add(event);
  while (!regions_.empty()) {
    Open open = regions_.pop();
    finish(std::move(open), RegionInstances::kOpenEnd, innermost());
  }
  whole_.items.push_back(RegionInstances::kOpenEnd);
  graph_.whole =
      graph_.instances->instance_of(whole_.region, whole_.enter, whole_.items, whole_.counts);
  graph_.times.shrink();
  graph_.numbers.shrink();
  graph_.checkpoints.shrink_to_fit();
  return std::move(graph_);
}

void CallGraphBuilder::add(const Event& event) {
  constexpr std::uint64_t kMost = std::numeric_limits<std::uint32_t>::max();
  if (events_ >= kMost)
    throw Error(ExitStatus::Input, "a location has more events than a local trace can hold");
  if (events_ == 0) stored_ = event.time.ticks;
  if (events_++ % CallGraph::kInterval == 0)
    graph_.checkpoints.push_back(
        {stored_, graph_.times.size(), graph_.numbers.size(), numbers_, largest_});
  add_time(event.time.ticks);
  const auto open = [&](RegionId region) {
    const auto enter =
        std::holds_alternative<Enter>(event.body) ? RegionInstances::kEnter : item_of(event.body);
    return Open{region, tree_.child(innermost().node, region), enter, {}, {.events = 1}};
  };
  std::optional<Open> left;
  const auto close = [&](Open& instance) {
    if (left) finish(std::move(*left), RegionInstances::kOpenEnd, instance);
    left = std::move(instance);
  };
  const RegionEffect effect = regions_.follow(event.body, open, close);
  if (effect == RegionEffect::Opens) return;
  if (effect == RegionEffect::Leaves) {
    const bool plain = std::holds_alternative<Leave>(event.body);
    return finish(std::move(*left), plain ? RegionInstances::kLeave : item_of(event.body),
                  innermost());
  }
  if (left) finish(std::move(*left), RegionInstances::kOpenEnd, innermost());
  const RegionInstances::Item item = item_of(event.body);
  innermost().items.push_back(item);
  innermost().counts += graph_.instances->counts_of(item);
}

// Counts from the last stored time, so that deviations do not accumulate. Where time goes
// backwards, in damaged traces, the stored time stands still.
void CallGraphBuilder::add_time(std::uint64_t time) {
  const std::uint64_t step = graph_.steps->number_of(time > stored_ ? time - stored_ : 0);
  graph_.times.append(step);
  stored_ += graph_.steps->ticks_of(step);
  const std::uint64_t moved = time > stored_ ? time - stored_ : stored_ - time;
  graph_.deviation = std::max(graph_.deviation, Duration{static_cast<std::int64_t>(moved)});
}

RegionInstances::Item CallGraphBuilder::item_of(const EventBody& body) {
  if (const auto number = number_of(body)) {
    graph_.numbers.append(unsigned_of(static_cast<std::int64_t>(*number - largest_)));
    largest_ = std::max(largest_, *number);
    ++numbers_;
  }
  if (const auto* sample = std::get_if<MetricSample>(&body))
    graph_.samples.emplace_back(sample->values.begin(), sample->values.end());
  return graph_.instances->item_of(body, graph_.location);
}

void CallGraphBuilder::finish(Open instance, RegionInstances::Item last, Open& around) {
  instance.items.push_back(last);
  instance.counts += graph_.instances->counts_of(last);
  around.items.push_back(graph_.instances->instance_of(instance.region, instance.enter,
                                                       instance.items, instance.counts));
  around.counts += instance.counts;
}

}  // namespace lull
