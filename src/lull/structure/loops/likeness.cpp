// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/structure/loops/likeness.hpp"

#include <algorithm>
#include <limits>

namespace lull::structure {
namespace {

constexpr std::uint64_t kFar = std::numeric_limits<std::uint64_t>::max() / 4;

}  // namespace

void Likeness::set_body(SymbolId body) {
  body_.clear();
  if (!append(body_, {body}, kMostSymbols)) body_.clear();
  const auto is_one = [this](SymbolId symbol) { return is_barrier({symbol}); };
  has_barrier_ = std::ranges::any_of(body_, is_one);
  most_ = static_cast<std::uint64_t>(kMostDifference * static_cast<double>(events(body)));
  band_ = std::min<std::size_t>({kMostBand, most_, body_.size()});
}

bool Likeness::append(std::vector<SymbolId>& symbols, Item item, std::size_t most) const {
  if (grammar_[item.symbol].kind != Grammar::Kind::Sequence) {
    if (item.count > most - std::min(most, symbols.size())) return false;
    symbols.insert(symbols.end(), item.count, item.symbol);
    return true;
  }
  for (std::uint32_t copy = 0; copy < item.count; ++copy)
    for (const Item inner : grammar_.items(item.symbol))
      if (!append(symbols, inner, most)) return false;
  return true;
}

bool Likeness::is_barrier(Item item) const {
  const Grammar::Rule& rule = grammar_[item.symbol];
  return rule.kind == Grammar::Kind::Call && is_barrier_(rule.enter);
}

// Calls to the same region differ by their contents, but at least a little.
std::uint64_t Likeness::difference(SymbolId a, SymbolId b) const {
  if (a == b) return 0;
  const Grammar::Rule& left = grammar_[a];
  const Grammar::Rule& right = grammar_[b];
  if (left.kind != Grammar::Kind::Call || right.kind != Grammar::Kind::Call ||
      left.enter != right.enter)
    return left.events + right.events;
  const std::uint64_t most = std::max(left.events, right.events);
  return std::max<std::uint64_t>(1, most - std::min(left.events, right.events));
}

Likeness::Neighbour Likeness::neighbour(std::span<const Item> items, bool from_back) const {
  Neighbour found;
  std::vector<SymbolId>& symbols = found.symbols;
  for (std::size_t i = 0; i < items.size(); ++i) {
    const Item item = items[from_back ? items.size() - 1 - i : i];
    if (!has_barrier_ && is_barrier(item)) break;
    const std::size_t begin = symbols.size();
    if (!append(symbols, item, body_.size() + band_)) break;
    if (from_back)
      std::reverse(symbols.begin() + static_cast<std::ptrdiff_t>(begin), symbols.end());
    found.ends.push_back(symbols.size());
  }
  symbols.resize(found.ends.empty() ? 0 : found.ends.back());
  return found;
}

std::size_t Likeness::length(std::span<const Item> items, bool from_back) {
  if (body_.empty() || band_ == 0) return 0;
  pairs_ += body_.size() * (2 * band_ + 1);
  if (pairs_ > kMostPairs) return 0;
  const Neighbour found = neighbour(items, from_back);
  if (found.symbols.size() + band_ < body_.size()) return 0;
  std::vector<SymbolId> body = body_;
  if (from_back) std::ranges::reverse(body);
  // Possible ends of a variant.
  const auto least_end = body.size() - band_;
  const auto begin = std::ranges::lower_bound(found.ends, least_end);
  if (begin == found.ends.end()) return 0;
  const std::vector<std::uint64_t> costs = differences(body, found.symbols, *begin);
  std::size_t length = 0;
  std::uint64_t least = most_ + 1;
  for (auto end = begin; end != found.ends.end() && *end <= body.size() + band_; ++end) {
    const std::uint64_t cost = costs[*end - least_end];
    if (cost >= least) continue;
    least = cost;
    length = static_cast<std::size_t>(end - found.ends.begin()) + 1;
  }
  return length;
}

std::optional<Likeness::Gap> Likeness::gap(std::span<const Item> items, bool from_back,
                                           SymbolId body) const {
  Gap gap;
  for (; gap.items < items.size(); ++gap.items) {
    const Item item = items[from_back ? items.size() - 1 - gap.items : gap.items];
    if (item.symbol == body) return gap.items > 0 ? std::optional(gap) : std::nullopt;
    gap.events += item.count * events(item.symbol);
    if (gap.events > most_ || (!has_barrier_ && is_barrier(item))) return std::nullopt;
  }
  gap.at_end = true;
  return gap.items > 0 ? std::optional(gap) : std::nullopt;
}

// costs[k] is the cost of matching the first i symbols of the body with the first i + k - band
// other symbols; kFar if it is above the limit, or outside [begin, end). A common prefix costs
// nothing.
std::vector<std::uint64_t> Likeness::differences(const std::vector<SymbolId>& body,
                                                 const std::vector<SymbolId>& there,
                                                 std::size_t shortest) const {
  std::size_t i = 0;
  while (i < std::min(shortest, body.size()) && body[i] == there[i]) ++i;
  std::vector<std::uint64_t> costs(2 * band_ + 1, kFar);
  std::size_t begin = band_;
  std::size_t end = band_ + 1;
  costs[band_] = 0;
  for (std::size_t j = i; j < there.size() && end < costs.size(); ++j, ++end) {
    const std::uint64_t cost = costs[end - 1] + events(there[j]);
    if (cost > most_) break;
    costs[end] = cost;
  }
  while (i < body.size() && begin < end) {
    const SymbolId own = body[i++];
    const std::size_t last = end;
    std::size_t k = begin - std::min<std::size_t>(begin, 1);
    begin = costs.size();
    for (end = 0; k < costs.size() && (k < last || end == k); ++k) {
      std::uint64_t cost = kFar;
      if (i + k >= band_ && i + k - band_ <= there.size()) {
        const std::size_t j = i + k - band_;
        // costs[k] still refers to one symbol fewer on both sides, costs[k + 1] refers to one
        // symbol fewer in the body.
        if (j > 0 && costs[k] < kFar) cost = costs[k] + difference(own, there[j - 1]);
        if (k + 1 < costs.size()) cost = std::min(cost, costs[k + 1] + events(own));
        if (j > 0 && k > 0) cost = std::min(cost, costs[k - 1] + events(there[j - 1]));
      }
      costs[k] = cost > most_ ? kFar : cost;
      if (cost > most_) continue;
      begin = std::min(begin, k);
      end = k + 1;
    }
  }
  return costs;
}

}  // namespace lull::structure
