// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Goes through the events of a location a second time, along its grammar, and notes how long each
// item of it takes where it stands: a node for each item of each rule, down to a depth. Memory by
// nodes, not by events: durations are counted in bins of 2 to 3 %.
#pragma once

#include <cstdint>
#include <deque>
#include <span>
#include <vector>

#include "lull/base/time.hpp"
#include "lull/structure/durations/duration_profile.hpp"
#include "lull/structure/grammar/grammar.hpp"

namespace lull::structure {

// An item where it stands. Its copies are counted one by one, wherever the item comes again.
class TimedNode {
 public:
  explicit TimedNode(Item item) : item(item) {}

  Item item;
  std::vector<TimedNode*> children;  // by item of its rule; null: none, an event or too deep
  std::uint64_t loops = 0;           // how often the item came
  Duration whole;                    // of all its copies and the time between them
  std::uint64_t copies = 0;
  // Of a copy: to the begin of the next one in the loop, so that the time between them counts; the
  // last one of a loop, to its last event.
  Duration shortest;
  Duration longest;

  void note(Duration duration, std::uint64_t position);
  // By bin, the shortest first. Copies are numbered by the position of their first event.
  [[nodiscard]] std::vector<AlikeOccurrences> occurrences() const;

 private:
  struct Bin {
    std::uint64_t copies = 0;
    std::uint64_t first = 0;
    std::int64_t total = 0;
  };
  std::uint32_t lowest_ = 0;  // the bin of bins_[0]
  std::vector<Bin> bins_;
};

class TimedWalk {
 public:
  // The grammar must outlive this and be complete. `depth`: how deep nodes lie within others; 1 for
  // the items of the location alone.
  TimedWalk(const Grammar& grammar, std::size_t depth);

  // The time of the next event, which is no sample. Times that run backwards stand still.
  void add(Timestamp time);

  // Stands for the whole location: its children are the items.
  [[nodiscard]] const TimedNode& whole() const { return nodes_.front(); }

 private:
  struct Place {
    SymbolId rule;              // undefined: the whole location
    TimedNode* node = nullptr;  // null: too deep
    std::uint32_t items = 0;
    std::uint32_t item = 0;
    std::uint32_t copies = 0;  // of that item, done
    Timestamp begin;
    Timestamp item_begin;  // of the first copy of that item
    Timestamp copy_begin;  // of the copy before, and where; of the item before, if there is none
    std::uint64_t copy_position = 0;
    std::uint64_t position = 0;
  };
  static constexpr std::size_t kMostNodes = std::size_t{1} << 20U;

  [[nodiscard]] std::span<const Item> items_of(const Place& place) const {
    return place.rule.defined() ? grammar_.items(place.rule) : grammar_.whole();
  }
  // The next event is the first of what comes next: rules without an event of their own begin.
  void begin_rules(Timestamp time);
  // Rules end whose last event that was.
  void end_rules(Timestamp time);
  // The copy that ended last lasts until the next one begins.
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
