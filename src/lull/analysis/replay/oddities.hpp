// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// What is odd about the events of a trace: counted while reading, never fatal, shown and put into
// the report afterwards, with the place of the first one, so that it can be looked at. Sums over
// all workers.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <tuple>

#include "lull/base/time.hpp"
#include "lull/trace/ids.hpp"

namespace lull::analysis {

enum class Oddity : std::uint8_t {
  TimeRunsBackwards,
  TimeOutOfReach,
  UndefinedRegion,
  UndefinedPeer,
  RequestNeverPosted,
  RequestNeverCompleted,
  RequestPassedOver,
  CollectiveWithoutEnd,
  UndefinedCommunicator,
  NotAMember,
  TeamWithoutFork,
  TeamNeverJoined,
  BarrierOutsideTeam,
  BarrierIncomplete,
  BarrierTooLate,
  NotOfWindow,
  SecondInCall,
  TooManyBytes,
  LateParameter,
  Count
};

// Of one operation: more are not believed. Sums of as many as a trace has stay within 63 bits.
inline constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 40;

// "3 requests never complete."
[[nodiscard]] std::string sentence(Oddity oddity, std::uint64_t count);

struct OddPlace {
  LocationId location;
  Timestamp time;
  RegionId region;  // that it is about, or in which it is
};

struct Oddities {
  static constexpr std::size_t kKinds = static_cast<std::size_t>(Oddity::Count);
  std::array<std::uint64_t, kKinds> counts{};
  std::array<OddPlace, kKinds> first{};  // of each kind; at equal times of the lowest location

  void count(Oddity oddity, const OddPlace& place, std::uint64_t times = 1) {
    const auto kind = static_cast<std::size_t>(oddity);
    if (times > 0) note(kind, place);
    counts[kind] += times;
  }
  [[nodiscard]] std::uint64_t operator[](Oddity oddity) const {
    return counts[static_cast<std::size_t>(oddity)];
  }
  [[nodiscard]] const OddPlace& first_of(Oddity oddity) const {
    return first[static_cast<std::size_t>(oddity)];
  }
  Oddities& operator+=(const Oddities& other) {
    for (std::size_t i = 0; i < counts.size(); ++i) {
      if (other.counts[i] > 0) note(i, other.first[i]);
      counts[i] += other.counts[i];
    }
    return *this;
  }

 private:
  void note(std::size_t kind, const OddPlace& place) {
    const auto order = [](const OddPlace& at) { return std::tuple(at.time, at.location); };
    if (counts[kind] == 0 || order(place) < order(first[kind])) first[kind] = place;
  }
};

}  // namespace lull::analysis
