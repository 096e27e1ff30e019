// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// How the events of locations are read: of many locations, so many at a time, with their files
// closed in between, unless they take little memory and the system lets them stay open; of
// processes with several locations that are too large a part of all to be one thread's work, ahead
// of their replay by any thread. (The events of one location are best replayed as they are decoded,
// and half of the work is to match them.) What is read is always the same.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "lull/analysis/distribution/ownership.hpp"
#include "lull/trace/definitions/definitions.hpp"

namespace lull::analysis {

class ReadingPlan {
 public:
  struct Limits {
    std::size_t threads = 1;
    std::uint64_t slice_events = 0;
    std::size_t open_locations = 0;  // up to so many, all files stay open
    std::size_t open_files = 0;      // the same where each has but a small window
  };

  // Of the locations that `ownership` says are this analysis's; null: of all.
  ReadingPlan(const Definitions& definitions, const Ownership* ownership, const Limits& limits);

  // Events that are read of a location before its file is closed; 0: files stay open. Those of
  // locations that feed their events need little memory.
  [[nodiscard]] std::size_t at_a_time(bool feeds) const {
    return feeds && keeps_open_ ? 0 : at_a_time_;
  }
  // Batches of events that may be read ahead of the location's replay; 0: none.
  [[nodiscard]] std::size_t ahead(LocationId location) const {
    return ahead_.empty() ? 0 : ahead_[location.index()];
  }

 private:
  void read_ahead(const Definitions& definitions, const Ownership* ownership, const Limits& limits);

  std::size_t at_a_time_;
  bool keeps_open_;                 // those that are fed
  std::vector<std::size_t> ahead_;  // by location; empty: none of any
};

}  // namespace lull::analysis
