// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/trace/local/region_instances.hpp"

#include <algorithm>

#include "lull/base/error.hpp"
#include "lull/trace/event/event_shape.hpp"
#include "lull/trace/local/event_numbers.hpp"

namespace lull {
namespace {

std::uint64_t hash_of(RegionId region, RegionInstances::Item enter,
                      std::span<const RegionInstances::Item> items) {
  std::uint64_t hash = mixed(region.value, enter);
  for (const RegionInstances::Item item : items) hash = mixed(hash, item);
  return hash;
}

void check_room(std::size_t entries) {
  if (entries >= (RegionInstances::kEnter & ~RegionInstances::kEvent))
    throw Error(ExitStatus::Input, "there are more region instances than can be numbered");
}

}  // namespace

RegionInstances::Item RegionInstances::item_of(const EventBody& body, std::uint32_t location) {
  Shape shape{.body = body};
  shape.numbers = with_number(shape.body, [](auto& number) { number = 0; }) ? 1 : 0;
  shape.partners = with_partner(shape.body, [&](auto& rank) { rank -= location; }) ? 1 : 0;
  if (auto* sample = std::get_if<MetricSample>(&shape.body)) {
    sample->values = {};
    shape.samples = 1;
  }
  const EventShape fields(shape.body);
  const auto is_same = [&](std::uint32_t entry) {
    return EventShape(shapes_[entry].body) == fields;
  };
  std::uint32_t entry = shapes_by_fields_.find(fields.hash(), is_same);
  if (entry == HashIndex::kNone) {
    check_room(shapes_.size());
    entry = static_cast<std::uint32_t>(shapes_.size());
    shapes_.push_back(shape);
    shapes_by_fields_.insert(entry, [this](auto i) { return EventShape(shapes_[i].body).hash(); });
  }
  return kEvent | entry;
}

RegionInstances::Item RegionInstances::instance_of(RegionId region, Item enter,
                                                   std::span<const Item> items,
                                                   const Counts& counts) {
  const auto is_same = [&](Item entry) {
    const Instance& other = instances_[entry];
    return other.region == region && other.enter == enter &&
           std::ranges::equal(items_of(other), items);
  };
  const Item known = instances_by_items_.find(hash_of(region, enter, items), is_same);
  if (known != HashIndex::kNone) return known;
  check_room(instances_.size());
  const auto entry = static_cast<Item>(instances_.size());
  instances_.push_back({region, static_cast<std::uint32_t>(items.size()), items_.size(), counts,
                        enter, static_cast<std::uint32_t>(sums_.size())});
  Counts sum;
  for (std::size_t i = 0; i < items.size(); ++i) {
    sum += counts_of(items[i]);
    if ((i + 1) % kSummed == 0) sums_.push_back(sum);
  }
  items_.insert(items_.end(), items.begin(), items.end());
  instances_by_items_.insert(entry, [this](Item i) {
    return hash_of(instances_[i].region, instances_[i].enter, items_of(instances_[i]));
  });
  return entry;
}

RegionInstances::Counts RegionInstances::counts_of_first(const Instance& of,
                                                         std::uint32_t items) const {
  const std::uint32_t summed = items / kSummed;
  Counts sum = summed > 0 ? sums_[of.sums + summed - 1] : Counts{};
  for (std::uint32_t i = summed * kSummed; i < items; ++i) sum += counts_of(item(of, i));
  return sum;
}

std::uint32_t RegionInstances::item_with_event(const Instance& of, std::uint32_t event) const {
  const auto begin = sums_.begin() + of.sums;
  const auto end = begin + of.items / kSummed;
  const auto after = std::upper_bound(
      begin, end, event, [](std::uint32_t e, const Counts& c) { return e < c.events; });
  std::uint32_t before = after == begin ? 0 : (after - 1)->events;
  auto place = static_cast<std::uint32_t>(after - begin) * kSummed;
  for (; place + 1 < of.items; ++place) {
    before += counts_of(item(of, place)).events;
    if (event < before) break;
  }
  return place;
}

std::size_t RegionInstances::bytes() const {
  return instances_.size() * sizeof instances_[0] + items_.size() * sizeof items_[0] +
         sums_.size() * sizeof sums_[0] + shapes_.size() * sizeof shapes_[0] +
         instances_by_items_.bytes() + shapes_by_fields_.bytes();
}

}  // namespace lull
