// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The main loop of a location and of the whole program. For a location it is the outermost loop
// with the most events, including iterations that are nearly alike (likeness.hpp). For a program,
// the majority of its locations decides.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "lull/structure/detection/detection.hpp"
#include "lull/structure/grammar/grammar.hpp"
#include "lull/trace/definitions/definitions.hpp"

namespace lull::structure {

// Consecutive equal iterations.
struct IterationRun {
  std::uint64_t first_event = 0;  // position in the location, without samples
  std::uint64_t events = 0;       // number of events in each iteration
  std::uint32_t copies = 1;
  bool variant = false;
};

struct MainLoop {
  std::vector<RegionId> around;  // enclosing regions, outermost first
  std::vector<IterationRun> runs;
  std::uint64_t body_events = 0;
  SymbolId body;
  bool warm_up = false;  // another iteration precedes it, before a barrier

  [[nodiscard]] std::uint64_t iterations() const;
  [[nodiscard]] std::uint64_t variants() const;
  [[nodiscard]] std::uint64_t events() const;
  [[nodiscard]] std::uint64_t first_event() const { return runs.front().first_event; }
  // Returns the position of each iteration's first event, and of the event after the last
  // iteration.
  [[nodiscard]] std::vector<std::uint64_t> borders() const;
  // Removes variants at the ends, so that `iterations` remain; returns false, without changes, if
  // that is impossible.
  bool trim_to(std::uint64_t iterations);
};

// The result is empty if there is no loop. Rotated bodies become rules that no item refers to.
[[nodiscard]] std::optional<MainLoop> find_main_loop(Grammar& grammar,
                                                     const Definitions& definitions);

// The result for a location, or for most locations: the number of iterations, and whether there was
// a warm-up.
struct Agreement {
  std::uint64_t iterations = 0;  // 0: no loop
  bool warm_up = false;
  bool main = true;  // large enough (loop_shares.hpp); for a program: on most locations
};
// `found` holds the main loops of all locations that have one. The loops are then trimmed to match,
// if possible.
[[nodiscard]] Agreement agreement_of(std::span<const Agreement> found);

}  // namespace lull::structure
