// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Defects in the events of a trace: counted while reading, never fatal, reported afterwards with
// the place of the first one. Sums over all workers.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <tuple>

#include "lull/base/time.hpp"
#include "lull/trace/event/ids.hpp"

namespace lull::analysis {

enum class DataDefect : std::uint8_t {
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

// Limit for one operation. The sum over all operations of a trace stays within 63 bits.
inline constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 40;

// Returns, for example, "3 requests never complete."
[[nodiscard]] std::string sentence(DataDefect defect, std::uint64_t count);

struct DefectPlace {
  LocationId location;
  Timestamp time;
  RegionId region;  // region that the defect is about, or that contains it
};

struct DataDefects {
  static constexpr std::size_t kKinds = static_cast<std::size_t>(DataDefect::Count);
  std::array<std::uint64_t, kKinds> counts{};
  std::array<DefectPlace, kKinds> first{};  // by kind; the lowest location among equal times

  void count(DataDefect defect, const DefectPlace& place, std::uint64_t times = 1) {
    const auto kind = static_cast<std::size_t>(defect);
    if (times > 0) note(kind, place);
    counts[kind] += times;
  }
  [[nodiscard]] std::uint64_t operator[](DataDefect defect) const {
    return counts[static_cast<std::size_t>(defect)];
  }
  [[nodiscard]] const DefectPlace& first_of(DataDefect defect) const {
    return first[static_cast<std::size_t>(defect)];
  }
  DataDefects& operator+=(const DataDefects& other) {
    for (std::size_t i = 0; i < counts.size(); ++i) {
      if (other.counts[i] > 0) note(i, other.first[i]);
      counts[i] += other.counts[i];
    }
    return *this;
  }

 private:
  void note(std::size_t kind, const DefectPlace& place) {
    const auto order = [](const DefectPlace& at) { return std::tuple(at.time, at.location); };
    if (counts[kind] == 0 || order(place) < order(first[kind])) first[kind] = place;
  }
};

}  // namespace lull::analysis
