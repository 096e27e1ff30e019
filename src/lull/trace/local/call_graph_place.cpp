// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/trace/local/call_graph_place.hpp"

#include <algorithm>

#include "lull/trace/local/event_numbers.hpp"

namespace lull {

CallGraphPlace::CallGraphPlace(const CallGraph& graph, CallTree& tree)
    : graph_(&graph), tree_(&tree) {
  around_.push_back({graph.whole, 0, {}});
  step_ahead();
  find_in_streams();
}

// Into the instance that is the current item: to its Enter, or to its last item.
void CallGraphPlace::step_in(bool at_its_end) {
  const std::uint32_t inner = item();
  const CallGraph::Instance& found = graph_->instances[inner];
  const CallNodeId node = tree_->child(around_.back().node, found.region);
  around_.push_back({inner, at_its_end ? found.items : 0, node});
}

void CallGraphPlace::step_ahead() {
  do {
    while (around_.size() > 1 && around_.back().slot == instance().items) around_.pop_back();
    ++around_.back().slot;
    if (at_instance()) step_in(false);
  } while (around_.size() > 1 && at_open_end());
}

void CallGraphPlace::step_back() {
  do {
    if (around_.back().slot == 0) around_.pop_back();
    --around_.back().slot;
    while (at_instance()) step_in(true);
  } while (at_open_end());
}

void CallGraphPlace::forward() {
  before_ += own_counts();
  step_ahead();
  if (before_.events < graph_->instances[graph_->whole].counts.events)
    time_ += graph_->steps->ticks_of(graph_->times.next(time_place_));
  read_number();
  look();
}

void CallGraphPlace::backward() {
  const bool behind_all = before_.events == graph_->instances[graph_->whole].counts.events;
  if (!behind_all) time_ -= graph_->steps->ticks_of(graph_->times.previous(time_place_));
  const auto forget_number = [&] {
    static_cast<void>(graph_->numbers.previous(number_place_));
    if (number_ > 0) largest_ -= static_cast<std::uint64_t>(number_);
  };
  if (!behind_all && own_counts().numbers > 0) forget_number();
  step_back();
  before_ -= own_counts();
  if (own_counts().numbers > 0) {
    std::size_t place = number_place_;
    number_ = signed_of(graph_->numbers.previous(place));
  }
  look();
}

void CallGraphPlace::read_number() {
  if (own_counts().numbers == 0) return;
  number_ = signed_of(graph_->numbers.next(number_place_));
  if (number_ > 0) largest_ += static_cast<std::uint64_t>(number_);
}

// After a way that was no step: the streams go on from the checkpoint before.
void CallGraphPlace::find_in_streams() {
  if (graph_->checkpoints.empty()) return look();
  const bool behind_all = before_.events == graph_->instances[graph_->whole].counts.events;
  const std::uint32_t last = before_.events - (behind_all ? 1 : 0);
  const CallGraph::Checkpoint& checkpoint = graph_->checkpoints[last / CallGraph::kInterval];
  time_ = checkpoint.time;
  time_place_ = checkpoint.time_place;
  for (std::uint32_t i = 0; i <= last % CallGraph::kInterval; ++i)
    time_ += graph_->steps->ticks_of(graph_->times.next(time_place_));
  number_place_ = checkpoint.number_place;
  largest_ = checkpoint.largest;
  for (std::uint32_t i = checkpoint.numbers; i < before_.numbers; ++i) {
    const std::int64_t number = signed_of(graph_->numbers.next(number_place_));
    if (number > 0) largest_ += static_cast<std::uint64_t>(number);
  }
  read_number();
  look();
}

void CallGraphPlace::look() {
  event_.time = Timestamp{time_};
  if (around_.back().slot == 0) {
    event_.body = Enter{instance().region};
    return;
  }
  const std::uint32_t what = item();
  if (what == CallGraph::kLeave) {
    event_.body = Leave{instance().region};
    return;
  }
  if (what == CallGraph::kOpenEnd) return;
  event_.body = graph_->bodies[what & ~CallGraph::kEvent];
  const CallGraph::Counts counts = graph_->body_counts[what & ~CallGraph::kEvent];
  if (counts.numbers > 0)
    set_number(event_.body,
               number_ > 0 ? largest_ : largest_ + static_cast<std::uint64_t>(number_));
  if (counts.samples > 0)
    std::get<MetricSample>(event_.body).values = graph_->samples[before_.samples];
}

// What the items [from, to) of the instance hold.
CallGraph::Counts CallGraphPlace::sum_of(std::uint32_t from, std::uint32_t to) const {
  CallGraph::Counts sum;
  for (std::uint32_t slot = from; slot < to; ++slot)
    sum += graph_->counts_of(graph_->items[instance().first + slot - 1]);
  return sum;
}

bool CallGraphPlace::to_enter() {
  const bool is_enter = around_.back().slot == 0;
  if (around_.size() < (is_enter ? 3u : 2u)) return false;
  if (is_enter) around_.pop_back();
  before_ -= sum_of(1, around_.back().slot);
  --before_.events;  // Enter itself
  around_.back().slot = 0;
  find_in_streams();
  return true;
}

bool CallGraphPlace::to_leave() {
  const bool is_leave = around_.back().slot > 0 && item() == CallGraph::kLeave;
  if (around_.size() < (is_leave ? 3u : 2u)) return false;
  const Around& wanted = around_[around_.size() - (is_leave ? 2 : 1)];
  const CallGraph::Instance& found = graph_->instances[wanted.instance];
  if (graph_->items[found.first + found.items - 1] != CallGraph::kLeave) return false;
  before_ += own_counts();
  if (is_leave) around_.pop_back();
  before_ += sum_of(around_.back().slot + 1, instance().items);
  around_.back().slot = instance().items;
  find_in_streams();
  return true;
}

void CallGraphPlace::to_end() {
  around_.resize(1);
  around_.back().slot = instance().items;
  before_ = instance().counts;
  find_in_streams();
}

}  // namespace lull
