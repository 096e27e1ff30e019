// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/structure/grammar/folding.hpp"

#include <algorithm>
#include <utility>

namespace lull::structure {

void Folding::work() {
  while (!waiting_.empty()) {
    const Item item = waiting_.back();
    waiting_.pop_back();
    take(item);
  }
}

void Folding::take(Item item) {
  if (!open_) return place(item);
  const Item before = item;
  const ExpectedItems::Outcome outcome =
      count_ < kMostCopies ? expected_.take(item) : ExpectedItems::Outcome::Differs;
  if (outcome == ExpectedItems::Outcome::Ends) ++count_;
  if (outcome != ExpectedItems::Outcome::Differs) {
    if (item.count > 0) waiting_.push_back(item);
    return;
  }
  // The expected item may be the start of a sequence.
  if (count_ < kMostCopies && (*grammar_)[before.symbol].kind == Grammar::Kind::Sequence) {
    if (before.count > 1) waiting_.push_back({before.symbol, before.count - 1});
    const auto inner = grammar_->items(before.symbol);
    waiting_.insert(waiting_.end(), inner.rbegin(), inner.rend());
    return;
  }
  waiting_.push_back(before);
  close();
}

void Folding::close() {
  taken_.clear();
  expected_.taken(taken_);
  waiting_.insert(waiting_.end(), taken_.rbegin(), taken_.rend());
  open_ = false;
  place({grammar_->sequence(body_), count_});
}

void Folding::place(Item item) {
  if (!items_.empty() && items_.back().symbol == item.symbol &&
      items_.back().count <= kMostCopies - item.count) {
    const std::uint32_t count = items_.back().count + item.count;
    cut(items_.size() - 1);
    const Item body{item.symbol};
    return open({&body, 1}, count);
  }
  items_.push_back(item);
  const std::size_t half = half_at_end();
  if (half == 0) return;
  body_.assign(items_.end() - static_cast<std::ptrdiff_t>(half), items_.end());
  cut(items_.size() - 2 * half);
  open(body_, 2);
}

void Folding::open(std::span<const Item> body, std::uint32_t count) {
  if (body.data() != body_.data()) body_.assign(body.begin(), body.end());
  open_ = true;
  count_ = count;
  expected_.begin(body_);
}

void Folding::cut(std::size_t size) {
  items_.resize(size);
  if (squares_ && squares_->size() > size) squares_->cut(size);
}

std::size_t Folding::half_at_end() {
  const std::size_t n = items_.size();
  if (n > kFew) {
    if (!squares_) squares_ = std::make_unique<SquareIndex>();
    return squares_->half_at_end(items_);
  }
  const std::span<const Item> items = items_;
  for (std::size_t half = 1; 2 * half <= n; ++half)
    if (items[n - 1 - half] == items[n - 1] &&
        std::ranges::equal(items.subspan(n - 2 * half, half), items.last(half)))
      return half;
  return 0;
}

std::span<const Item> Folding::finish() {
  while (open_) {
    close();
    work();
  }
  const auto is_loop = [&](Item item) {
    return item.count > 1 && (*grammar_)[item.symbol].kind == Grammar::Kind::Sequence;
  };
  if (std::ranges::any_of(items_, is_loop)) items_ = with_repaired_bounds(items_, *grammar_);
  return items_;
}

ItemString Folding::take() {
  static_cast<void>(finish());
  ItemString items = std::exchange(items_, {});
  clear();
  return items;
}

void Folding::clear() {
  items_.clear();
  if (squares_ && squares_->size() > 0) squares_->clear();
}

}  // namespace lull::structure
