// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// What is odd about the events of a trace: counted while reading, never fatal, shown and put into
// the report afterwards. Sums over all workers.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace lull::analysis {

enum class Oddity : std::uint8_t {
  LeaveWithoutEnter,
  RegionNeverLeft,
  LeaveOfOtherRegion,
  TimeRunsBackwards,
  UndefinedRegion,
  UndefinedPeer,
  RequestNeverPosted,
  RequestNeverCompleted,
  RequestPassedOver,
  CollectiveWithoutEnd,
  UndefinedCommunicator,
  NotAMember,
  TeamWithoutFork,
  BarrierOutsideTeam,
  BarrierIncomplete,
  BarrierTooLate,
  Count
};

// "{} regions were left without having been entered." with a place for the number.
[[nodiscard]] std::string_view sentence(Oddity oddity);

struct Oddities {
  std::array<std::uint64_t, static_cast<std::size_t>(Oddity::Count)> counts{};

  void count(Oddity oddity, std::uint64_t times = 1) {
    counts[static_cast<std::size_t>(oddity)] += times;
  }
  [[nodiscard]] std::uint64_t operator[](Oddity oddity) const {
    return counts[static_cast<std::size_t>(oddity)];
  }
  Oddities& operator+=(const Oddities& other) {
    for (std::size_t i = 0; i < counts.size(); ++i) counts[i] += other.counts[i];
    return *this;
  }
};

}  // namespace lull::analysis
