// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The ordered blocks of one team's loops: in each instance of a loop they follow one another, from
// thread to thread. The k-th instances of all members belong together. Only the last few instances
// of a loop are stored.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <utility>
#include <vector>

#include "lull/analysis/events/operations.hpp"

namespace lull::analysis {

class OrderedLoops {
 public:
  struct Place {
    RegionId loop;  // undefined: outside any loop
    std::uint64_t number = 0;
    friend bool operator==(const Place&, const Place&) = default;
  };
  // The last block; undefined before the first.
  struct Block {
    CallInstance call;
    bool open = false;
  };

  // The member with this place in the team enters the loop.
  [[nodiscard]] Place enter(std::size_t member, RegionId loop) {
    return {loop, ++value_of(entered_, std::pair(member, loop))};
  }
  // The last block of that loop instance.
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
  // Linear search, as a team has few loops.
  template <class Key, class Value>
  static Value& value_of(std::vector<std::pair<Key, Value>>& values, const Key& key) {
    for (auto& [known, value] : values)
      if (known == key) return value;
    return values.emplace_back(key, Value{}).second;
  }

  std::vector<std::pair<std::pair<std::size_t, RegionId>, std::uint64_t>> entered_;  // count
  std::vector<std::pair<RegionId, std::deque<Instance>>> instances_;
};

}  // namespace lull::analysis
