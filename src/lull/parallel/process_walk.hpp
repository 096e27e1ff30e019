// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// All threads of one traced process in the order of their times, forward or backward; at equal
// times, forward, the thread that was given first goes first. A step takes time by the logarithm of
// the number of threads.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "lull/trace/local/local_trace.hpp"

namespace lull::parallel {

enum class Direction { Forward, Backward };

class ProcessWalk {
 public:
  // They must outlive this.
  ProcessWalk(std::vector<const LocalTrace*> threads, Direction direction);

  // The next event; its thread is threads()[thread()].
  [[nodiscard]] bool ended() const { return heads_.empty(); }
  [[nodiscard]] std::size_t thread() const { return heads_.front().second; }
  [[nodiscard]] const LocalTrace::iterator& event() const { return places_[thread()].event; }
  [[nodiscard]] const std::vector<const LocalTrace*>& threads() const { return threads_; }
  void advance();

 private:
  struct Place {
    LocalTrace::iterator event;
    std::uint64_t left = 0;  // events that were not passed
  };
  using Head = std::pair<Timestamp, std::size_t>;  // a thread's next event
  // Whether `a` comes behind `b`.
  [[nodiscard]] bool is_behind(const Head& a, const Head& b) const {
    return direction_ == Direction::Forward ? b < a : a < b;
  }

  std::vector<const LocalTrace*> threads_;
  Direction direction_;
  std::vector<Place> places_;
  std::vector<Head> heads_;  // a heap, the next one on top
};

}  // namespace lull::parallel
