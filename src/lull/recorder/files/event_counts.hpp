// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// What the events of one thread take on disk, and which regions make it so: counted in chunks that
// are not written. Records of a region are its entering and leaving, with what is sampled then, and
// whatever else happens in it and in no region within. One thread at a time.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string_view>
#include <vector>

namespace lull::recorder {

struct RegionCount {
  std::uint64_t visits = 0;
  std::uint64_t bytes = 0;
  std::uint64_t ticks = 0;  // from entering to leaving
  std::uint64_t calls = 0;  // bytes of entering and leaving only
};

class EventCounts {
 public:
  // The next chunk of the thread.
  void add(std::string_view chunk);

  [[nodiscard]] std::uint64_t bytes() const { return bytes_; }
  // By the regions' numbers.
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

// What all threads together would take, as the journal has it.
[[nodiscard]] nlohmann::json summary_of(const std::vector<const EventCounts*>& threads);

}  // namespace lull::recorder
