// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The main loop of a location, and that of the whole program. Of a location it is the loop that
// lies in no other one and has the most events; iterations that are nearly alike belong to it
// (likeness.hpp). Locations of a program agree: what most of them have decides.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "lull/structure/detection/detection.hpp"
#include "lull/structure/grammar/grammar.hpp"
#include "lull/trace/definitions/definitions.hpp"

namespace lull::structure {

// Iterations that are equal, one directly behind the other.
struct IterationRun {
  std::uint64_t first_event = 0;  // position in the location, samples not counted
  std::uint64_t events = 0;       // of each
  std::uint32_t copies = 1;
  bool variant = false;
};

struct MainLoop {
  std::vector<RegionId> around;  // regions it lies in, outermost first
  std::vector<IterationRun> runs;
  std::uint64_t body_events = 0;
  SymbolId body;
  bool warm_up = false;  // one more of them lies before, beyond a barrier

  [[nodiscard]] std::uint64_t iterations() const;
  [[nodiscard]] std::uint64_t variants() const;
  [[nodiscard]] std::uint64_t events() const;
  [[nodiscard]] std::uint64_t first_event() const { return runs.front().first_event; }
  // Position of the first event of each iteration, and of the one behind the last.
  [[nodiscard]] std::vector<std::uint64_t> borders() const;
  // The same without variants at its ends, so that there are so many iterations; false, and
  // unchanged, where that cannot be.
  bool trim_to(std::uint64_t iterations);
};

// Nothing where there is no loop. Bodies that are begun elsewhere are rules of their own, which
// nothing refers to.
[[nodiscard]] std::optional<MainLoop> find_main_loop(Grammar& grammar,
                                                     const Definitions& definitions);

// What a location, or most of them, have found: how many iterations, and whether there was a
// warm-up.
struct Agreement {
  std::uint64_t iterations = 0;  // 0: there is no loop
  bool warm_up = false;
  bool main = true;  // the loop is large enough (loop_shares.hpp); of a program: on most locations
};
// Of the main loops of all locations that have one. Loops are then trimmed to that if they can be.
[[nodiscard]] Agreement agreement_of(std::span<const Agreement> found);

}  // namespace lull::structure
