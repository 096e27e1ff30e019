// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The events of one location as a grammar without choices: what happens more than once is a rule,
// and a loop is one item with a count. Expanding the whole gives all events in their order. Rules
// are numbered by first appearance, and equal ones are one. One thread.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "lull/base/memory/hash_index.hpp"
#include "lull/base/memory/large_vector.hpp"
#include "lull/structure/grammar/rule_index.hpp"
#include "lull/trace/event/event.hpp"
#include "lull/trace/event/event_shape.hpp"

namespace lull::structure {

// A rule, or an event.
using SymbolId = Id<struct SymbolTag>;

// So many copies of a symbol, one directly behind the other. More than one is a loop.
struct Item {
  SymbolId symbol;
  std::uint32_t count = 1;
  friend bool operator==(Item, Item) = default;
};

using ItemString = LargeVector<Item>;

class Grammar {
 public:
  enum class Kind : std::uint8_t {
    Event,
    Call,     // a region instance: what it is entered with, its items, what it is left with
    Sequence  // two items or more
  };
  struct Rule {
    Kind kind = Kind::Event;
    std::uint32_t items = 0;
    std::uint64_t first = 0;   // of its items; of an event its shape
    SymbolId enter{};          // of a call: the event that it begins with
    SymbolId leave{};          // undefined: it ends without a leave of its own
    std::uint64_t events = 0;  // when all is expanded
  };

  // Events are equal that do the same: times do not count, nor numbers that only tie events to
  // others, nor what a collective operation sends and receives.
  [[nodiscard]] SymbolId event(const EventBody& body);
  [[nodiscard]] SymbolId call(SymbolId enter, std::span<const Item> items, SymbolId leave);
  // Of a single item with count 1 its symbol.
  [[nodiscard]] SymbolId sequence(std::span<const Item> items);

  // What the location consists of. Nothing is added any more: what only that takes is freed.
  void set_whole(ItemString items);
  [[nodiscard]] std::span<const Item> whole() const { return whole_; }

  [[nodiscard]] std::size_t size() const { return rules_.size(); }
  [[nodiscard]] const Rule& operator[](SymbolId symbol) const { return rules_[symbol.index()]; }
  [[nodiscard]] std::span<const Item> items(SymbolId symbol) const {
    const Rule& rule = rules_[symbol.index()];
    return {items_.data() + rule.first, rule.items};
  }
  // Of an event.
  [[nodiscard]] const EventBody& body(SymbolId event) const {
    return shapes_[rules_[event.index()].first].body;
  }
  [[nodiscard]] std::uint64_t events_of(std::span<const Item> items) const;
  // Memory that it takes.
  [[nodiscard]] std::size_t bytes() const;

 private:
  struct Shape {
    EventBody body;
    EventShape fields;
  };

  [[nodiscard]] SymbolId rule(const Rule& like, std::span<const Item> items);

  LargeVector<Rule> rules_;
  ItemString items_;
  std::vector<Shape> shapes_;
  std::vector<SymbolId> events_;  // by shape
  std::vector<SymbolId> enters_;  // by region
  std::vector<SymbolId> leaves_;
  // By shape of their enter: the last call without items, and the last one with some.
  std::vector<std::array<SymbolId, 2>> last_calls_;
  ItemString whole_;
  RuleIndex rules_by_items_;
  HashIndex shapes_by_fields_;
};

}  // namespace lull::structure
