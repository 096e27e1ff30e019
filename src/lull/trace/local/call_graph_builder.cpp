// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/trace/local/call_graph_builder.hpp"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <optional>

#include "lull/base/error.hpp"
#include "lull/trace/event_fields.hpp"
#include "lull/trace/local/event_numbers.hpp"

namespace lull {
namespace {

std::uint64_t distance(std::uint64_t a, std::uint64_t b) { return a < b ? b - a : a - b; }

void append(std::string& key, std::uint64_t number) {
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
      append(key, static_cast<std::uint64_t>(field));
  });
  return key;
}

}  // namespace

std::size_t CallGraph::bytes() const {
  constexpr std::size_t kNode = 48;  // of the table of long gaps
  std::size_t sample_bytes = samples.size() * sizeof samples[0];
  for (const auto& sample : samples) sample_bytes += sample.size() * sizeof sample[0];
  return instances.size() * sizeof instances[0] + items.size() * sizeof items[0] +
         long_gaps.size() * kNode + bodies.size() * sizeof bodies[0] +
         numbers.size() * sizeof numbers[0] + sample_bytes;
}

CallGraph CallGraphBuilder::build(EventCursor& cursor) {
  std::uint64_t last = 0;
  for (auto events = cursor.next(); !events.empty(); events = cursor.next())
    for (const Event& event : events) {
      if (open_.empty()) {
        graph_.begin = event.time;
        open_.push_back({.begin = event.time.ticks, .stored = event.time.ticks});
      }
      add(event);
      last = event.time.ticks;
    }
  if (open_.empty()) open_.emplace_back();
  while (open_.size() > 1) close(last, CallGraph::kOpenEnd);
  Open whole = std::move(open_.back());
  open_.clear();
  add_item(whole, std::max(last, whole.stored), CallGraph::kOpenEnd, 0);
  graph_.deviation = Duration{static_cast<std::int64_t>(whole.deviation)};
  graph_.whole = store(whole);
  return std::move(graph_);
}

void CallGraphBuilder::add(const Event& event) {
  if (const auto* enter = std::get_if<Enter>(&event.body)) {
    open_.push_back({.region = enter->region,
                     .begin = event.time.ticks,
                     .stored = event.time.ticks,
                     .events = 1});
    return;
  }
  if (std::holds_alternative<Leave>(event.body) && open_.size() > 1)
    return close(event.time.ticks, CallGraph::kLeave);
  Open& open = open_.back();
  const std::uint32_t body = body_of(event, open);
  ++open.events;
  add_item(open, event.time.ticks, CallGraph::kEvent | body, 0);
}

std::uint32_t CallGraphBuilder::body_of(const Event& event, Open& open) {
  EventBody body = event.body;
  if (const auto number = number_of(body)) {
    graph_.numbers.push_back(*number);
    ++open.numbers;
    set_number(body, 0);
  }
  if (auto* sample = std::get_if<MetricSample>(&body)) {
    graph_.samples.emplace_back(sample->values.begin(), sample->values.end());
    ++open.samples;
  }
  const auto [entry, fresh] =
      bodies_.emplace(key_of(body), static_cast<std::uint32_t>(graph_.bodies.size()));
  if (fresh) {
    if (auto* sample = std::get_if<MetricSample>(&body)) sample->values = {};
    graph_.bodies.push_back(body);
  }
  return entry->second;
}

// An item that begins at `time`, or when the one before has ended, if that is later.
void CallGraphBuilder::add_item(Open& open, std::uint64_t time, std::uint32_t what,
                                std::uint64_t deviation) {
  const std::uint64_t begin = std::max(time, open.stored);
  open.offsets.push_back(begin - open.begin);
  open.what.push_back(what);
  const bool instance = (what & CallGraph::kEvent) == 0;
  open.stored = begin + (instance ? graph_.instances[what].duration : 0);
  open.deviation = std::max(open.deviation, begin - time + deviation);
}

void CallGraphBuilder::close(std::uint64_t time, std::uint32_t last) {
  Open open = std::move(open_.back());
  open_.pop_back();
  open.events += last == CallGraph::kLeave ? 1 : 0;
  add_item(open, std::max(time, open.begin), last, 0);
  std::string key;
  append(key, open.region.value);
  for (const std::uint32_t what : open.what) append(key, what);
  auto& candidates = alike_[key];
  // The longest one that is not longer: so nothing that follows has to give way.
  std::optional<std::uint64_t> deviation;
  auto candidate = candidates.upper_bound(open.offsets.back());
  if (candidate != candidates.begin()) deviation = deviation_from((--candidate)->second, open);
  const std::uint32_t same = deviation ? candidate->second : store(open);
  if (!deviation) candidates.emplace(open.offsets.back(), same);
  Open& around = open_.back();
  around.events += open.events;
  around.numbers += open.numbers;
  around.samples += open.samples;
  add_item(around, open.begin, same, deviation.value_or(open.deviation));
}

std::optional<std::uint64_t> CallGraphBuilder::deviation_from(std::uint32_t instance,
                                                              const Open& open) const {
  const CallGraph::Instance& stored = graph_.instances[instance];
  std::uint64_t end = 0;
  std::uint64_t moved = 0;
  for (std::uint32_t i = 0; i < stored.items; ++i) {
    const std::uint64_t begin = end + graph_.gap_of(stored.first + i);
    moved = std::max(moved, distance(begin, open.offsets[i]));
    const bool inner = (open.what[i] & CallGraph::kEvent) == 0;
    end = begin + (inner ? graph_.instances[open.what[i]].duration : 0);
  }
  const auto relative =
      static_cast<std::uint64_t>(allowed_.relative * static_cast<double>(open.offsets.back()));
  const std::uint64_t most =
      std::max(static_cast<std::uint64_t>(allowed_.absolute.ticks), relative);
  const std::uint64_t deviation = moved + open.deviation;
  // Where nothing moves, nothing gets worse.
  if (moved != 0 && deviation > most) return std::nullopt;
  return deviation;
}

std::uint32_t CallGraphBuilder::store(const Open& open) {
  if (graph_.instances.size() >= CallGraph::kEvent)
    throw Error(ExitStatus::Input, "a location has more region instances than can be told apart");
  CallGraph::Instance instance{.region = open.region,
                               .items = static_cast<std::uint32_t>(open.what.size()),
                               .first = graph_.items.size(),
                               .duration = open.offsets.back(),
                               .events = open.events,
                               .numbers = open.numbers,
                               .samples = open.samples};
  std::uint64_t end = 0;
  for (std::size_t i = 0; i < open.what.size(); ++i) {
    const std::uint64_t gap = open.offsets[i] - end;
    const bool is_long = gap >= CallGraph::Item::kLong;
    if (is_long) graph_.long_gaps[graph_.items.size()] = gap;
    graph_.items.push_back(
        {is_long ? CallGraph::Item::kLong : static_cast<std::uint32_t>(gap), open.what[i]});
    const bool inner = (open.what[i] & CallGraph::kEvent) == 0;
    end = open.offsets[i] + (inner ? graph_.instances[open.what[i]].duration : 0);
  }
  graph_.instances.push_back(instance);
  return static_cast<std::uint32_t>(graph_.instances.size() - 1);
}

}  // namespace lull
