// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The region instances of compressed complete call graphs: those that hold the same are here once,
// of one location or of several whose local traces share this table. What differs between instances
// that do the same (times, numbers that tie events together, metric values) is not here.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "lull/base/memory/hash_index.hpp"
#include "lull/trace/event/event.hpp"

namespace lull {

class RegionInstances {
 public:
  // An item of an instance is another instance, or an event with the highest bit. The last one is
  // its end: kLeave, kOpenEnd, or a leave of another kind.
  using Item = std::uint32_t;
  static constexpr Item kEvent = Item{1} << 31;
  static constexpr Item kLeave = kEvent | (kEvent - 1);
  static constexpr Item kOpenEnd = kLeave - 1;  // it ends without a leave of its own
  static constexpr Item kEnter = kLeave - 2;    // how it begins, as a rule

  // How many there are of what, in an instance and those within it, or before a place.
  struct Counts {
    std::uint32_t events = 0;
    std::uint32_t numbers = 0;  // events that have one
    std::uint32_t samples = 0;  // MetricSample
    Counts& operator+=(const Counts& other) {
      events += other.events;
      numbers += other.numbers;
      samples += other.samples;
      return *this;
    }
    Counts& operator-=(const Counts& other) {
      events -= other.events;
      numbers -= other.numbers;
      samples -= other.samples;
      return *this;
    }
  };
  struct Instance {
    RegionId region;  // undefined: the whole location, which is not entered nor left
    std::uint32_t items = 0;
    std::uint64_t first = 0;  // of its items
    Counts counts;
    Item enter = kEnter;     // the event that it begins with
    std::uint32_t sums = 0;  // its first in sums_
  };
  struct Shape {
    EventBody body;  // without number and values, its partner counted from the location
    std::uint8_t numbers = 0;
    std::uint8_t samples = 0;
    std::uint8_t partners = 0;
  };

  // The item of an event of a location. Throws Error (input) for more than can be numbered.
  [[nodiscard]] Item item_of(const EventBody& body, std::uint32_t location);
  [[nodiscard]] Item instance_of(RegionId region, Item enter, std::span<const Item> items,
                                 const Counts& counts);

  [[nodiscard]] const Instance& operator[](Item item) const { return instances_[item]; }
  [[nodiscard]] Item item(const Instance& of, std::uint32_t place) const {
    return items_[of.first + place];
  }
  // Of an item that is an event, but none of those with names.
  [[nodiscard]] const Shape& shape(Item item) const { return shapes_[item & ~kEvent]; }
  [[nodiscard]] Counts counts_of(Item item) const {
    if ((item & kEvent) == 0) return instances_[item].counts;
    if (item == kLeave) return {.events = 1};
    if (item == kOpenEnd) return {};
    const Shape& found = shape(item);
    return {.events = 1, .numbers = found.numbers, .samples = found.samples};
  }
  // What the first items of an instance hold together. Constant time, however many items it has.
  [[nodiscard]] Counts counts_of_first(const Instance& of, std::uint32_t items) const;
  // The item (from 0) that holds the how-manieth event (from 0) of all that its items hold.
  [[nodiscard]] std::uint32_t item_with_event(const Instance& of, std::uint32_t event) const;

  // Memory that it takes.
  [[nodiscard]] std::size_t bytes() const;

 private:
  // Of each instance sums are kept of its first so many items, of twice as many, and so on.
  static constexpr std::uint32_t kSummed = 64;

  [[nodiscard]] std::span<const Item> items_of(const Instance& instance) const {
    return std::span(items_).subspan(instance.first, instance.items);
  }

  std::vector<Instance> instances_;
  std::vector<Item> items_;
  std::vector<Counts> sums_;
  std::vector<Shape> shapes_;
  HashIndex instances_by_items_;
  HashIndex shapes_by_fields_;
};

}  // namespace lull
