// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <deque>

#include "lull/structure/grammar/folding.hpp"

namespace lull::structure {
namespace {

// The strings to the left and to the right of the current loop.
class Repair {
 public:
  Repair(std::span<const Item> items, Grammar& grammar) : grammar_(grammar), right_(items) {}

  ItemString run() {
    left_.reserve(right_.size());
    while (!right_.empty() || carried_.count > 0) {
      const Item item = next();
      drop_next(item.count);
      if (!extend(item)) left_.push_back(item);
    }
    return std::move(left_);
  }

 private:
  // Returns the next item; a loop may have taken some of its copies.
  [[nodiscard]] Item next() const { return carried_.count > 0 ? carried_ : right_.front(); }
  [[nodiscard]] std::size_t remaining() const {
    return right_.size() + (carried_.count > 0 ? 1 : 0);
  }
  [[nodiscard]] Item right(std::size_t place) const {
    if (carried_.count == 0) return right_[place];
    return place == 0 ? carried_ : right_[place - 1];
  }
  void drop_next(std::uint32_t copies) {
    Item item = next();
    if (carried_.count == 0) right_ = right_.subspan(1);
    carried_ = {item.symbol, item.count - copies};
  }

  [[nodiscard]] std::uint64_t events(SymbolId symbol) const { return grammar_[symbol].events; }
  // Returns the events that folding saved in a neighbour and that are lost when copies are taken.
  [[nodiscard]] std::uint64_t lost(Item item, std::uint32_t taken) const {
    const std::uint32_t loses = item.count > taken ? taken : taken - 1;
    return loses * events(item.symbol);
  }

  // Returns how many items of the body are on that side; adds the cost of taking them to `cost`.
  template <class Neighbour>
  std::size_t extension(std::span<const Item> body, std::size_t available, bool backward,
                        std::size_t most, Neighbour&& neighbour, std::uint64_t& cost) const {
    std::size_t length = 0;
    while (length < most && length < available) {
      const Item wanted = backward ? body[body.size() - 1 - length] : body[length];
      const Item there = neighbour(length);
      if (there.symbol != wanted.symbol || there.count < wanted.count) break;
      cost += lost(there, wanted.count);
      ++length;
      if (there.count > wanted.count) break;
    }
    return length;
  }

  // Adds a copy to the loop if its two neighbours together form a copy and if that saves events.
  bool extend(Item loop) {
    if (loop.count < 2 || grammar_[loop.symbol].kind != Grammar::Kind::Sequence) return false;
    const auto items = grammar_.items(loop.symbol);
    const std::vector<Item> body(items.begin(), items.end());
    std::uint64_t cost = 0;
    const std::size_t left = extension(
        body, left_.size(), true, body.size() - 1,
        [&](std::size_t i) { return left_[left_.size() - 1 - i]; }, cost);
    if (left == 0) return false;
    const std::size_t right = extension(
        body, remaining(), false, body.size() - left, [&](std::size_t i) { return this->right(i); },
        cost);
    if (left + right < body.size() || cost >= events(loop.symbol)) return false;
    rotate(body, left, loop.count);
    return true;
  }

  void rotate(const std::vector<Item>& body, std::size_t left, std::uint32_t count) {
    for (std::size_t i = 0; i < left; ++i) {
      Item& last = left_.back();
      last.count -= body[body.size() - 1 - i].count;
      if (last.count == 0) left_.pop_back();
    }
    for (std::size_t i = 0; i < body.size() - left; ++i) drop_next(body[i].count);
    std::vector<Item> rotated(body.end() - static_cast<std::ptrdiff_t>(left), body.end());
    rotated.insert(rotated.end(), body.begin(), body.end() - static_cast<std::ptrdiff_t>(left));
    left_.push_back({grammar_.sequence(rotated), count + 1});
  }

  Grammar& grammar_;
  ItemString left_;
  std::span<const Item> right_;
  Item carried_{SymbolId{}, 0};
};

}  // namespace

ItemString with_repaired_bounds(std::span<const Item> items, Grammar& grammar) {
  return Repair(items, grammar).run();
}

}  // namespace lull::structure
