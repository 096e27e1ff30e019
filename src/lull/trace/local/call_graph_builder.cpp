// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/trace/local/call_graph_builder.hpp"

#include <algorithm>
#include <cstring>
#include <limits>
#include <utility>

#include "lull/base/error.hpp"
#include "lull/trace/event_fields.hpp"
#include "lull/trace/local/event_numbers.hpp"

namespace lull {
namespace {

template <class Number>
void append(std::string& key, Number number) {
  char bytes[sizeof number];
  std::memcpy(bytes, &number, sizeof number);
  key.append(bytes, sizeof number);
}

// The same for events that hold the same.
std::string key_of(const EventBody& body) {
  std::string key;
  append(key, body.index());
  with_fields(body, [&]<class Field>(const char*, const Field& field) {
    if constexpr (requires { field.value; })
      append(key, field.value);
    else if constexpr (requires { field.ticks; })
      append(key, field.ticks);
    else if constexpr (requires { field.size(); })
      append(key, field.size());
    else
      append(key, field);
  });
  return key;
}

}  // namespace

std::size_t CallGraph::bytes() const {
  std::size_t sample_bytes = samples.size() * sizeof(std::vector<Value>);
  for (const auto& sample : samples) sample_bytes += sample.size() * sizeof(Value);
  return instances.size() * sizeof instances[0] + items.size() * sizeof items[0] +
         bodies.size() * (sizeof bodies[0] + sizeof body_counts[0]) + times.size() +
         numbers.size() + sample_bytes + checkpoints.size() * sizeof checkpoints[0];
}

CallGraph CallGraphBuilder::build(EventCursor& cursor) {
  open_.emplace_back();
  for (auto events = cursor.next(); !events.empty(); events = cursor.next())
    for (const Event& event : events) add(event);
  while (open_.size() > 1) close(CallGraph::kOpenEnd);
  Open whole = std::move(open_.back());
  open_.clear();
  whole.items.push_back(CallGraph::kOpenEnd);
  graph_.whole = instance_of(whole);
  graph_.times.shrink();
  graph_.numbers.shrink();
  graph_.items.shrink_to_fit();
  return std::move(graph_);
}

void CallGraphBuilder::add(const Event& event) {
  constexpr std::uint64_t kMost = std::numeric_limits<std::uint32_t>::max();
  if (events_ >= kMost)
    throw Error(ExitStatus::Input, "a location has more events than a local trace can hold");
  if (events_ == 0) graph_.begin = Timestamp{stored_ = event.time.ticks};
  if (events_++ % CallGraph::kInterval == 0)
    graph_.checkpoints.push_back(
        {stored_, graph_.times.size(), graph_.numbers.size(), numbers_, largest_});
  add_time(event.time.ticks);
  if (const auto* enter = std::get_if<Enter>(&event.body)) {
    open_.push_back({enter->region, {}, {.events = 1}});
    return;
  }
  if (std::holds_alternative<Leave>(event.body) && open_.size() > 1)
    return close(CallGraph::kLeave);
  const std::uint32_t item = CallGraph::kEvent | body_of(event);
  open_.back().items.push_back(item);
  open_.back().counts += graph_.counts_of(item);
}

// From the last time as it is stored, so that deviations do not add up. Time that goes back, in
// damaged traces, stands still.
void CallGraphBuilder::add_time(std::uint64_t time) {
  const std::uint64_t step = graph_.steps->number_of(time > stored_ ? time - stored_ : 0);
  graph_.times.append(step);
  stored_ += graph_.steps->ticks_of(step);
  const std::uint64_t moved = time > stored_ ? time - stored_ : stored_ - time;
  graph_.deviation = std::max(graph_.deviation, Duration{static_cast<std::int64_t>(moved)});
}

std::uint32_t CallGraphBuilder::body_of(const Event& event) {
  EventBody body = event.body;
  CallGraph::Counts counts{.events = 1};
  if (const auto number = number_of(body)) {
    graph_.numbers.append(unsigned_of(static_cast<std::int64_t>(*number - largest_)));
    largest_ = std::max(largest_, *number);
    ++numbers_;
    counts.numbers = 1;
    set_number(body, 0);
  }
  if (auto* sample = std::get_if<MetricSample>(&body)) {
    graph_.samples.emplace_back(sample->values.begin(), sample->values.end());
    counts.samples = 1;
  }
  const auto [entry, fresh] =
      bodies_.emplace(key_of(body), static_cast<std::uint32_t>(graph_.bodies.size()));
  if (fresh) {
    if (auto* sample = std::get_if<MetricSample>(&body)) sample->values = {};
    graph_.bodies.push_back(body);
    graph_.body_counts.push_back(counts);
  }
  return entry->second;
}

void CallGraphBuilder::close(std::uint32_t last) {
  Open open = std::move(open_.back());
  open_.pop_back();
  open.items.push_back(last);
  open.counts += graph_.counts_of(last);
  const std::uint32_t instance = instance_of(open);
  open_.back().items.push_back(instance);
  open_.back().counts += open.counts;
}

std::uint32_t CallGraphBuilder::instance_of(const Open& open) {
  std::string key;
  append(key, open.region.value);
  key.append(reinterpret_cast<const char*>(open.items.data()),
             open.items.size() * sizeof open.items[0]);
  const auto [entry, fresh] =
      instances_.emplace(std::move(key), static_cast<std::uint32_t>(graph_.instances.size()));
  if (fresh) {
    graph_.instances.push_back({open.region, static_cast<std::uint32_t>(open.items.size()),
                                graph_.items.size(), open.counts});
    graph_.items.insert(graph_.items.end(), open.items.begin(), open.items.end());
  }
  return entry->second;
}

}  // namespace lull
