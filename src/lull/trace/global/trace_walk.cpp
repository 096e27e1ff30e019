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

TraceWalk::TraceWalk(EventStore& store, LastSends& last_sends, CallTree& tree, std::size_t history)
    : store_(store),
      last_sends_(last_sends),
      state_(store.definitions(), tree),
      transition_(state_, store),
      heads_(store.definitions().location_count()),
      positions_(heads_.size()),
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
  if (refill(location)) wait({head.events[0].time, location});
}

void TraceWalk::wait(const Waiting& waiting) {
  waiting_.push_back(waiting);
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
  const std::optional<std::size_t> place = find_next();
  if (!place) return false;
  const auto [now, location] = waiting_[*place];
  Slot& slot = fresh_slot();
  slot.event = {.index = next_,
                .position = positions_[location.index()],
                .location = location,
                .node = {},
                .event = head_of(location)};
  if (auto* sample = std::get_if<MetricSample>(&slot.event.event.body)) [[unlikely]] {
    slot.values.assign(sample->values.begin(), sample->values.end());
    sample->values = slot.values;
  }
  slot.open = transition_.apply(slot.event);
  const EventBody& body = slot.event.event.body;
  for (const Frame& frame : transition_.left()) close(frame.enter);
  if (std::holds_alternative<MpiRecv>(body) || std::holds_alternative<MpiIrecv>(body))
    close(slot.event.match);
  const bool sent = slot.open && (std::holds_alternative<MpiSend>(body) ||
                                  std::holds_alternative<MpiIsend>(body));
  ++next_;
  advance(*place);
  if (sent && !blocked_.empty()) unblock(now);
  return true;
}

// The place in the heap of the next event. Receives that come before their sends, by the clocks,
// are set aside. Where only such are left, the clocks are not to blame: the first one goes on
// without its message.
std::optional<std::size_t> TraceWalk::find_next() {
  while (!waiting_.empty())
    if (const std::size_t place = choose(); !block(place)) return place;
  if (blocked_.empty()) return std::nullopt;
  const auto first = std::ranges::min_element(blocked_);
  waiting_.push_back(*first);
  blocked_.erase(first);
  transition_.expect_early();
  return 0;
}

bool TraceWalk::block(std::size_t place) {
  const LocationId location = waiting_[place].location;
  const auto missing =
      transition_.missing_message(location, positions_[location.index()], head_of(location));
  if (!missing || !last_sends_.will_send(*missing, positions_)) return false;
  blocked_.push_back(waiting_[place]);
  waiting_[place] = waiting_.back();
  waiting_.pop_back();
  std::ranges::make_heap(waiting_, std::greater<>{});
  return true;
}

// Whoever waited for the message that has just been sent goes on behind it.
void TraceWalk::unblock(Timestamp now) {
  std::erase_if(blocked_, [&](const Waiting& blocked) {
    const std::uint64_t position = positions_[blocked.location.index()];
    if (transition_.missing_message(blocked.location, position, head_of(blocked.location)))
      return false;
    wait({std::max(blocked.time, now), blocked.location});
    return true;
  });
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
    return !transition_.waits(location, head_of(location));
  });
  return first == equals.end() ? equals.front() : *first;
}

// Goes on to the next event of the location at that place of the heap.
void TraceWalk::advance(std::size_t place) {
  Waiting& waiting = waiting_[place];
  const std::size_t location = waiting.location.index();
  Head& head = heads_[location];
  ++positions_[location];
  if (++head.used == head.events.size() && !refill(waiting.location)) {
    head.block.reset();
    waiting = waiting_.back();
    waiting_.pop_back();
    std::ranges::make_heap(waiting_, std::greater<>{});
    return;
  }
  waiting.time = std::max(waiting.time, head.events[head.used].time);
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

Bookmark TraceWalk::save() const {
  Bookmark bookmark{next_, positions_, {}, SavedState(state_)};
  for (const Waiting& waiting : waiting_)
    if (waiting.time != head_of(waiting.location).time)
      bookmark.late.emplace_back(waiting.location, waiting.time);
  return bookmark;
}

void TraceWalk::go_to(const Bookmark& bookmark) {
  next_ = oldest_ = bookmark.next;
  positions_ = bookmark.positions;
  bookmark.state.restore(state_);
  kept_.clear();
  waiting_.clear();
  blocked_.clear();
  for (std::size_t i = 0; i < heads_.size(); ++i) start(LocationId(i));
  for (const auto& [location, time] : bookmark.late)
    std::ranges::find(waiting_, location, &Waiting::location)->time = time;
  if (!bookmark.late.empty()) std::ranges::make_heap(waiting_, std::greater<>{});
}

}  // namespace lull
