// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/structure/likeness.hpp"

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

// Calls of one region differ by what lies within, at least by a little.
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
  const std::vector<std::uint64_t> costs = differences(body, found.symbols);
  std::size_t length = 0;
  std::uint64_t least = most_ + 1;
  for (std::size_t i = 0; i < found.ends.size(); ++i) {
    const std::size_t end = found.ends[i];
    if (end + band_ < body.size() || end > body.size() + band_) continue;
    const std::uint64_t cost = costs[end + band_ - body.size()];
    if (cost >= least) continue;
    least = cost;
    length = i + 1;
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

// costs[k] is that of the first i symbols of the body and the first i + k - band of the others.
std::vector<std::uint64_t> Likeness::differences(const std::vector<SymbolId>& body,
                                                 const std::vector<SymbolId>& there) {
  std::vector<std::uint64_t> costs(2 * band_ + 1, kFar);
  costs[band_] = 0;
  for (std::size_t j = 1; j <= std::min(band_, there.size()); ++j)
    costs[band_ + j] = costs[band_ + j - 1] + events(there[j - 1]);
  for (std::size_t i = 1; i <= body.size(); ++i) {
    std::uint64_t best = kFar;
    for (std::size_t k = 0; k < costs.size(); ++k) {
      const std::size_t j = i + k - band_;
      std::uint64_t cost = kFar;
      if (i + k >= band_ && j <= there.size()) {
        // costs[k] is still that of one symbol fewer on both sides, costs[k + 1] of one of the
        // body.
        if (j > 0) cost = costs[k] + difference(body[i - 1], there[j - 1]);
        if (k + 1 < costs.size()) cost = std::min(cost, costs[k + 1] + events(body[i - 1]));
        if (j > 0 && k > 0) cost = std::min(cost, costs[k - 1] + events(there[j - 1]));
      }
      costs[k] = std::min(cost, kFar);
      best = std::min(best, costs[k]);
    }
    if (best > most_) return std::vector<std::uint64_t>(costs.size(), kFar);
  }
  return costs;
}

}  // namespace lull::structure
