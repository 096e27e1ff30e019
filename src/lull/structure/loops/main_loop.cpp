// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/structure/loops/main_loop.hpp"

#include <algorithm>
#include <functional>
#include <map>

#include "lull/structure/loops/iteration_chain.hpp"
#include "lull/structure/loops/likeness.hpp"
#include "lull/structure/loops/outer_loop.hpp"
#include "lull/structure/loops/unrolled_loop.hpp"

namespace lull::structure {
namespace {

std::uint64_t events_of(const Grammar& grammar, Item item) {
  return item.count * grammar[item.symbol].events;
}

// Returns the loop with the most events in a string; the string's size if there is none.
std::size_t largest_loop(const Grammar& grammar, std::span<const Item> items) {
  std::size_t largest = items.size();
  for (std::size_t i = 0; i < items.size(); ++i)
    if (items[i].count > 1 && (largest == items.size() ||
                               events_of(grammar, items[i]) > events_of(grammar, items[largest])))
      largest = i;
  return largest;
}

// The string in which each loop over the body begins a number of items later.
struct RotatedString {
  std::vector<Item> items;
  std::size_t place = 0;  // index of the loop that was at items[place]
  SymbolId body;
};

RotatedString rotated_string(std::span<const Item> items, std::size_t place, std::size_t by,
                             Grammar& grammar) {
  const SymbolId body = items[place].symbol;
  const auto own = grammar.items(body);
  const std::vector<Item> first(own.begin(), own.begin() + static_cast<std::ptrdiff_t>(by));
  std::vector<Item> rotated(own.begin() + static_cast<std::ptrdiff_t>(by), own.end());
  const std::vector<Item> last = rotated;
  rotated.insert(rotated.end(), first.begin(), first.end());
  RotatedString string;
  string.body = grammar.sequence(rotated);
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (items[i].symbol != body) {
      string.items.push_back(items[i]);
      continue;
    }
    string.items.insert(string.items.end(), first.begin(), first.end());
    if (i == place) string.place = string.items.size();
    if (items[i].count > 1) string.items.push_back({string.body, items[i].count - 1});
    string.items.insert(string.items.end(), last.begin(), last.end());
  }
  return string;
}

class Search {
 public:
  Search(Grammar& grammar, const Definitions& definitions)
      : grammar_(grammar),
        definitions_(definitions),
        is_barrier_([this](SymbolId enter) { return enters_barrier(enter); }) {}

  std::optional<MainLoop> run() {
    const std::optional<OuterLoop> outer = find_outer_loop(grammar_);
    return outer ? std::optional(main_loop(*outer)) : std::nullopt;
  }

 private:
  static constexpr std::size_t kMostRotations = 64;

  [[nodiscard]] bool enters_barrier(SymbolId enter) const {
    const auto region = region_of(grammar_.body(enter), definitions_);
    if (!region || region->index() >= definitions_.regions.size()) return false;
    const Region& found = definitions_.regions[region->index()];
    return found.role == RegionRole::Barrier && found.paradigm == Paradigm::Mpi;
  }

  MainLoop main_loop(const OuterLoop& outer) {
    const SymbolId body = string_of(grammar_, outer)[outer.item].symbol;
    std::optional<MainLoop> loop;
    for (std::size_t items = 64 + 2 * grammar_[body].events; !loop; items *= 4)
      loop = main_loop_around(outer, items);
    for (const SymbolId symbol : outer.around)
      if (grammar_[symbol].kind == Grammar::Kind::Call)
        if (const auto region = region_of(grammar_.body(grammar_[symbol].enter), definitions_))
          loop->around.push_back(*region);
    return *loop;
  }

  // Inspects up to `most` items on both sides of the loop; the result is empty if more items could
  // matter.
  std::optional<MainLoop> main_loop_around(const OuterLoop& outer, std::size_t most) {
    const auto whole = string_of(grammar_, outer);
    const std::size_t place = std::min(outer.item, most);
    const auto part =
        whole.subspan(outer.item - place, place + std::min(whole.size() - outer.item, most));
    const std::vector<Item> items(part.begin(), part.end());
    likeness_.emplace(grammar_, is_barrier_);
    cut_off_ = {place < outer.item, outer.item + most < whole.size()};
    const std::uint64_t first = outer.first_event - grammar_.events_of(part.first(place));
    const SymbolId body = items[place].symbol;
    std::optional<MainLoop> loop = main_loop_in(items, place, body, first);
    // If the ends of the loop are not both fixed, the start of the body is arbitrary.
    const std::size_t parts = grammar_.items(body).size();
    if (grammar_[body].kind != Grammar::Kind::Sequence || parts > kMostRotations) return loop;
    for (std::size_t by = 1; loop && by < parts; ++by) {
      const RotatedString string = rotated_string(items, place, by, grammar_);
      std::optional<MainLoop> other = main_loop_in(string.items, string.place, string.body, first);
      if (!other || other->iterations() > loop->iterations()) loop = std::move(other);
    }
    return loop ? or_unrolled(*loop, items, place, first) : std::nullopt;
  }

  // Returns the loop, or a loop with more iterations if the body consists of copies of a smaller
  // body; these are then the iterations, wherever they are. The larger loop may end in the middle
  // of its body, as with 105 iterations.
  std::optional<MainLoop> or_unrolled(const MainLoop& loop, std::span<const Item> items,
                                      std::size_t place, std::uint64_t first_event) {
    const SymbolId body = items[place].symbol;
    const std::size_t smaller = largest_loop(grammar_, grammar_.items(body));
    if (smaller == grammar_.items(body).size() || grammar_.items(body)[smaller].symbol != loop.body)
      return loop;
    const UnrolledString string = unrolled_string(grammar_, items, place);
    if (string.items.empty()) return loop;
    IterationChain chain(grammar_, *likeness_);
    chain.follow(string.items, string.place + smaller, loop.body, false);
    if (is_cut_off(chain, string.items.size())) return std::nullopt;
    MainLoop other;
    other.body = loop.body;
    other.warm_up = chain.has_warm_up(string.items);
    std::uint64_t event =
        first_event + grammar_.events_of(std::span(string.items).first(chain.begin()));
    for (const IterationPart& part : chain.parts()) append(other, part, {}, event);
    begin_earlier(grammar_, *likeness_, string.items, chain, other);
    other.body_events = grammar_[other.body].events;
    return other.iterations() > loop.iterations() ? other : loop;
  }

