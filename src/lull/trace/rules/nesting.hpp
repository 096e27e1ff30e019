// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Faults in the nesting of a trace's regions: counted, with the first of each kind as an example.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "lull/base/time.hpp"
#include "lull/trace/definitions/definitions.hpp"
#include "lull/trace/event/ids.hpp"

namespace lull {

enum class NestingFault : std::uint8_t {
  StrayLeave,     // a leave of a region that is not open: ignored
  SkippedRegion,  // a region that ends with an outer one, without its own leave
  OpenEnd         // a region that is open at the end of the trace
};

class NestingFaults {
 public:
  // The time is the leave's or, for an open end, the enter's.
  struct Example {
    LocationId location;
    Timestamp time;
    RegionId region;
  };

  void add(NestingFault kind, const Example& example) {
    Kind& faults = kinds_[static_cast<std::size_t>(kind)];
    if (faults.count++ == 0 || is_before(example, faults.first)) faults.first = example;
  }
  [[nodiscard]] std::uint64_t operator[](NestingFault kind) const {
    return kinds_[static_cast<std::size_t>(kind)].count;
  }
  // Returns the first fault of this kind in the trace; at equal times, the lower location's. There
  // must be one.
  [[nodiscard]] const Example& first(NestingFault kind) const {
    return kinds_[static_cast<std::size_t>(kind)].first;
  }

  // Merges the faults of several locations.
  NestingFaults& operator+=(const NestingFaults& other) {
    for (std::size_t i = 0; i < kinds_.size(); ++i) {
      const Kind& more = other.kinds_[i];
      Kind& faults = kinds_[i];
      if (more.count == 0) continue;
      if (faults.count == 0 || is_before(more.first, faults.first)) faults.first = more.first;
      faults.count += more.count;
    }
    return *this;
  }

 private:
  struct Kind {
    std::uint64_t count = 0;
    Example first;
  };
  static bool is_before(const Example& a, const Example& b) {
    return a.time != b.time ? a.time < b.time : a.location < b.location;
  }

  std::array<Kind, 3> kinds_;
};

// Returns one sentence for each kind of fault present.
[[nodiscard]] std::vector<std::string> sentences_of(const NestingFaults& faults,
                                                    const Definitions& definitions, Timestamp zero);

}  // namespace lull
