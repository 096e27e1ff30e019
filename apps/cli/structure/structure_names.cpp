// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>

#include "cli/structure/structure.hpp"
#include "lull/base/text/counted.hpp"
#include "lull/trace/event/event_names.hpp"
#include "lull/trace/rules/open_regions.hpp"

namespace lull::cli {
namespace {

std::string name_of_sequence(const structure::Grammar& grammar, const Definitions& definitions,
                             structure::SymbolId sequence) {
  constexpr std::size_t kMostNamed = 4;
  const auto items = grammar.items(sequence);
  const auto is_plain = [&](structure::Item item) {
    return grammar[item.symbol].kind != structure::Grammar::Kind::Sequence;
  };
  if (items.size() > kMostNamed || !std::ranges::all_of(items, is_plain))
    return fmt::format("{} events in {} parts", grouped(grammar[sequence].events),
                       grouped(items.size()));
  std::vector<std::string> names;
  for (const structure::Item item : items)
    names.push_back((item.count > 1 ? fmt::format("{} × ", grouped(item.count)) : "") +
                    name_of_symbol(grammar, definitions, item.symbol));
  return fmt::format("({})", fmt::join(names, ", "));
}

}  // namespace

std::string name_of_symbol(const structure::Grammar& grammar, const Definitions& definitions,
                           structure::SymbolId symbol) {
  const structure::Grammar::Rule& rule = grammar[symbol];
  const auto region = [&](structure::SymbolId event) {
    const auto found = region_of(grammar.body(event), definitions);
    return found && found->index() < definitions.regions.size()
               ? definitions.regions[found->index()].name
               : std::string("an undefined region");
  };
  using Kind = structure::Grammar::Kind;
  if (rule.kind == Kind::Call) return region(rule.enter);
  if (rule.kind == Kind::Sequence) return name_of_sequence(grammar, definitions, symbol);
  const std::string kind(name_of_event(grammar.body(symbol).index()));
  return region_of(grammar.body(symbol), definitions) ? kind + " " + region(symbol) : kind;
}

std::string_view name_of(structure::Regularity regularity) {
  switch (regularity) {
    case structure::Regularity::OnePeak:
      return "one peak";
    case structure::Regularity::Peaks:
      return "several peaks";
    case structure::Regularity::Irregular:
      return "irregular";
    case structure::Regularity::Unknown:
      break;
  }
  return "too few to tell";
}

}  // namespace lull::cli
