// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// How long regions last, over all locations, with all that they call; recursion counts once, and an
// open call up to the last event of its location.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "lull/asl/model/archive.hpp"

namespace lull::asl {

class Profile {
 public:
  explicit Profile(const Archive& archive);

  // Before the first event: the duration of this set of regions will be asked for.
  void expect(std::int64_t region);
  void expect_all_of(const Profile& other);
  // Whether it is a region, or a set that was expected.
  [[nodiscard]] bool knows(std::int64_t region) const;

  void take(const GlobalEvent& event);
  void finish();  // behind the last event

  // Seconds. Of a set of regions, the time in any of them; of PROGRAM see the language.
  [[nodiscard]] double duration(std::int64_t region) const;
  [[nodiscard]] bool was_entered(std::int64_t region) const;

 private:
  struct Open {
    std::uint32_t depth = 0;
    Timestamp since;
  };
  struct OfLocation {
    bool any = false;
    Timestamp first;
    Timestamp last;
    std::vector<Open> open;  // by number of the region among those that were entered
    std::vector<Open> sets;  // by number of the set
  };
  static void begin(Open& open, Timestamp at);
  static void end(Open& open, Timestamp at, std::int64_t& ticks);
  [[nodiscard]] double program_duration() const;

  const Archive& archive_;
  std::vector<OfLocation> locations_;
  std::vector<std::int64_t> ticks_;                // by region
  std::vector<std::uint32_t> entered_;             // by region: its number, from 1; 0: it never was
  std::vector<std::int64_t> regions_;              // by number, without the first
  std::map<std::int64_t, std::size_t> sets_;       // that are expected, numbered
  std::vector<std::int64_t> set_ticks_;            // by number of the set
  std::vector<std::vector<std::size_t>> sets_of_;  // by region: numbers of sets
};

}  // namespace lull::asl
