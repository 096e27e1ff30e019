// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/structure/grammar/grammar.hpp"

#include <algorithm>

#include "lull/base/error.hpp"
#include "lull/trace/local/event_numbers.hpp"

namespace lull::structure {
namespace {

constexpr std::size_t kMostRules = 0xFFFFFFF0u;

// Clears the fields that may differ between equal events.
EventBody without_numbers(const EventBody& body) {
  EventBody shape = body;
  with_number(shape, [](auto& number) { number = 0; });
  std::visit(
      [](auto& event) {
        if constexpr (requires { event.operation; }) event.sent = event.received = 0;
        if constexpr (requires { event.values; }) event.values = {};
      },
      shape);
  return shape;
}

// Mixes numbers sequentially: differences between consecutive numbers are often equal.
std::uint64_t hash_of(const Grammar::Rule& rule, std::span<const Item> items) {
  std::uint64_t hash = mixed(mixed(mixed(0, rule.enter.value), rule.leave.value), items.size());
  for (const Item item : items)
    hash = mixed(hash, std::uint64_t{item.symbol.value} << 32 | item.count);
  return hash;
}

template <class Table>
SymbolId& place_of(Table& table, RegionId region) {
  const std::size_t index = region.defined() ? region.index() + 1 : 0;
  if (table.size() <= index) table.resize(index + 1);
  return table[index];
}

}  // namespace

SymbolId Grammar::event(const EventBody& body) {
  SymbolId* cached = nullptr;
  if (const auto* enter = std::get_if<Enter>(&body))
    cached = &place_of(enters_, enter->region);
  else if (const auto* leave = std::get_if<Leave>(&body))
    cached = &place_of(leaves_, leave->region);
  if (cached != nullptr && cached->defined()) [[likely]]
    return *cached;

  const EventBody bare = without_numbers(body);
  const EventShape fields(bare);
  const auto is_same = [&](std::uint32_t entry) { return shapes_[entry].fields == fields; };
  const std::uint32_t known = shapes_by_fields_.find(fields.hash(), is_same);
  if (known != HashIndex::kNone) return events_[known];
  const auto shape = static_cast<std::uint32_t>(shapes_.size());
  shapes_.push_back({bare, fields});
  shapes_by_fields_.insert(shape, [this](auto entry) { return shapes_[entry].fields.hash(); });
  const SymbolId symbol(rules_.size());
  rules_.push_back({.kind = Kind::Event, .first = shape, .events = 1});
  events_.push_back(symbol);
  if (cached != nullptr) *cached = symbol;
  return symbol;
}

SymbolId Grammar::call(SymbolId enter, std::span<const Item> items, SymbolId leave) {
  const std::uint64_t shape = rules_[enter.index()].first;
  if (last_calls_.size() <= shape) last_calls_.resize(shape + 1);
  SymbolId& last = last_calls_[shape][items.empty() ? 0 : 1];
  const bool again = last.defined() && rules_[last.index()].leave == leave &&
                     std::ranges::equal(this->items(last), items);
  if (!again) last = rule({.kind = Kind::Call, .enter = enter, .leave = leave}, items);
  return last;
}

SymbolId Grammar::sequence(std::span<const Item> items) {
  if (items.size() == 1 && items.front().count == 1) return items.front().symbol;
  return rule({.kind = Kind::Sequence}, items);
}

void Grammar::set_whole(ItemString items) {
  whole_ = std::move(items);
  enters_ = {};
  leaves_ = {};
  last_calls_ = {};
}

std::uint64_t Grammar::events_of(std::span<const Item> items) const {
  std::uint64_t events = 0;
  for (const Item item : items) events += item.count * rules_[item.symbol.index()].events;
  return events;
}

SymbolId Grammar::rule(const Rule& like, std::span<const Item> items) {
  const auto is_same = [&](std::uint32_t entry) {
    const Rule& other = rules_[entry];
    return other.kind == like.kind && other.enter == like.enter && other.leave == like.leave &&
           std::ranges::equal(this->items(SymbolId(entry)), items);
  };
  const std::uint64_t hash = hash_of(like, items);
  const std::uint32_t known = rules_by_items_.find(hash, is_same);
  if (known != RuleIndex::kNone) return SymbolId(known);
  if (rules_.size() >= kMostRules) throw input_error("a location has too many different calls");
  Rule rule = like;
  rule.items = static_cast<std::uint32_t>(items.size());
  rule.first = items_.size();
  rule.events = events_of(items) + (like.enter.defined() ? 1 : 0) + (like.leave.defined() ? 1 : 0);
  const auto entry = static_cast<std::uint32_t>(rules_.size());
  rules_.push_back(rule);
  items_.insert(items_.end(), items.begin(), items.end());
  rules_by_items_.insert(entry, hash);
  return SymbolId(entry);
}

std::size_t Grammar::bytes() const {
  return rules_.size() * sizeof rules_[0] + items_.size() * sizeof items_[0] +
         shapes_.size() * sizeof shapes_[0] + whole_.size() * sizeof whole_[0] +
         rules_by_items_.bytes() + shapes_by_fields_.bytes();
}

}  // namespace lull::structure
