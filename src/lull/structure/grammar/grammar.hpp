// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The events of one location as a grammar without alternatives: repeated strings are rules, and a
// loop is one item with a count. Expanding the whole yields all events in order. Rules are numbered
// by first appearance; equal rules are merged. Not thread safe.
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

// A rule or an event.
using SymbolId = Id<struct SymbolTag>;

// Consecutive copies of a symbol; more than one is a loop.
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
    Call,     // region instance: enter, items, leave
    Sequence  // two items or more
  };
  struct Rule {
    Kind kind = Kind::Event;
    std::uint32_t items = 0;
    std::uint64_t first = 0;   // index of the first item; for events, index of the shape
    SymbolId enter{};          // for calls: the enter event
    SymbolId leave{};          // undefined: no leave event
    std::uint64_t events = 0;  // number of events when fully expanded
  };

  // Comparing events ignores times, numbers that only link events, and the bytes that a collective
  // operation sends and receives.
  [[nodiscard]] SymbolId event(const EventBody& body);
  [[nodiscard]] SymbolId call(SymbolId enter, std::span<const Item> items, SymbolId leave);
  // If there is a single item with count 1, returns its symbol.
  [[nodiscard]] SymbolId sequence(std::span<const Item> items);

  // Sets the items of the whole location. Nothing may be added afterwards; frees the index memory.
  void set_whole(ItemString items);
  [[nodiscard]] std::span<const Item> whole() const { return whole_; }

  [[nodiscard]] std::size_t size() const { return rules_.size(); }
  [[nodiscard]] const Rule& operator[](SymbolId symbol) const { return rules_[symbol.index()]; }
  [[nodiscard]] std::span<const Item> items(SymbolId symbol) const {
    const Rule& rule = rules_[symbol.index()];
    return {items_.data() + rule.first, rule.items};
  }
  // Must only be called for events.
  [[nodiscard]] const EventBody& body(SymbolId event) const {
    return shapes_[rules_[event.index()].first].body;
  }
  [[nodiscard]] std::uint64_t events_of(std::span<const Item> items) const;
  // Returns the memory used, in bytes.
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
  std::vector<SymbolId> events_;  // indexed by shape
  std::vector<SymbolId> enters_;  // indexed by region
  std::vector<SymbolId> leaves_;
  // Indexed by the shape of the enter event: the last call without items, and the last call with
  // items.
  std::vector<std::array<SymbolId, 2>> last_calls_;
  ItemString whole_;
  RuleIndex rules_by_items_;
  HashIndex shapes_by_fields_;
};

}  // namespace lull::structure
