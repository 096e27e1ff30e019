// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// A second pass over a location's events, along its grammar, that measures each grammar item in its
// context: one node per item of each rule, down to a given depth. Memory depends on nodes, not
// events: durations are counted in bins of 2 to 3 %.
#pragma once

#include <cstdint>
#include <deque>
#include <span>
#include <vector>

#include "lull/base/time.hpp"
#include "lull/structure/durations/duration_profile.hpp"
#include "lull/structure/grammar/grammar.hpp"

namespace lull::structure {

// A grammar item in its context. Each of its copies counts, wherever the item recurs.
class TimedNode {
 public:
  explicit TimedNode(Item item) : item(item) {}

  Item item;
  std::vector<TimedNode*> children;  // indexed by item of its rule; null: an event, or too deep
  std::uint64_t loops = 0;           // number of the item's occurrences
  Duration whole;                    // total time of all copies, including the time between them
  std::uint64_t copies = 0;
  // A copy lasts until the next one in the loop begins, so that the time between them counts; the
  // last copy of a loop lasts until its last event.
  Duration shortest;
  Duration longest;

  void note(Duration duration, std::uint64_t position);
  // Returns the occurrences by bin, shortest bin first. Copies are numbered by the position of
  // their first event.
  [[nodiscard]] std::vector<AlikeOccurrences> occurrences() const;

 private:
  struct Bin {
    std::uint64_t copies = 0;
    std::uint64_t first = 0;
    std::int64_t total = 0;
  };
  std::uint32_t lowest_ = 0;  // index of bins_[0]
  std::vector<Bin> bins_;
};

class TimedWalk {
 public:
  // The grammar must be complete and outlive this object. `depth` is the nesting depth of the
  // nodes; 1 for the location's items only.
  TimedWalk(const Grammar& grammar, std::size_t depth);

  // Adds the time of the next event that is not a sample. If the time runs backwards, the previous
  // time is used.
  void add(Timestamp time);

  // Returns the root node. Its children are the location's items.
  [[nodiscard]] const TimedNode& whole() const { return nodes_.front(); }

 private:
  struct Place {
    SymbolId rule;              // undefined: the whole location
    TimedNode* node = nullptr;  // null: too deep
    std::uint32_t items = 0;
    std::uint32_t item = 0;
    std::uint32_t copies = 0;  // number of completed copies of that item
    Timestamp begin;
    Timestamp item_begin;  // start of the first copy of that item
    Timestamp copy_begin;  // start of the previous copy, or of the previous item
    std::uint64_t copy_position = 0;
    std::uint64_t position = 0;
  };
  static constexpr std::size_t kMostNodes = std::size_t{1} << 20U;

  [[nodiscard]] std::span<const Item> items_of(const Place& place) const {
    return place.rule.defined() ? grammar_.items(place.rule) : grammar_.whole();
  }
  // Begins the rules whose first event comes next. Called before the event.
  void begin_rules(Timestamp time);
  // Ends the rules whose last event has just passed. Called after the event.
  void end_rules(Timestamp time);
  // Ends the previous copy, as the next one begins at `time`.
  static void note_copy_before(const Place& place, Timestamp time);
  [[nodiscard]] TimedNode* child_of(const Place& place);

  const Grammar& grammar_;
  std::size_t depth_;
  std::deque<TimedNode> nodes_;
  std::vector<Place> places_;
  std::uint64_t position_ = 0;
  Timestamp last_;
};

}  // namespace lull::structure
