// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/trace/local/call_graph_place.hpp"

#include "lull/trace/local/event_numbers.hpp"

namespace lull {

CallGraphPlace::CallGraphPlace(const CallGraph& graph, CallTree& tree)
    : graph_(&graph), tree_(&tree) {
  around_.push_back({graph.whole, 0, graph.begin.ticks, graph.begin.ticks, {}});
  forward();
  position_ = 0;
}

// Into the instance that is the current item: to its Enter, or to its last item.
void CallGraphPlace::step_in(bool at_its_end) {
  const std::uint32_t inner = graph_->items[item()].what;
  const CallGraph::Instance& instance = graph_->instances[inner];
  const std::uint64_t begin = around_.back().end - instance.duration;
  const CallNodeId node = tree_->child(around_.back().node, instance.region);
  if (at_its_end)
    around_.push_back({inner, instance.items, begin, begin + instance.duration, node});
  else
    around_.push_back({inner, 0, begin, begin, node});
}

// What the event takes from the lists of numbers and samples.
void CallGraphPlace::take(std::int64_t sign) {
  if (number_of(event_.body)) numbers_ += static_cast<std::uint64_t>(sign);
  if (std::holds_alternative<MetricSample>(event_.body))
    samples_ += static_cast<std::uint64_t>(sign);
}

void CallGraphPlace::look() {
  const Around& around = around_.back();
  event_.time = Timestamp{around.end};
  if (around.slot == 0) {
    event_.body = Enter{instance().region};
    return;
  }
  const std::uint32_t what = graph_->items[item()].what;
  if (what == CallGraph::kLeave) {
    event_.body = Leave{instance().region};
    return;
  }
  if (what == CallGraph::kOpenEnd) {
    event_.body = UnknownEvent{};
    return;
  }
  event_.body = graph_->bodies[what & ~CallGraph::kEvent];
  if (number_of(event_.body)) set_number(event_.body, graph_->numbers[numbers_]);
  if (auto* sample = std::get_if<MetricSample>(&event_.body))
    sample->values = graph_->samples[samples_];
}

void CallGraphPlace::forward() {
  const bool first = position_ == 0 && around_.size() == 1 && around_.back().slot == 0;
  if (!first) take(+1);
  do {
    while (around_.back().slot == instance().items && around_.size() > 1) {
      const std::uint64_t end = around_.back().begin + instance().duration;
      around_.pop_back();
      around_.back().end = end;
    }
    Around& around = around_.back();
    ++around.slot;
    around.end += graph_->gap_of(item());
    if (is_inner()) {
      around.end += graph_->instances[graph_->items[item()].what].duration;
      step_in(false);
    }
  } while (around_.size() > 1 && at_open_end());
  ++position_;
  look();
}

void CallGraphPlace::backward() {
  do {
    Around& around = around_.back();
    if (around.slot == 0) {
      around_.pop_back();
      Around& outer = around_.back();
      outer.end -= graph_->instances[graph_->items[item()].what].duration + graph_->gap_of(item());
      --outer.slot;
    } else {
      around.end -= graph_->gap_of(item());
      --around.slot;
    }
    while (around_.back().slot > 0 && is_inner()) step_in(true);
  } while (at_open_end());
  --position_;
  const EventBody* body = nullptr;
  if (around_.back().slot > 0 && graph_->items[item()].what < CallGraph::kOpenEnd)
    body = &graph_->bodies[graph_->items[item()].what & ~CallGraph::kEvent];
  if (body != nullptr && number_of(*body)) --numbers_;
  if (body != nullptr && std::holds_alternative<MetricSample>(*body)) --samples_;
  look();
}

// What the items [from, to) of the instance hold: added to the counts before the place, or taken.
void CallGraphPlace::skip(std::uint32_t from, std::uint32_t to, bool ahead) {
  const std::uint64_t first = instance().first;
  Counts counts;
  for (std::uint32_t slot = from; slot < to; ++slot) {
    const std::uint32_t what = graph_->items[first + slot - 1].what;
    if ((what & CallGraph::kEvent) == 0) {
      const CallGraph::Instance& inner = graph_->instances[what];
      counts.events += inner.events;
      counts.numbers += inner.numbers;
      counts.samples += inner.samples;
    } else if (what < CallGraph::kOpenEnd) {
      const EventBody& body = graph_->bodies[what & ~CallGraph::kEvent];
      ++counts.events;
      counts.numbers += number_of(body) ? 1 : 0;
      counts.samples += std::holds_alternative<MetricSample>(body) ? 1 : 0;
    }
  }
  const std::uint64_t sign = ahead ? 1 : ~std::uint64_t{0};  // one, or minus one
  position_ += sign * counts.events;
  numbers_ += sign * counts.numbers;
  samples_ += sign * counts.samples;
}

bool CallGraphPlace::to_enter() {
  const bool is_enter = around_.back().slot == 0;
  if (around_.size() < (is_enter ? 3u : 2u)) return false;
  if (is_enter) around_.pop_back();
  skip(1, around_.back().slot, false);
  --position_;
  around_.back().slot = 0;
  around_.back().end = around_.back().begin;
  look();
  return true;
}

bool CallGraphPlace::to_leave() {
  const auto last_of = [&](const Around& around) {
    const CallGraph::Instance& found = graph_->instances[around.instance];
    return graph_->items[found.first + found.items - 1].what;
  };
  const bool is_leave = around_.back().slot == instance().items;
  if (around_.size() < (is_leave ? 3u : 2u)) return false;
  if (last_of(around_[around_.size() - (is_leave ? 2 : 1)]) != CallGraph::kLeave) return false;
  take(+1);
  if (is_leave) around_.pop_back();
  skip(around_.back().slot + 1, instance().items, true);
  ++position_;
  around_.back().slot = instance().items;
  around_.back().end = around_.back().begin + instance().duration;
  look();
  return true;
}

void CallGraphPlace::to_end() {
  while (around_.size() > 1) around_.pop_back();
  const CallGraph::Instance& whole = instance();
  around_.back().slot = whole.items;
  around_.back().end = around_.back().begin + whole.duration;
  position_ = whole.events;
  numbers_ = whole.numbers;
  samples_ = whole.samples;
  look();
}

}  // namespace lull
