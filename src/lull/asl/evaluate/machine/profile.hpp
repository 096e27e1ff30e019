// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Inclusive durations of regions, summed over all locations; recursion counts once, and an open
// call lasts until the last event of its location.
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

  // Call before the first event for each region set whose duration will be requested.
  void expect(std::int64_t region);
  void expect_all_of(const Profile& other);
  // Returns whether it is a region, or a set that was registered by expect().
  [[nodiscard]] bool knows(std::int64_t region) const;

  void take(const GlobalEvent& event);
  void finish();  // call after the last event

  // Returns the duration in seconds. For a set of regions, it is the time in any of them; for
  // PROGRAM, see the language.
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
    std::vector<Open> open;  // indexed by region number in regions_
    std::vector<Open> sets;  // indexed by set number
  };
  static void begin(Open& open, Timestamp at);
  static void end(Open& open, Timestamp at, std::int64_t& ticks);
  [[nodiscard]] double program_duration() const;

  const Archive& archive_;
  std::vector<OfLocation> locations_;
  std::vector<std::int64_t> ticks_;                // indexed by region
  std::vector<std::uint32_t> entered_;             // indexed by region: its number, from 1; 0: none
  std::vector<std::int64_t> regions_;              // indexed by number; does not contain number 0
  std::map<std::int64_t, std::size_t> sets_;       // maps expected sets to their numbers
  std::vector<std::int64_t> set_ticks_;            // indexed by set number
  std::vector<std::vector<std::size_t>> sets_of_;  // indexed by region: the numbers of its sets
};

}  // namespace lull::asl
