// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/structure/loops/loop_shares.hpp"

#include <algorithm>
#include <utility>

#include "lull/trace/rules/open_regions.hpp"

namespace lull::structure {
namespace {

double part_of(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

// Visits the outermost loops in order.
class OuterLoops {
 public:
  OuterLoops(const Grammar& grammar, const MainLoop* largest, std::uint64_t events,
             const Definitions& definitions, const LocationClock& clock)
      : grammar_(grammar),
        largest_(largest),
        events_(events),
        definitions_(definitions),
        clock_(clock),
        has_loop_(grammar.size()) {
    // Rules follow the rules that they refer to.
    for (std::size_t i = 0; i < grammar.size(); ++i)
      if (grammar[SymbolId(i)].kind != Grammar::Kind::Event)
        has_loop_[i] = is_loop_in(grammar.items(SymbolId(i)));
  }

  std::vector<LoopShare> find() {
    if (largest_ != nullptr) add(share_of_loop(*largest_, events_, clock_));
    look_into(grammar_.whole());
    while (!open_.empty()) {
      Open& open = open_.back();
      if (open.next == open.items.size()) {
        if (open.region) around_.pop_back();
        position_ += open.leave;
        open_.pop_back();
        continue;
      }
      look_at(open.items[open.next++]);
    }
    return std::move(found_);
  }

 private:
  struct Open {
    std::span<const Item> items;
    std::size_t next = 0;
    bool region = false;
    std::uint64_t leave = 0;  // number of events after the items
  };

  [[nodiscard]] bool is_loop_in(std::span<const Item> items) const {
    return std::ranges::any_of(
        items, [this](Item item) { return item.count > 1 || has_loop_[item.symbol.index()]; });
  }
  void look_into(std::span<const Item> items) { open_.push_back({items}); }

  void look_at(Item item) {
    const Grammar::Rule& rule = grammar_[item.symbol];
    if (item.count > 1 || !has_loop_[item.symbol.index()]) {
      const std::uint64_t events = item.count * rule.events;
      if (item.count > 1) add_loop(item.count, events);
      position_ += events;
      return;
    }
    Open inner{grammar_.items(item.symbol)};
    if (rule.kind == Grammar::Kind::Call) {
      const auto region = region_of(grammar_.body(rule.enter), definitions_);
      inner.region = region.has_value();
      if (region) around_.push_back(*region);
      position_ += 1;
      inner.leave = rule.leave.defined() ? 1 : 0;
    }
    open_.push_back(inner);
  }
  void add_loop(std::uint64_t iterations, std::uint64_t events) {
    const std::uint64_t end = position_ + events;
    if (largest_ != nullptr && position_ < largest_->first_event() + largest_->events() &&
        largest_->first_event() < end)
      return;
    const double time = clock_.share(position_, end);
    if (found_.size() == kLoopsListed && time <= found_.back().time) return;
    add({around_, iterations, part_of(events, events_), time});
  }
  void add(LoopShare loop) {
    const auto place =
        std::ranges::upper_bound(found_, loop.time, std::ranges::greater(), &LoopShare::time);
    found_.insert(place, std::move(loop));
    if (found_.size() > kLoopsListed) found_.pop_back();
  }

  const Grammar& grammar_;
  const MainLoop* largest_;
  std::uint64_t events_;
  const Definitions& definitions_;
  const LocationClock& clock_;
  std::vector<bool> has_loop_;  // indexed by rule: true if it contains a loop
  std::vector<Open> open_;
  std::vector<RegionId> around_;
  std::uint64_t position_ = 0;
  std::vector<LoopShare> found_;  // longest first
};

}  // namespace

LoopShare share_of_loop(const MainLoop& loop, std::uint64_t events, const LocationClock& clock) {
  const std::uint64_t first = loop.first_event();
  return {loop.around, loop.iterations(), part_of(loop.events(), events),
          clock.share(first, first + loop.events())};
}

std::vector<LoopShare> longest_loops(const Grammar& grammar, const std::optional<MainLoop>& largest,
                                     std::uint64_t events, const Definitions& definitions,
                                     const LocationClock& clock) {
  return OuterLoops(grammar, largest ? &*largest : nullptr, events, definitions, clock).find();
}

}  // namespace lull::structure
