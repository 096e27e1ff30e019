// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The region instances of compressed complete call graphs: identical ones are stored once, for one
// location or for several whose local traces share this table. What differs between otherwise
// identical instances (times, linking numbers, metric values) is stored elsewhere.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "lull/base/memory/hash_index.hpp"
#include "lull/trace/event/event.hpp"

namespace lull {

class RegionInstances {
 public:
  // An item of an instance is another instance, or an event if the highest bit is set. The last
  // item is the end: kLeave, kOpenEnd, or a leave of another kind.
  using Item = std::uint32_t;
  static constexpr Item kEvent = Item{1} << 31;
  static constexpr Item kLeave = kEvent | (kEvent - 1);
  static constexpr Item kOpenEnd = kLeave - 1;  // ends without its own leave
  static constexpr Item kEnter = kLeave - 2;    // the usual start

  // The contents of an instance with nested ones, or of everything before a place.
  struct Counts {
    std::uint32_t events = 0;
    std::uint32_t numbers = 0;  // events with a linking number
    std::uint32_t samples = 0;  // MetricSample events
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
    RegionId region;  // undefined: the whole location, which is not entered or left
    std::uint32_t items = 0;
    std::uint64_t first = 0;  // index of its first item
    Counts counts;
    Item enter = kEnter;     // the event that begins it
    std::uint32_t sums = 0;  // index of its first entry in sums_
  };
  struct Shape {
    EventBody body;  // without number and values; the partner is relative to the location
    std::uint8_t numbers = 0;
    std::uint8_t samples = 0;
    std::uint8_t partners = 0;
  };

  // Returns the item of an event of a location. Throws Error (input) when there are more than can
  // be numbered.
  [[nodiscard]] Item item_of(const EventBody& body, std::uint32_t location);
  [[nodiscard]] Item instance_of(RegionId region, Item enter, std::span<const Item> items,
                                 const Counts& counts);

  [[nodiscard]] const Instance& operator[](Item item) const { return instances_[item]; }
  [[nodiscard]] Item item(const Instance& of, std::uint32_t place) const {
    return items_[of.first + place];
  }
  // Only for an item that is an event, but not one of the named constants.
  [[nodiscard]] const Shape& shape(Item item) const { return shapes_[item & ~kEvent]; }
  [[nodiscard]] Counts counts_of(Item item) const {
    if ((item & kEvent) == 0) return instances_[item].counts;
    if (item == kLeave) return {.events = 1};
    if (item == kOpenEnd) return {};
    const Shape& found = shape(item);
    return {.events = 1, .numbers = found.numbers, .samples = found.samples};
  }
  // Returns the total contents of the first items of an instance. Constant time, however many items
  // it has.
  [[nodiscard]] Counts counts_of_first(const Instance& of, std::uint32_t items) const;
  // Returns the index of the item that contains the event with this index (from 0) among all events
  // of the instance's items.
  [[nodiscard]] std::uint32_t item_with_event(const Instance& of, std::uint32_t event) const;

  // Returns the memory in use.
  [[nodiscard]] std::size_t bytes() const;

 private:
  // Sums are stored for the first kSummed items of each instance, the first 2 kSummed, and so on.
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
