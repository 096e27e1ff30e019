// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Walks all threads of a traced process in time order, forward or backward. At equal times, the
// thread given first comes first in a forward walk. A step takes time logarithmic in the number of
// threads.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "lull/trace/local/local_trace.hpp"

namespace lull::parallel {

enum class Direction { Forward, Backward };

class ProcessWalk {
 public:
  // The traces must outlive this object.
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
    std::uint64_t left = 0;  // events not passed yet
  };
  using Head = std::pair<Timestamp, std::size_t>;  // a thread's next event
  // Returns whether `a` comes after `b`.
  [[nodiscard]] bool is_after(const Head& a, const Head& b) const {
    return direction_ == Direction::Forward ? b < a : a < b;
  }

  std::vector<const LocalTrace*> threads_;
  Direction direction_;
  std::vector<Place> places_;
  std::vector<Head> heads_;  // a heap, the next event on top
};

}  // namespace lull::parallel
