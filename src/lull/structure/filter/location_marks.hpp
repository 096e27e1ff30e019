// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The fate of each event of one location: four bits per event, up to the last marked event.
#pragma once

#include <cstdint>
#include <vector>

#include "lull/structure/filter/filter_report.hpp"

namespace lull::structure {

class LocationMarks {
 public:
  // The reason why an event is removed. `missing`: the event lies in a cut, so its time is missing,
  // too.
  struct Mark {
    Reason reason = Reason::None;
    bool missing = false;
  };

  [[nodiscard]] Mark operator[](std::uint64_t position) const {
    if (position / 2 >= pairs_.size()) return {};
    const unsigned bits = pairs_[position / 2] >> shift(position) & 15u;
    return {static_cast<Reason>(bits & 7u), (bits & 8u) != 0};
  }
  void set(std::uint64_t position, Mark mark) {
    const unsigned bits = static_cast<unsigned>(mark.reason) | (mark.missing ? 8u : 0u);
    if (position / 2 >= pairs_.size()) {
      if (bits == 0) return;
      pairs_.resize(position / 2 + 1);
    }
    std::uint8_t& pair = pairs_[position / 2];
    pair = static_cast<std::uint8_t>((pair & ~(15u << shift(position))) | bits << shift(position));
  }
  [[nodiscard]] bool stays(std::uint64_t position) const {
    return (*this)[position].reason == Reason::None;
  }

  // Positions of events that stay although they lie in a cut, with their enclosing calls; sorted
  // once complete.
  std::vector<std::uint64_t> restored;

 private:
  static unsigned shift(std::uint64_t position) { return position % 2 == 0 ? 0 : 4; }

  std::vector<std::uint8_t> pairs_;
};

}  // namespace lull::structure
