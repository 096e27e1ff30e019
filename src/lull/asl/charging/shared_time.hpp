// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The time available for charges to the open calls of a location: each call's exclusive time and
// its callees' exclusive time, by call path. Time charged to a call is no longer available to its
// callers, so that nothing is charged twice. Takes n log n time for n calls.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "lull/analysis/events/operations.hpp"

namespace lull::asl {

class SharedTime {
 public:
  // Returns whether any open call will be charged.
  [[nodiscard]] bool any() const { return !calls_.empty(); }
  // Begins a call at that depth that will be charged.
  void open(std::uint32_t depth) {
    close(depth);
    calls_.push_back({depth, {}});
  }
  // Adds the exclusive time of a call that ends.
  void add(std::uint32_t depth, analysis::LocalPathId path, Duration time) {
    close(depth + 1);
    if (!calls_.empty() && time.ticks > 0) calls_.back().times[path.value] += time.ticks;
  }
  // Takes up to `wanted` from the call at that depth, by path; exclusive time first.
  [[nodiscard]] std::vector<std::pair<analysis::LocalPathId, Duration>> take(
      std::uint32_t depth, analysis::LocalPathId own, Duration wanted);
  // Ends the call at that depth and the calls within it. The remaining time goes to the caller.
  void close(std::uint32_t depth) {
    while (!calls_.empty() && calls_.back().depth >= depth) close_last();
  }

 private:
  using Times = std::map<std::uint32_t, std::int64_t>;  // ticks, by path
  struct Call {
    std::uint32_t depth = 0;
    Times times;
  };
  void close_last() {
    Times times = std::move(calls_.back().times);
    calls_.pop_back();
    if (calls_.empty()) return;
    Times& outer = calls_.back().times;
    if (outer.size() < times.size()) outer.swap(times);
    for (const auto& [path, ticks] : times) outer[path] += ticks;
  }

  std::vector<Call> calls_;  // calls that will be charged, outermost first
};

inline std::vector<std::pair<analysis::LocalPathId, Duration>> SharedTime::take(
    std::uint32_t depth, analysis::LocalPathId own, Duration wanted) {
  std::vector<std::pair<analysis::LocalPathId, Duration>> parts;
  if (calls_.empty() || calls_.back().depth != depth) return parts;
  Times& times = calls_.back().times;
  const auto take_from = [&](Times::iterator time) {
    const std::int64_t taken = std::min(time->second, wanted.ticks);
    parts.emplace_back(analysis::LocalPathId(time->first), Duration{taken});
    wanted -= Duration{taken};
    time->second -= taken;
    return time->second == 0 ? times.erase(time) : std::next(time);
  };
  if (const auto first = times.find(own.value); first != times.end() && wanted.ticks > 0)
    take_from(first);
  for (auto next = times.begin(); next != times.end() && wanted.ticks > 0;) next = take_from(next);
  return parts;
}

}  // namespace lull::asl
