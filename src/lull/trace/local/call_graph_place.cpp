// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/trace/local/call_graph_place.hpp"

#include <algorithm>

#include "lull/trace/local/event_numbers.hpp"

namespace lull {

CallGraphPlace::CallGraphPlace(const CallGraph& graph, const CallTree& tree)
    : graph_(&graph), instances_(graph.instances.get()), tree_(&tree) {
  around_.push_back({graph.whole, 0, {}});
  step_ahead();
  find_in_streams();
}

CallNodeId CallGraphPlace::node_of(CallNodeId caller, RegionId region) {
  Call& call = calls_[(caller.value * 7 + region.value) % calls_.size()];
  if (!call.node.defined() || call.caller != caller || call.region != region)
    call = {caller, region, tree_->find(caller, region)};
  return call.node;
}

// Enters the instance that is the current item: at its Enter, or at its last item.
void CallGraphPlace::step_in(bool at_its_end) {
  const std::uint32_t inner = item();
  const RegionInstances::Instance& found = (*instances_)[inner];
  const CallNodeId node = node_of(around_.back().node, found.region);
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
  if (before_.events < graph_->events())
    time_ += graph_->steps->ticks_of(graph_->times.next(time_place_));
  read_number();
  look();
}

void CallGraphPlace::backward() {
  const bool at_end = before_.events == graph_->events();
  if (!at_end) time_ -= graph_->steps->ticks_of(graph_->times.previous(time_place_));
  const auto forget_number = [&] {
    static_cast<void>(graph_->numbers.previous(number_place_));
    if (number_ > 0) largest_ -= static_cast<std::uint64_t>(number_);
  };
  if (!at_end && own_counts().numbers > 0) forget_number();
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

// Restores the stream positions after a jump: advances from the preceding checkpoint.
void CallGraphPlace::find_in_streams() {
  if (graph_->checkpoints.empty()) return look();
  const bool at_end = before_.events == graph_->events();
  const std::uint32_t last = before_.events - (at_end ? 1 : 0);
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
  if (around_.back().slot == 0 && instance().enter == RegionInstances::kEnter) {
    event_.body = Enter{instance().region};
    return;
  }
  const std::uint32_t what = around_.back().slot == 0 ? instance().enter : item();
  if (what == RegionInstances::kLeave) {
    event_.body = Leave{instance().region};
    return;
  }
  if (what == RegionInstances::kOpenEnd) return;
  const RegionInstances::Shape& shape = instances_->shape(what);
  event_.body = shape.body;
  if (shape.partners > 0)
    with_partner(event_.body, [this](std::uint32_t& rank) { rank += graph_->location; });
  if (shape.numbers > 0)
    set_number(event_.body,
               number_ > 0 ? largest_ : largest_ + static_cast<std::uint64_t>(number_));
  if (shape.samples > 0)
    std::get<MetricSample>(event_.body).values = graph_->samples[before_.samples];
}

// Returns the total contents of the slots [from, to) of the instance.
RegionInstances::Counts CallGraphPlace::sum_of(std::uint32_t from, std::uint32_t to) const {
  if (to <= from) return {};
  RegionInstances::Counts sum = instances_->counts_of_first(instance(), to - 1);
  sum -= instances_->counts_of_first(instance(), from - 1);
  return sum;
}

bool CallGraphPlace::at_stray() const {
  const Around& around = around_.back();
  return around.slot > 0 && around.slot < instance().items &&
         (std::holds_alternative<Leave>(event_.body) ||
          std::holds_alternative<CallingContextLeave>(event_.body));
}

bool CallGraphPlace::to_enter() {
  const bool is_enter = around_.back().slot == 0;
  if (around_.size() < (is_enter ? 3u : 2u) || at_stray()) return false;
  if (is_enter) around_.pop_back();
  before_ -= sum_of(1, around_.back().slot);
  --before_.events;  // the Enter itself
  around_.back().slot = 0;
  find_in_streams();
  return true;
}

bool CallGraphPlace::to_leave() {
  const bool is_leave = at_leave();
  if (around_.size() < (is_leave ? 3u : 2u) || at_stray()) return false;
  // An instance without its own leave is the last item of the instance around it.
  std::size_t level = around_.size() - (is_leave ? 2 : 1);
  while (has_open_end(level)) {
    if (--level == 0 || around_[level].slot + 1 != instance(level).items) return false;
  }
  before_ += own_counts();
  if (is_leave) around_.pop_back();
  before_ += sum_of(around_.back().slot + 1, instance().items);
  around_.resize(level + 1);
  around_.back().slot = instance().items;
  find_in_streams();
  return true;
}

void CallGraphPlace::to_position(std::uint32_t position) {
  if (position >= graph_->events()) return to_end();
  around_.resize(1);
  before_ = {};
  for (std::uint32_t left = position;;) {
    const std::uint32_t place = instances_->item_with_event(instance(), left);
    const RegionInstances::Counts passed = instances_->counts_of_first(instance(), place);
    before_ += passed;
    left -= passed.events;
    around_.back().slot = place + 1;
    if (!at_instance()) break;
    step_in(false);
    if (left == 0) break;
    --left;
    ++before_.events;  // its Enter
  }
  find_in_streams();
}

void CallGraphPlace::to_end() {
  around_.resize(1);
  around_.back().slot = instance().items;
  before_ = instance().counts;
  find_in_streams();
}

}  // namespace lull
