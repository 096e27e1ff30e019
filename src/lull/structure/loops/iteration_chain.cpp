// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/structure/loops/iteration_chain.hpp"

#include <algorithm>
#include <optional>

namespace lull::structure {

void IterationChain::follow(std::span<const Item> items, std::size_t place, SymbolId body,
                            bool repeats) {
  likeness_.set_body(body);
  body_ = body;
  parts_ = {loop_part(items[place])};
  begin_ = place;
  end_ = place + 1;
  while (end_ < items.size()) {
    const IterationPart next = part(items.subspan(end_), false);
    if (next.items > 0)
      parts_.push_back(next);
    else if (!absorb_after(items.subspan(end_), repeats))
      break;
    end_ += next.items > 0 ? next.items : absorbed_;
  }
  while (begin_ > 0) {
    const IterationPart next = part(items.first(begin_), true);
    if (next.items > 0)
      parts_.push_front(next);
    else if (!absorb_before(items.first(begin_), repeats))
      break;
    begin_ -= next.items > 0 ? next.items : absorbed_;
  }
}

bool IterationChain::has_warm_up(std::span<const Item> items) {
  return begin_ > 1 && likeness_.is_barrier(items[begin_ - 1]) &&
         part(items.first(begin_ - 1), true).items > 0;
}

// Adds items between two iterations to the earlier one.
bool IterationChain::absorb_after(std::span<const Item> items, bool repeats) {
  const auto gap = likeness_.gap(items, false, body_);
  if (!gap || (gap->at_end && !repeats)) return false;
  absorbed_ = gap->items;
  const IterationPart last = parts_.back();
  parts_.pop_back();
  if (last.copies > 1) parts_.push_back({1, last.events, last.copies - 1, last.variant});
  parts_.push_back({1, last.events + gap->events, 1, true});
  return true;
}

// Does the same before the chain, where it moves the earlier iteration along.
bool IterationChain::absorb_before(std::span<const Item> items, bool repeats) {
  const auto gap = likeness_.gap(items, true, body_);
  if (!gap || (gap->at_end && !repeats)) return false;
  absorbed_ = gap->items;
  const std::uint64_t events = grammar_[body_].events;
  if (gap->at_end) {
    const IterationPart first = parts_.front();
    parts_.pop_front();
    if (first.copies > 1) parts_.push_front({1, first.events, first.copies - 1, first.variant});
    parts_.push_front({1, first.events + gap->events, 1, true});
    return true;
  }
  ++absorbed_;
  const Item loop = items[items.size() - absorbed_];
  parts_.push_front({1, events + gap->events, 1, true});
  if (loop.count > 1) parts_.push_front({1, events, loop.count - 1, false});
  return true;
}

IterationPart IterationChain::part(std::span<const Item> items, bool from_back) {
  const Item next = from_back ? items.back() : items.front();
  if (next.symbol == body_) return loop_part(next);
  const std::size_t length = likeness_.length(items, from_back);
  const auto own = from_back ? items.last(length) : items.first(length);
  // A copy of the body that folding did not detect is not a variant.
  const std::uint64_t events = grammar_.events_of(own);
  return {length, events, 1, length > 0 && !is_body(own)};
}

bool IterationChain::is_body(std::span<const Item> items) const {
  return grammar_[body_].kind == Grammar::Kind::Sequence &&
         std::ranges::equal(items, grammar_.items(body_));
}

}  // namespace lull::structure
