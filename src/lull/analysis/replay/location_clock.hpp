// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Where the time of one location goes as it passes. It is in one of three states:
//
//                 enter of a region
//   Suspended ───────────────────────▶ Running ◀──────────── Managing
//    │  ▲  ▲                           │  │  enter, join,      ▲
//    │  │  └── fork, begin of a team ──┘  │  end of a team      │
//    │  └───── end of a team (worker) ────┤                     │
//    └──────── join ──▶ Running           └─ leave of the parallel region
//
//   Suspended  nobody's time: a worker that idles, or one that was forked and has not begun
//   Running    time of the present call path
//   Managing   likewise, and management of the parallel region that was just left
//
// Beside that the measurement itself may interrupt the program (a flush, recording switched off).
#pragma once

#include <algorithm>
#include <cstdint>

#include "lull/analysis/replay/local_call_tree.hpp"

namespace lull::analysis {

class LocationClock {
 public:
  enum class State : std::uint8_t { Suspended, Running, Managing };

  explicit LocationClock(State state) : state_(state) {}

  // The event at hand is of this time. False when that is earlier than the event before; then it
  // is taken to happen with that.
  [[nodiscard]] bool tick(Timestamp time) {
    if (time < now_ && started_) [[unlikely]]
      return false;
    if (!started_) [[unlikely]]
      start(time);
    now_ = time;
    return true;
  }
  // The time since the last call goes to where the state says: the call path, as a rule.
  void account(LocalCallTree& tree, LocalPathId path) {
    if (state_ != State::Suspended) {
      const Duration passed = now_ - accounted_;
      tree[path].time += passed;
      if (state_ == State::Managing) [[unlikely]]
        tree.management[path] += passed;
    }
    accounted_ = now_;
  }
  // The same where it is known to be Running.
  void account(PathNode& path) {
    path.time += now_ - accounted_;
    accounted_ = now_;
  }

  [[nodiscard]] Timestamp now() const { return now_; }
  [[nodiscard]] Timestamp first() const { return first_; }
  // Whether there was any event.
  [[nodiscard]] bool started() const { return started_; }
  [[nodiscard]] State state() const { return state_; }
  [[nodiscard]] bool running() const { return state_ == State::Running; }
  [[nodiscard]] bool suspended() const { return state_ == State::Suspended; }
  void enter(State state) { state_ = state; }

  // An interruption lasts until the location's next event at most: that one was recorded.
  void interrupt(Timestamp until) {
    interrupted_ = true;
    interruption_begin_ = now_;
    interruption_end_ = until;
  }
  [[nodiscard]] bool interrupted() const { return interrupted_; }
  struct Interruption {
    Timestamp begin;
    Timestamp end;
  };
  [[nodiscard]] Interruption resume() {
    interrupted_ = false;
    return {interruption_begin_, std::max(interruption_begin_, std::min(now_, interruption_end_))};
  }

 private:
  void start(Timestamp time) {
    started_ = true;
    first_ = accounted_ = time;
  }

  Timestamp now_;        // never earlier than before
  Timestamp accounted_;  // everything before is
  Timestamp first_;
  Timestamp interruption_begin_;
  Timestamp interruption_end_;  // as the trace says
  State state_;
  bool started_ = false;
  bool interrupted_ = false;
};

}  // namespace lull::analysis
