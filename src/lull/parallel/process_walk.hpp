// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// All threads of one traced process in the order of their times, forward or backward; at equal
// times, forward, the thread that was given first goes first.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "lull/trace/local_trace.hpp"

namespace lull::parallel {

enum class Direction { Forward, Backward };

class ProcessWalk {
 public:
  // They must outlive this.
  ProcessWalk(std::vector<const LocalTrace*> threads, Direction direction);

  // The next event; its thread is threads()[thread()].
  [[nodiscard]] bool ended() const { return !current_.has_value(); }
  [[nodiscard]] std::size_t thread() const { return *current_; }
  [[nodiscard]] const LocalTrace::iterator& event() const { return places_[*current_].event; }
  [[nodiscard]] const std::vector<const LocalTrace*>& threads() const { return threads_; }
  void advance();

 private:
  struct Place {
    LocalTrace::iterator event;
    std::uint64_t left = 0;  // events that were not passed
  };
  void choose();

  std::vector<const LocalTrace*> threads_;
  Direction direction_;
  std::vector<Place> places_;
  std::optional<std::size_t> current_;
};

}  // namespace lull::parallel
