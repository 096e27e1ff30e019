// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/structure/detection/alike.hpp"

#include <map>
#include <optional>
#include <unordered_map>

#include "lull/trace/local/event_numbers.hpp"

namespace lull::structure {
namespace {

// Two independent 64-bit hashes.
struct Hash {
  std::uint64_t first = 1;
  std::uint64_t second = 2;
  void add(std::uint64_t number) {
    first = mixed(first, number);
    second = mixed(second + 0x9E3779B97F4A7C15u, number ^ first);
  }
  [[nodiscard]] std::array<std::uint64_t, 2> both() const { return {first, second}; }
};

// Ranks of locations in communicators; each communicator is searched once.
class Ranks {
 public:
  explicit Ranks(const Definitions& definitions)
      : definitions_(definitions), ranks_(definitions.communicators.size()) {}

  // Returns the location's rank; empty if the location is not a member, and for
  // inter-communicators.
  std::optional<std::uint32_t> of(LocationId location, CommunicatorId communicator) {
    if (communicator.index() >= ranks_.size()) return {};
    const Communicator& found = definitions_.communicators[communicator.index()];
    if (found.kind == CommunicatorKind::Self) return 0;
    if (found.kind == CommunicatorKind::Inter) return {};
    auto& ranks = ranks_[communicator.index()];
    if (!ranks) {
      ranks.emplace();
      for (std::uint32_t rank = 0; rank < definitions_.size_of(communicator); ++rank)
        ranks->emplace(definitions_.location_of(communicator, rank, location), rank);
    }
    const auto rank = ranks->find(location);
    return rank == ranks->end() ? std::nullopt : std::optional(rank->second);
  }

 private:
  const Definitions& definitions_;
  std::vector<std::optional<std::unordered_map<LocationId, std::uint32_t>>> ranks_;
};

class Describer {
 public:
  // `ranks` is null to ignore messages.
  Describer(const Definitions& definitions, const LocationStructure& structure, Ranks* ranks)
      : definitions_(definitions), structure_(structure), ranks_(ranks) {}

  // Rules follow the rules that they refer to, so one pass is enough.
  Hash run() {
    const Grammar& grammar = structure_.grammar;
    for (std::size_t i = 0; i < grammar.size(); ++i) hashes_.push_back(rule(SymbolId(i)));
    Hash hash;
    add_items(hash, grammar.whole());
    return hash;
  }

 private:
  void add_items(Hash& hash, std::span<const Item> items) const {
    for (const Item item : items) {
      hash.add(hashes_[item.symbol.index()].first);
      hash.add(hashes_[item.symbol.index()].second);
      hash.add(item.count);
    }
  }

  [[nodiscard]] Hash rule(SymbolId symbol) const {
    const Grammar::Rule& rule = structure_.grammar[symbol];
    if (rule.kind == Grammar::Kind::Event) return event(structure_.grammar.body(symbol));
    Hash hash;
    hash.add(static_cast<std::uint64_t>(rule.kind));
    for (const SymbolId end : {rule.enter, rule.leave})
      hash.add(end.defined() ? hashes_[end.index()].first : 0);
    add_items(hash, structure_.grammar.items(symbol));
    return hash;
  }

  [[nodiscard]] Hash event(EventBody body) const {
    Hash hash;
    hash.add(body.index());
    if (const auto region = region_of(body, definitions_)) hash.add(region->value);
    if (ranks_ == nullptr) return hash;
    const std::optional<std::uint32_t> distance = distance_of(body);
    hash.add(distance.value_or(kNoRank));
    std::visit(
        [&](const auto& event) {
          if constexpr (requires { event.length; }) hash.add(event.length);
          if constexpr (requires { event.bytes; }) hash.add(event.bytes);
          if constexpr (requires { event.operation; })
            hash.add(static_cast<std::uint64_t>(event.operation));
        },
        body);
    return hash;
  }

  // Returns the distance from the own rank to the partner's.
  [[nodiscard]] std::optional<std::uint32_t> distance_of(EventBody& body) const {
    const std::optional<CommunicatorId> communicator = communicator_of(body);
    if (!communicator) return {};
    const std::optional<std::uint32_t> own = ranks_->of(structure_.location, *communicator);
    if (!own) return {};
    const auto size = static_cast<std::uint32_t>(definitions_.size_of(*communicator));
    std::optional<std::uint32_t> distance;
    with_partner(body, [&](const auto& partner) {
      distance = (static_cast<std::uint32_t>(partner) + size - *own) % size;
    });
    return distance;
  }

  [[nodiscard]] std::optional<CommunicatorId> communicator_of(const EventBody& body) const {
    return std::visit(
        [&](const auto& event) -> std::optional<CommunicatorId> {
          if constexpr (requires { event.communicator; }) return event.communicator;
          if constexpr (requires { event.window; })
            if (event.window.index() < definitions_.windows.size())
              return definitions_.windows[event.window.index()].communicator;
          return std::nullopt;
        },
        body);
  }

  const Definitions& definitions_;
  const LocationStructure& structure_;
  Ranks* ranks_;
  std::vector<Hash> hashes_;  // indexed by rule
};

}  // namespace

std::vector<Signature> signatures_of(std::span<const LocationStructure> locations,
                                     const std::vector<bool>& mine,
                                     const Definitions& definitions) {
  Ranks ranks(definitions);
  std::vector<Signature> signatures(locations.size());
  for (std::size_t i = 0; i < locations.size(); ++i)
    if (mine[i])
      signatures[i] = {Describer(definitions, locations[i], nullptr).run().both(),
                       Describer(definitions, locations[i], &ranks).run().both()};
  return signatures;
}

Alikeness alikeness(std::span<const Signature> signatures) {
  using Hashes = std::array<std::uint64_t, 2>;
  Alikeness alike;
  std::map<Hashes, std::uint32_t> by_calls;
  std::map<Hashes, std::uint32_t> by_messages;
  for (std::uint32_t i = 0; i < signatures.size(); ++i) {
    alike.calls.push_back(by_calls.try_emplace(signatures[i].calls, i).first->second);
    alike.messages.push_back(by_messages.try_emplace(signatures[i].messages, i).first->second);
  }
  return alike;
}

}  // namespace lull::structure
