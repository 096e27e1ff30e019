// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The requested selection of events to keep and to remove. write_filtered (filter.hpp) keeps
// related records together.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lull/base/time.hpp"

namespace lull::structure {

// Removed events of one location: a range of positions [first, last). Positions count the
// location's events in recorded order without samples (is_sample in structure/detection.hpp).
// Samples directly before a removed event are removed with it.
struct Cut {
  std::uint64_t first = 0;
  std::uint64_t last = 0;
};

// Inclusive at both ends, on the location's own clock.
struct TimeRange {
  Timestamp begin;
  Timestamp end = kEndOfTime;
};

struct Selection {
  // Indexed by location. Ascending and disjoint; each cut consists of whole calls within one region
  // instance. Locations beyond the end have no cuts.
  std::vector<std::vector<Cut>> cuts{};
  std::vector<TimeRange> times{};  // indexed by location; empty: no time limit
  std::vector<bool> locations{};   // true: the location stays; empty: all stay
  // Indexed by region: its enter and leave events are removed; empty: none.
  std::vector<bool> excluded{};
  // If true, messages and collective operations with one end in a cut are kept, together with the
  // calls around that end. Otherwise they are removed, and the calls around the other ends stay.
  bool keep_messages = false;
  // A sentence about what is removed. It becomes a property of the archive.
  std::string description{};
  // The part of `description` about iterations.
  std::string iterations{};
};

}  // namespace lull::structure
