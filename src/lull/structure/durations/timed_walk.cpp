// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/structure/durations/timed_walk.hpp"

#include <algorithm>
#include <bit>

namespace lull::structure {
namespace {

// 32 bins per power of two.
constexpr std::uint32_t kBits = 5;

std::uint32_t bin_of(Duration duration) {
  const auto ticks = static_cast<std::uint64_t>(std::max<std::int64_t>(0, duration.ticks));
  if (ticks < (1U << kBits)) return static_cast<std::uint32_t>(ticks);
  const auto shift = static_cast<std::uint32_t>(std::bit_width(ticks)) - kBits - 1;
  return (shift << kBits) + static_cast<std::uint32_t>(ticks >> shift);
}

}  // namespace

void TimedNode::note(Duration duration, std::uint64_t position) {
  shortest = copies == 0 ? duration : std::min(shortest, duration);
  longest = std::max(longest, duration);
  ++copies;
  const std::uint32_t bin = bin_of(duration);
  if (bins_.empty()) lowest_ = bin;
  if (bin < lowest_) {
    bins_.insert(bins_.begin(), lowest_ - bin, Bin{});
    lowest_ = bin;
  }
  if (bin - lowest_ >= bins_.size()) bins_.resize(bin - lowest_ + 1);
  Bin& counted = bins_[bin - lowest_];
  if (counted.copies++ == 0) counted.first = position;
  counted.total += duration.ticks;
}

std::vector<AlikeOccurrences> TimedNode::occurrences() const {
  std::vector<AlikeOccurrences> occurrences;
  for (const Bin& bin : bins_)
    if (bin.copies > 0)
      occurrences.push_back(
          {{bin.total / static_cast<std::int64_t>(bin.copies)}, bin.copies, bin.first});
  return occurrences;
}

TimedWalk::TimedWalk(const Grammar& grammar, std::size_t depth) : grammar_(grammar), depth_(depth) {
  nodes_.emplace_back(Item{SymbolId{}});
  nodes_.front().children.resize(grammar.whole().size());
  Place whole;
  whole.node = &nodes_.front();
  whole.items = static_cast<std::uint32_t>(grammar.whole().size());
  places_.push_back(whole);
}

void TimedWalk::add(Timestamp time) {
  time = std::max(time, last_);
  last_ = time;
  begin_rules(time);
  ++position_;
  end_rules(time);
}

TimedNode* TimedWalk::child_of(const Place& place) {
  if (place.node == nullptr || places_.size() > depth_) return nullptr;
  TimedNode*& child = place.node->children[place.item];
  if (child == nullptr && nodes_.size() < kMostNodes) {
    const Item item = items_of(place)[place.item];
    child = &nodes_.emplace_back(item);
    child->children.resize(grammar_.items(item.symbol).size());
  }
  return child;
}

void TimedWalk::note_copy_before(const Place& place, Timestamp time) {
  TimedNode* const child = place.node == nullptr ? nullptr : place.node->children[place.item];
  if (child != nullptr) child->note(time - place.copy_begin, place.copy_position);
}

void TimedWalk::begin_rules(Timestamp time) {
  while (true) {
    Place& place = places_.back();
    if (place.item == place.items) return;  // the event leaves a call
    const SymbolId next = items_of(place)[place.item].symbol;
    if (place.copies == 0) place.item_begin = time;
    if (place.copies > 0) note_copy_before(place, time);
    const Grammar::Rule& rule = grammar_[next];
    if (rule.kind == Grammar::Kind::Event) {
      ++place.copies;
      return;
    }
    Place inner;
    inner.rule = next;
    inner.node = child_of(place);
    inner.items = rule.items;
    inner.begin = time;
    inner.position = position_;
    places_.push_back(inner);
    if (rule.kind == Grammar::Kind::Call) return;  // the event is the call's enter event
  }
}

void TimedWalk::end_rules(Timestamp time) {
  while (true) {
    Place& place = places_.back();
    if (place.item < place.items && place.copies > 0 &&
        place.copies == items_of(place)[place.item].count) {
      TimedNode* const child = place.node == nullptr ? nullptr : place.node->children[place.item];
      if (child != nullptr) {
        ++child->loops;
        child->whole += time - place.item_begin;
      }
      ++place.item;
      place.copies = 0;
    }
    if (place.item < place.items || places_.size() == 1) return;
    // Its leave event follows.
    if (position_ - place.position < grammar_[place.rule].events) return;
    const Place done = place;
    places_.pop_back();
    Place& parent = places_.back();
    parent.copy_begin = done.begin;
    parent.copy_position = done.position;
    const bool is_last = ++parent.copies == items_of(parent)[parent.item].count;
    if (is_last && done.node != nullptr) done.node->note(time - done.begin, done.position);
  }
}

}  // namespace lull::structure
