// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Plans how the events of locations are read. With many locations, a limited number of events is
// read at a time, and files are closed in between, unless they take little memory and the system
// can keep the files open. For processes with several locations that are too much work for one
// thread, any thread reads ahead of the replay. (One location's events are best replayed while they
// are decoded, and half of the work is matching.) The events read are always the same.
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
    std::size_t open_locations = 0;  // up to this number, all files stay open
    std::size_t open_files = 0;      // the same if each file only has a small window
  };

  // Covers the locations that `ownership` assigns to this process; null: all.
  ReadingPlan(const Definitions& definitions, const Ownership* ownership, const Limits& limits);

  // Number of events read from a location before its file is closed; 0: files stay open. Locations
  // that feed their events need little memory.
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
  std::vector<std::size_t> ahead_;  // indexed by location; empty: none
};

}  // namespace lull::analysis
