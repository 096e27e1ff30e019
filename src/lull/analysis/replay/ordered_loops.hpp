// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The ordered blocks of one team's loops: in each instance of a loop they follow one another, from
// thread to thread. The k-th instance of each member belongs together. Only the last few instances
// of a loop are known.
#pragma once

#include <cstdint>
#include <deque>
#include <utility>
#include <vector>

#include "lull/analysis/operations.hpp"

namespace lull::analysis {

class OrderedLoops {
 public:
  // How often a member has entered each loop.
  using Counts = std::vector<std::pair<RegionId, std::uint64_t>>;
  struct Place {
    RegionId loop;  // undefined: outside of all
    std::uint64_t number = 0;
    friend bool operator==(const Place&, const Place&) = default;
  };
  // A block, while it is the last: undefined before the first.
  struct Block {
    CallInstance call;
    bool open = false;
  };

  [[nodiscard]] static Place enter(Counts& counts, RegionId loop) {
    return {loop, ++value_of(counts, loop)};
  }
  // The last block there.
  [[nodiscard]] Block& last_block(const Place& place) {
    std::deque<Instance>& instances = value_of(instances_, place.loop);
    for (Instance& instance : instances)
      if (instance.number == place.number) return instance.last;
    if (instances.size() == kKept) instances.pop_front();
    return instances.emplace_back(Instance{place.number, {}}).last;
  }

 private:
  static constexpr std::size_t kKept = 64;
  struct Instance {
    std::uint64_t number;
    Block last;
  };
  // A team has few loops.
  template <class Value>
  static Value& value_of(std::vector<std::pair<RegionId, Value>>& values, RegionId region) {
    for (auto& [known, value] : values)
      if (known == region) return value;
    return values.emplace_back(region, Value{}).second;
  }

  std::vector<std::pair<RegionId, std::deque<Instance>>> instances_;
};

}  // namespace lull::analysis
