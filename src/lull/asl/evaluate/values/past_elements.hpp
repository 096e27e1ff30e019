// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Elements that were removed from a state's cell but can still be queried, in order of removal. A
// tree that holds the earliest time of addition in each range finds the elements that were present
// at a moment, without visiting the others.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "lull/asl/evaluate/values/set_value.hpp"
#include "lull/asl/model/value.hpp"

namespace lull::asl {

class StateCell;

// An element that was present in the moments [added, removed).
struct PastElement {
  Value value;
  Moment added = 0;
  Moment removed = 0;
  std::uint64_t order = 0;
  StateCell* cell = nullptr;
  std::size_t place = 0;  // index among the elements of the cell
};

class PastElements {
 public:
  // The element must not have been removed before the elements added earlier.
  void add(PastElement& past);
  void forget(PastElement& past);

  [[nodiscard]] bool empty() const { return slots_.empty(); }
  // Returns whether every element was removed at or before `moment`.
  [[nodiscard]] bool are_gone_at(Moment moment) const {
    return slots_.empty() || slots_.back().removed <= moment;
  }
  // Calls visit(element) for each element that was present at that moment.
  template <class Visit>
  void for_each_at(Moment moment, const Visit& visit) const {
    const std::size_t first = first_removed_after(moment);
    if (first < slots_.size()) look(1, 0, width_, first, moment, visit);
  }
  [[nodiscard]] std::size_t bytes() const {
    return slots_.capacity() * (sizeof(Slot) + sizeof(PastElement)) +
           earliest_.capacity() * sizeof(Moment);
  }

 private:
  static constexpr Moment kNever = std::numeric_limits<Moment>::max();
  struct Slot {
    Moment removed = 0;
    PastElement* past = nullptr;  // null: forgotten
  };

  [[nodiscard]] std::size_t first_removed_after(Moment moment) const;
  void set(std::size_t place, Moment added);
  void close_up();
  void build(std::size_t width);

  // Visits the places in [begin, begin + size) below a node of the tree.
  template <class Visit>
  void look(std::size_t node, std::size_t begin, std::size_t size, std::size_t first, Moment moment,
            const Visit& visit) const {
    if (begin + size <= first || earliest_[node] > moment) return;
    if (size == 1) return visit(*slots_[begin].past);
    look(2 * node, begin, size / 2, first, moment, visit);
    look(2 * node + 1, begin + size / 2, size / 2, first, moment, visit);
  }

  std::vector<Slot> slots_;
  std::size_t forgotten_ = 0;     // number of forgotten slots
  std::size_t width_ = 0;         // width of the tree: a power of two, or 0
  std::vector<Moment> earliest_;  // indexed by tree node; the root is node 1
};

}  // namespace lull::asl
