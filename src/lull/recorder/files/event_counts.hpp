// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The size on disk of one thread's events, and each region's share: counted in chunks that are not
// written. The records of a region are its enter and leave events with the metrics sampled there,
// and all events inside it but in no nested region. Not thread-safe.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string_view>
#include <vector>

namespace lull::recorder {

struct RegionCount {
  std::uint64_t visits = 0;
  std::uint64_t bytes = 0;
  std::uint64_t ticks = 0;  // from the enter event to the leave event
  std::uint64_t calls = 0;  // bytes of enter and leave events only
};

class EventCounts {
 public:
  // Counts the thread's next chunk.
  void add(std::string_view chunk);

  [[nodiscard]] std::uint64_t bytes() const { return bytes_; }
  // Indexed by region number.
  [[nodiscard]] const std::vector<RegionCount>& regions() const { return regions_; }

 private:
  struct Open {
    std::uint32_t region;
    std::uint64_t since;
  };
  RegionCount& region(std::uint32_t number);
  void enter(std::uint32_t number, std::uint64_t bytes);
  void leave(std::uint32_t number, std::uint64_t bytes);

  std::uint64_t bytes_ = 0;
  std::uint64_t time_ = 0;
  std::vector<RegionCount> regions_;
  std::vector<Open> open_;
};

// Returns the total over all threads, as a journal entry.
[[nodiscard]] nlohmann::json summary_of(const std::vector<const EventCounts*>& threads);

}  // namespace lull::recorder
