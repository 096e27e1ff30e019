// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// What is to stay of a trace, and what is to go: as it is wanted. What belongs together is seen to
// by write_filtered (filter.hpp).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lull/base/time.hpp"

namespace lull::structure {

// Events of one location that go: a range of positions [first, last). They count the location's
// events in recorded order, without samples (is_sample in structure/detection.hpp). Samples
// directly before one of them go with it.
struct Cut {
  std::uint64_t first = 0;
  std::uint64_t last = 0;
};

// Both ends are within, on the location's own clock.
struct TimeRange {
  Timestamp begin;
  Timestamp end = kEndOfTime;
};

struct Selection {
  // By location. Ascending, apart from each other, and each is a whole number of calls within one
  // region instance. Locations beyond the last one have none.
  std::vector<std::vector<Cut>> cuts{};
  std::vector<TimeRange> times{};  // by location; empty: all that there is
  std::vector<bool> locations{};   // which stay; empty: all
  std::vector<bool> excluded{};    // by region: its instances lose enter and leave; empty: none
  // Messages and collective operations with one end in a cut stay, and the calls around that end
  // with it. Otherwise they go, and the calls around the other ends stay.
  bool keep_messages = false;
  // What goes, in a sentence: a property of the archive.
  std::string description{};
  // The part of it that is about iterations.
  std::string iterations{};
};

}  // namespace lull::structure
