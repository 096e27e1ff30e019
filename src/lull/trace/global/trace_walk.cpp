// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/trace/global/trace_walk.hpp"

#include <algorithm>
#include <bit>

namespace lull {
namespace {

// Number of events decoded at once: small, since every location has a batch.
constexpr std::size_t kBatch = 64;
constexpr std::size_t kBatchOfMany = 16;
constexpr std::size_t kMany = 256;
// Memory is prefetched this many events ahead.
constexpr EventIndex kPrefetched = 8;

}  // namespace

TraceWalk::TraceWalk(EventStore& store, LastSends& last_sends, ReceiveNumbers& receive_numbers,
                     CallTree& tree, std::size_t history)
    : store_(store),
      last_sends_(last_sends),
      state_(store.definitions(), tree),
      transition_(state_, receive_numbers, positions_),
      heads_(store.definitions().location_count()),
      positions_(heads_.size()),
      wants_(heads_.size()),
      last_(std::bit_ceil(std::max<std::size_t>(history, 2))),
      last_place_(last_.size() - 1),
      open_(last_.size()),
      batch_(heads_.size() > kMany ? kBatchOfMany : kBatch) {
  for (std::size_t i = 0; i < heads_.size(); ++i)
    if (start(LocationId(i))) waiting_.push_back({heads_[i].next->time, LocationId(i)});
  std::ranges::make_heap(waiting_, std::greater<>{});
}

// Moves to the location's position; returns false at its end.
bool TraceWalk::start(LocationId location) {
  Head& head = heads_[location.index()];
  const std::uint64_t position = positions_[location.index()];
  head.next = head.end = nullptr;
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
  return refill(location);
}

// Decodes the next events of a location; returns false at its end.
bool TraceWalk::refill(LocationId location) {
  Head& head = heads_[location.index()];
  if (head.left == 0) {
    const std::uint64_t position = positions_[location.index()];
    if (position % EventStore::kBlockEvents != 0) return false;  // the last block is partial
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
  head.next = head.events.data();
  wants_[location.index()] = wants(*head.next);
  head.end = head.next + number;
  return true;
}

// The location is at the top of the heap. The common path is one piece of code.
[[gnu::flatten]] bool TraceWalk::step() {
  if (!find_next()) return false;
  const auto [now, location] = waiting_.front();
  GlobalEvent& event = fresh_slot();
  event.index = next_;
  event.position = positions_[location.index()];
  event.location = location;
  event.node = {};
  event.enter = event.match = event.request = kNoEvent;
  event.event = head_of(location);
  if (is_one_of<MetricSample>(event.event.body)) [[unlikely]]
    keep_values(event);
  open_[place_of(next_)] = transition_.apply(event) ? 1 : 0;
  for (const Frame& frame : transition_.left()) close(frame.enter);
  if (is_one_of<MpiRecv, MpiIrecv>(event.event.body)) close(event.match);
  if (is_one_of<MpiRequestCancelled>(event.event.body)) [[unlikely]]
    close(event.request);
  ++next_;
  advance();
  if (!blocked_.empty() && transition_.sent()) unblock(*transition_.sent(), now);
  if (!held_.empty())
    if (const auto resource = transition_.provided(event)) resume_waiters(*resource);
  return true;
}

// Moves the next event's location to the top of the heap. Receives that precede their sends,
// according to the clocks, are set aside. If only such receives remain, the clocks are not the
// cause: the first one continues without its message. The same holds, among events at one time, for
// events that need something else.
bool TraceWalk::find_next() {
  for (;;) {
    if (!held_.empty() && (waiting_.empty() || held_.begin()->time < waiting_.front().time)) {
      take_first(held_);
      return true;
    }
    if (waiting_.empty()) break;
    const Wants wants = wants_[waiting_.front().location.index()];
    if (wants == Wants::Nothing) [[likely]]
      return true;
    if (wants == Wants::Message ? !block() : !hold()) return true;
  }
  if (blocked_.empty()) return false;
  take_first(blocked_);
  transition_.expect_early();
  return true;
}

// Takes the first location out of those set aside; the rest of its entry is dropped when found.
void TraceWalk::take_first(std::set<Waiting>& from) {
  const Waiting first = *from.begin();
  from.erase(from.begin());
  wait(first);
}

bool TraceWalk::hold() {
  const Waiting& top = waiting_.front();
  const auto resource = transition_.awaited(top.location, head_of(top.location));
  if (!resource) return false;
  held_.insert(top);
  held_for_[*resource].insert(top);
  stop_waiting();
  return true;
}

// All resources but locks are available to all waiters.
void TraceWalk::resume_waiters(const Resource& resource) {
  const auto found = held_for_.find(resource);
  if (found == held_for_.end()) return;
  std::set<Waiting>& held = found->second;
  while (!held.empty()) {
    const Waiting first = *held.begin();
    held.erase(held.begin());
    if (held_.erase(first) == 0) continue;
    wait(first);
    if (resource.kind == Resource::Lock) break;
  }
  if (held.empty()) held_for_.erase(found);
}

bool TraceWalk::block() {
  const Waiting top = waiting_.front();
  const Event& event = head_of(top.location);
  const auto& message = transition_.expected(top.location, event);
  if (!message || message->is_there()) return false;
  transition_.has_waited(top.location);
  static_cast<void>(transition_.expected(top.location, event));  // cached by now
  if (message->is_there() || !last_sends_.will_send(message->channel, message->number, positions_))
    return false;
  blocked_.insert(top);
  blocked_on_[message->channel].push_back({top, *message});
  stop_waiting();
  return true;
}

// Waiters for the message that was just sent resume after it.
void TraceWalk::unblock(const MessageChannel& channel, Timestamp now) {
  const auto found = blocked_on_.find(channel);
  if (found == blocked_on_.end()) return;
  std::erase_if(found->second, [&](const Blocked& blocked) {
    if (!blocked_.contains(blocked.waiting)) return true;
    if (!transition_.is_there(blocked.message)) return false;
    blocked_.erase(blocked.waiting);
    wait({std::max(blocked.waiting.time, now), blocked.waiting.location});
    return true;
  });
  if (found->second.empty()) blocked_on_.erase(found);
}

void TraceWalk::wait(const Waiting& waiting) {
  waiting_.push_back(waiting);
  std::ranges::push_heap(waiting_, std::greater<>{});
}

// Applies to the location at the top.
void TraceWalk::stop_waiting() {
  std::ranges::pop_heap(waiting_, std::greater<>{});
  waiting_.pop_back();
}

TraceWalk::Wants TraceWalk::wants(const Event& event) {
  if (is_one_of<MpiRecv, MpiIrecv>(event.body)) return Wants::Message;
  return is_one_of<ThreadTeamBegin, ThreadBegin, ThreadAcquireLock>(event.body) ? Wants::Resource
                                                                                : Wants::Nothing;
}

// Advances to the next event of the location at the top.
void TraceWalk::advance() {
  Waiting& waiting = waiting_.front();
  const std::size_t location = waiting.location.index();
  Head& head = heads_[location];
  ++positions_[location];
  if (++head.next != head.end) [[likely]] {
    wants_[location] = wants(*head.next);
  } else if (!refill(waiting.location)) {
    head.block.reset();
    return stop_waiting();
  }
  waiting.time = std::max(waiting.time, head.next->time);
  sift_down();
}

void TraceWalk::sift_down() {
  std::size_t place = 0;
  const std::size_t size = waiting_.size();
  Waiting* const heap = waiting_.data();
  const Waiting moved = heap[place];
  for (;;) {
    std::size_t child = 2 * place + 1;
    if (child >= size) break;
    if (child + 1 < size) child += heap[child + 1].is_before(heap[child]);
    if (heap[child].is_before(moved) == 0) break;
    heap[place] = heap[child];
    place = child;
  }
  heap[place] = moved;
}

GlobalEvent& TraceWalk::fresh_slot() {
  __builtin_prefetch(&last_[place_of(next_ + kPrefetched)], 1);
  GlobalEvent& slot = last_[place_of(next_)];
  if (next_ - oldest_ > last_place_) {
    if (open_[place_of(next_)] != 0) keep(slot);
    ++oldest_;
  }
  return slot;
}

void TraceWalk::keep(const GlobalEvent& event) { kept_[event.index] = event; }

// The values are kept as long as the event is in the history.
void TraceWalk::keep_values(GlobalEvent& event) {
  auto& sample = std::get<MetricSample>(event.event.body);
  if (values_.empty()) values_.resize(last_.size());
  std::vector<Value>& values = values_[place_of(event.index)];
  values.assign(sample.values.begin(), sample.values.end());
  sample.values = values;
}

// The state no longer refers to this event.
void TraceWalk::close(EventIndex index) {
  if (index == kNoEvent) return;
  if (index >= oldest_)
    open_[place_of(index)] = 0;
  else if (!kept_.empty())
    kept_.erase(index);
}

const GlobalEvent* TraceWalk::find_kept(EventIndex index) const {
  const auto found = kept_.find(index);
  return found == kept_.end() ? nullptr : &found->second;
}

Bookmark TraceWalk::save() const {
  Bookmark bookmark{next_, positions_, {}, SavedState(state_)};
  const auto note = [&](const Waiting& waiting) {
    if (waiting.time != head_of(waiting.location).time)
      bookmark.late.emplace_back(waiting.location, waiting.time);
  };
  for (const Waiting& waiting : waiting_) note(waiting);
  for (const Waiting& waiting : blocked_) note(waiting);
  for (const Waiting& waiting : held_) note(waiting);
  std::ranges::sort(bookmark.late);
  return bookmark;
}

void TraceWalk::go_to(const Bookmark& bookmark) {
  next_ = oldest_ = bookmark.next;
  positions_ = bookmark.positions;
  bookmark.state.restore(state_);
  transition_.restart();
  kept_.clear();
  waiting_.clear();
  blocked_.clear();
  blocked_on_.clear();
  held_.clear();
  held_for_.clear();
  auto late = bookmark.late.begin();
  for (std::size_t i = 0; i < heads_.size(); ++i) {
    const LocationId location(i);
    const bool is_late = late != bookmark.late.end() && late->first == location;
    if (start(location))
      waiting_.push_back({is_late ? late->second : heads_[i].next->time, location});
    if (is_late) ++late;
  }
  std::ranges::make_heap(waiting_, std::greater<>{});
}

}  // namespace lull