  // `first_event` is the position of the first item. The result is empty if there are too few
  // items.
  std::optional<MainLoop> main_loop_in(std::span<const Item> items, std::size_t place,
                                       SymbolId body, std::uint64_t first_event) {
    MainLoop loop;
    IterationChain chain(grammar_, *likeness_);
    chain.follow(items, place, body, false);
    if (is_cut_off(chain, items.size())) return std::nullopt;
    loop.warm_up = chain.has_warm_up(items);
    std::uint64_t event = first_event + grammar_.events_of(items.first(chain.begin()));
    const std::vector<IterationPart> inner = inner_parts(body);
    loop.body = inner.empty() ? body : inner_body_;
    for (const IterationPart& part : chain.parts()) append(loop, part, inner, event);
    loop.body_events = grammar_[loop.body].events;
    return loop;
  }

  // Returns whether items beyond the inspected ones could matter.
  [[nodiscard]] bool is_cut_off(const IterationChain& chain, std::size_t items) const {
    // Room for a barrier before a first iteration.
    const std::size_t reach = likeness_->reach() + 2;
    return (cut_off_.front && chain.begin() < reach) ||
           (cut_off_.back && items - chain.end() < reach);
  }

  // If the body is itself a chain of one smaller body, returns its parts, since the smaller body is
  // the main loop's body; otherwise, a call made in every tenth iteration would hide the loop. Else
  // returns nothing.
  std::vector<IterationPart> inner_parts(SymbolId body) {
    if (grammar_[body].kind != Grammar::Kind::Sequence) return {};
    const auto items = grammar_.items(body);
    const std::size_t place = largest_loop(grammar_, items);
    if (place == items.size()) return {};
    IterationChain chain(grammar_, *likeness_);
    chain.follow(items, place, items[place].symbol, true);
    if (!chain.is_whole(items)) return {};
    inner_body_ = items[place].symbol;
    return {chain.parts().begin(), chain.parts().end()};
  }

  static void append(MainLoop& loop, const IterationPart& part,
                     const std::vector<IterationPart>& inner, std::uint64_t& event) {
    const auto add = [&](const IterationPart& one) {
      loop.runs.push_back({event, one.events, one.copies, one.variant});
      event += one.copies * one.events;
    };
    if (inner.empty() || part.variant) return add(part);
    for (std::uint32_t copy = 0; copy < part.copies; ++copy)
      for (const IterationPart& small : inner) add(small);
  }

  Grammar& grammar_;
  const Definitions& definitions_;
  std::function<bool(SymbolId)> is_barrier_;
  std::optional<Likeness> likeness_;
  SymbolId inner_body_;
  struct {
    bool front = false;
    bool back = false;
  } cut_off_;  // more items than the inspected ones could matter
};

}  // namespace

std::uint64_t MainLoop::iterations() const {
  std::uint64_t sum = 0;
  for (const IterationRun& run : runs) sum += run.copies;
  return sum;
}

std::uint64_t MainLoop::variants() const {
  std::uint64_t sum = 0;
  for (const IterationRun& run : runs) sum += run.variant ? run.copies : 0;
  return sum;
}

std::uint64_t MainLoop::events() const {
  std::uint64_t sum = 0;
  for (const IterationRun& run : runs) sum += run.copies * run.events;
  return sum;
}

std::vector<std::uint64_t> MainLoop::borders() const {
  std::vector<std::uint64_t> borders;
  for (const IterationRun& run : runs)
    for (std::uint64_t copy = 0; copy < run.copies; ++copy)
      borders.push_back(run.first_event + copy * run.events);
  borders.push_back(first_event() + events());
  return borders;
}

bool MainLoop::trim_to(std::uint64_t wanted) {
  std::span<const IterationRun> rest = runs;
  std::uint64_t left = iterations();
  while (left > wanted && !rest.empty() && rest.back().variant) {
    left -= rest.back().copies;
    rest = rest.first(rest.size() - 1);
  }
  while (left > wanted && !rest.empty() && rest.front().variant) {
    left -= rest.front().copies;
    rest = rest.subspan(1);
  }
  if (left != wanted || rest.empty()) return false;
  runs = std::vector<IterationRun>(rest.begin(), rest.end());
  return true;
}

std::optional<MainLoop> find_main_loop(Grammar& grammar, const Definitions& definitions) {
  return Search(grammar, definitions).run();
}

Agreement agreement_of(std::span<const Agreement> found) {
  std::map<std::uint64_t, std::size_t> votes;
  std::size_t warm_ups = 0;
  std::size_t mains = 0;
  for (const Agreement& one : found) {
    ++votes[one.iterations];
    mains += one.main ? 1 : 0;
    warm_ups += one.warm_up ? 1 : 0;
  }
  Agreement agreement;
  std::size_t most = 0;
  for (const auto& [iterations, number] : votes) {
    if (number < most) continue;
    most = number;
    agreement.iterations = iterations;
  }
  agreement.warm_up = 2 * warm_ups > found.size();
  agreement.main = 2 * mains > found.size();
  return agreement;
}

}  // namespace lull::structure
