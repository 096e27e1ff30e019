// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/trace/global/trace_walk.hpp"

#include <algorithm>
#include <bit>

namespace lull {
namespace {

// Events that are decoded at a time: together for all locations they should not take much memory.
constexpr std::size_t kBatch = 64;
constexpr std::size_t kBatchOfMany = 16;
constexpr std::size_t kMany = 256;

}  // namespace

TraceWalk::TraceWalk(EventStore& store, CallTree& tree, std::size_t history)
    : store_(store),
      state_(store.definitions(), tree),
      transition_(state_, store),
      heads_(store.definitions().location_count()),
      positions_(heads_.size()),
      times_(heads_.size()),
      slots_(std::bit_ceil(std::max<std::size_t>(history, 2))),
      batch_(heads_.size() > kMany ? kBatchOfMany : kBatch) {
  for (std::size_t i = 0; i < heads_.size(); ++i) start(LocationId(i));
}

// Puts the location at its position.
void TraceWalk::start(LocationId location) {
  Head& head = heads_[location.index()];
  const std::uint64_t position = positions_[location.index()];
  head.events.clear();
  head.used = 0;
  head.left = 0;
  if (const std::size_t skipped = position % EventStore::kBlockEvents; skipped > 0) {
    head.block = store_.block(location, position / EventStore::kBlockEvents);
    head.decoder = {};
    head.place = head.block->bytes.data();
    head.left = head.block->events - skipped;
    Event event;
    for (std::size_t i = 0; i < skipped; ++i) {
      head.values.clear();
      head.place = head.decoder.read(head.place, event, head.values);
    }
  }
  if (!refill(location)) return;
  const Timestamp time = std::max(times_[location.index()], head.events[0].time);
  waiting_.push_back({time, location});
  std::ranges::push_heap(waiting_, std::greater<>{});
}

// Decodes some more events of a location; false at its end.
bool TraceWalk::refill(LocationId location) {
  Head& head = heads_[location.index()];
  if (head.left == 0) {
    const std::uint64_t position = positions_[location.index()];
    if (position % EventStore::kBlockEvents != 0) return false;  // the last block is not full
    head.block = store_.block(location, position / EventStore::kBlockEvents);
    if (!head.block) return false;
    head.decoder = {};
    head.place = head.block->bytes.data();
    head.left = head.block->events;
  }
  const std::size_t number = std::min(batch_, head.left);
  head.events.resize(number);
  head.values.clear();
  head.values.reserve(number);
  for (Event& event : head.events) head.place = head.decoder.read(head.place, event, head.values);
  head.left -= number;
  head.used = 0;
  return true;
}

bool TraceWalk::step() {
  if (waiting_.empty()) return false;
  const std::size_t place = choose();
  const LocationId location = waiting_[place].location;
  Head& head = heads_[location.index()];
  Slot& slot = fresh_slot();
  slot.event = {.index = next_,
                .position = positions_[location.index()],
                .location = location,
                .node = {},
                .event = head.events[head.used]};
  if (auto* sample = std::get_if<MetricSample>(&slot.event.event.body)) [[unlikely]] {
    slot.values.assign(sample->values.begin(), sample->values.end());
    sample->values = slot.values;
  }
  slot.open = transition_.apply(slot.event);
  const EventBody& body = slot.event.event.body;
  if (std::holds_alternative<Leave>(body)) close(slot.event.enter);
  if (std::holds_alternative<MpiRecv>(body) || std::holds_alternative<MpiIrecv>(body))
    close(slot.event.match);
  ++next_;
  advance(place);
  return true;
}

// The place in the heap of the location whose event comes next.
std::size_t TraceWalk::choose() const {
  const Timestamp time = waiting_[0].time;
  const bool alone = (waiting_.size() < 2 || waiting_[1].time != time) &&
                     (waiting_.size() < 3 || waiting_[2].time != time);
  return alone ? 0 : choose_of_equals();
}

std::size_t TraceWalk::choose_of_equals() const {
  std::vector<std::size_t> equals{0};
  for (std::size_t i = 0; i < equals.size(); ++i)
    for (const std::size_t child : {2 * equals[i] + 1, 2 * equals[i] + 2})
      if (child < waiting_.size() && waiting_[child].time == waiting_[0].time)
        equals.push_back(child);
  std::ranges::sort(equals, {}, [&](std::size_t place) { return waiting_[place].location; });
  const auto first = std::ranges::find_if(equals, [&](std::size_t place) {
    const LocationId location = waiting_[place].location;
    const Head& head = heads_[location.index()];
    return !transition_.waits(location, positions_[location.index()], head.events[head.used]);
  });
  return first == equals.end() ? equals.front() : *first;
}

// Goes on to the next event of the location at that place of the heap.
void TraceWalk::advance(std::size_t place) {
  Waiting& waiting = waiting_[place];
  const std::size_t location = waiting.location.index();
  Head& head = heads_[location];
  times_[location] = waiting.time;
  ++positions_[location];
  if (++head.used == head.events.size() && !refill(waiting.location)) {
    head.block.reset();
    waiting = waiting_.back();
    waiting_.pop_back();
    std::ranges::make_heap(waiting_, std::greater<>{});
    return;
  }
  const Timestamp time = head.events[head.used].time;
  times_went_back_ |= time < waiting.time;
  waiting.time = std::max(waiting.time, time);
  sift_down(place);
}

void TraceWalk::sift_down(std::size_t place) {
  const Waiting moved = waiting_[place];
  for (;;) {
    std::size_t child = 2 * place + 1;
    if (child >= waiting_.size()) break;
    if (child + 1 < waiting_.size() && waiting_[child + 1] < waiting_[child]) ++child;
    if (!(waiting_[child] < moved)) break;
    waiting_[place] = waiting_[child];
    place = child;
  }
  waiting_[place] = moved;
}

TraceWalk::Slot& TraceWalk::fresh_slot() {
  Slot& slot = slots_[next_ & (slots_.size() - 1)];
  if (next_ - oldest_ == slots_.size()) {
    if (slot.open) kept_[oldest_] = slot;
    ++oldest_;
  }
  return slot;
}

// The state speaks of it no longer.
void TraceWalk::close(EventIndex index) {
  if (index == kNoEvent) return;
  if (index >= oldest_)
    slots_[index & (slots_.size() - 1)].open = false;
  else if (!kept_.empty())
    kept_.erase(index);
}

const GlobalEvent* TraceWalk::find(EventIndex index) const {
  if (index >= next_) return nullptr;
  if (index >= oldest_) return &slots_[index & (slots_.size() - 1)].event;
  const auto found = kept_.find(index);
  return found == kept_.end() ? nullptr : &found->second.event;
}

void TraceWalk::go_to(const Bookmark& bookmark) {
  next_ = oldest_ = bookmark.next;
  positions_ = bookmark.positions;
  times_ = bookmark.times;
  times_.resize(positions_.size());
  bookmark.state.restore(state_);
  kept_.clear();
  waiting_.clear();
  for (std::size_t i = 0; i < heads_.size(); ++i) start(LocationId(i));
}

}  // namespace lull
