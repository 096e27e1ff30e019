// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The latest value of each counter at each location.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lull/trace/definitions/definitions.hpp"
#include "lull/trace/global/global_trace.hpp"

namespace lull::asl {

class Counters {
 public:
  explicit Counters(const Definitions& definitions);

  struct Sample {
    EventIndex event = kNoEvent;  // kNoEvent: no sample yet
    double value = 0;
  };

  void take(const GlobalEvent& event);
  // Returns the latest sample at the location.
  [[nodiscard]] Sample last(LocationId location, std::string_view name) const;
  // Returns the value that the event itself contains.
  [[nodiscard]] std::optional<double> of_event(const GlobalEvent& event,
                                               std::string_view name) const;

 private:
  const Definitions& definitions_;
  std::map<std::string_view, std::size_t> names_;  // maps names to their numbers
  std::vector<std::size_t> by_member_;             // holds the number of the member's name
  std::vector<std::vector<Sample>> by_location_;   // indexed by location, then by name number
};

}  // namespace lull::asl
