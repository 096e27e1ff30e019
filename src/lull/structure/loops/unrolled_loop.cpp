// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/structure/loops/unrolled_loop.hpp"

#include <algorithm>
#include <cstdint>

namespace lull::structure {
namespace {

constexpr std::size_t kMostItems = std::size_t{1} << 16U;
constexpr std::uint64_t kMostEvents = std::uint64_t{1} << 14U;  // limit for rotating a body

// Appends calls and events, with loops and sequences expanded.
void append_calls(const Grammar& grammar, Item item, std::vector<Item>& calls) {
  for (std::uint32_t copy = 0; copy < item.count; ++copy) {
    if (grammar[item.symbol].kind != Grammar::Kind::Sequence) {
      calls.push_back({item.symbol, 1});
      continue;
    }
    for (const Item inner : grammar.items(item.symbol)) append_calls(grammar, inner, calls);
  }
}

std::vector<Item> calls_of(const Grammar& grammar, Item item) {
  std::vector<Item> calls;
  append_calls(grammar, item, calls);
  return calls;
}

// Returns how many calls at the end of the items match the end of the body.
std::size_t common_end(const Grammar& grammar, std::span<const Item> items,
                       const std::vector<Item>& body) {
  std::size_t common = 0;
  for (; !items.empty(); items = items.first(items.size() - 1)) {
    const std::uint64_t events = items.back().count * grammar[items.back().symbol].events;
    if (events > kMostEvents) return common;
    const std::vector<Item> calls = calls_of(grammar, items.back());
    for (std::size_t i = 0; i < calls.size(); ++i, ++common)
      if (common == body.size() || calls[calls.size() - 1 - i] != body[body.size() - 1 - common])
        return common;
  }
  return common;
}

}  // namespace

UnrolledString unrolled_string(const Grammar& grammar, std::span<const Item> items,
                               std::size_t place) {
  const SymbolId body = items[place].symbol;
  const auto own = grammar.items(body);
  UnrolledString string;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (i == place) string.place = string.items.size();
    if (items[i].symbol != body) {
      string.items.push_back(items[i]);
      continue;
    }
    if (items[i].count > kMostItems / own.size()) return {};
    for (std::uint32_t copy = 0; copy < items[i].count; ++copy)
      string.items.insert(string.items.end(), own.begin(), own.end());
    if (string.items.size() > kMostItems) return {};
  }
  return string;
}

void begin_earlier(Grammar& grammar, Likeness& likeness, std::span<const Item> items,
                   const IterationChain& chain, MainLoop& loop) {
  if (loop.runs.back().variant || grammar[loop.body].events > kMostEvents) return;
  const std::vector<Item> body = calls_of(grammar, {loop.body, 1});
  const std::size_t early = common_end(grammar, items.first(chain.begin()), body);
  if (early == 0 || early == body.size()) return;
  const auto middle = body.end() - static_cast<std::ptrdiff_t>(early);
  std::vector<Item> earlier(middle, body.end());
  std::vector<Item> last = earlier;  // the iteration that begins with the end of the last one
  earlier.insert(earlier.end(), body.begin(), middle);
  last.insert(last.end(), items.begin() + static_cast<std::ptrdiff_t>(chain.end()), items.end());
  const SymbolId begun_earlier = grammar.sequence(earlier);
  likeness.set_body(begun_earlier);
  const std::size_t length = likeness.length(last, false);
  if (length <= early) return;
  const std::uint64_t shift = grammar.events_of(std::span(last).first(early));
  const std::uint64_t end = loop.first_event() + loop.events();
  for (IterationRun& run : loop.runs) run.first_event -= shift;
  const std::uint64_t events = grammar.events_of(std::span(last).first(length));
  loop.runs.push_back({end - shift, events, 1, events != grammar[begun_earlier].events});
  loop.body = begun_earlier;
}

}  // namespace lull::structure
