// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Where the time of one location goes as it passes. It is in one of four states:
//
//   Suspended  nobody's time: a worker that idles, or one that was forked and has not begun
//   Running    time of the present call path
//   Managing   time and management of the parallel region that was left and is not joined yet
//   Forked     not known: of the parallel region of the team that was just forked, or of the path
//              where it was forked, if something else comes next. It is accounted for then
//
// LocationReplay::settle() says when it is in which.
//
// Beside that the measurement itself may interrupt the program (a flush, recording switched off).
#pragma once

#include <algorithm>
#include <cstdint>

#include "lull/analysis/replay/calls/local_call_tree.hpp"

namespace lull::analysis {

class LocationClock {
 public:
  enum class State : std::uint8_t { Suspended, Running, Managing, Forked };

  explicit LocationClock(State state) : state_(state) {}

  // The event at hand is of this time. False when that is earlier than the event before, or so late
  // that differences would be too large for sums of them; then it is taken to happen with that.
  [[nodiscard]] bool tick(Timestamp time) {
    if (time.ticks - now_.ticks > kLatest - now_.ticks) [[unlikely]] {
      if (!started_) start(now_);
      return false;
    }
    if (!started_) [[unlikely]]
      start(time);
    now_ = time;
    return true;
  }
  // The time since the last call goes to where the state says: the call path, as a rule. How much
  // that is.
  Duration account(LocalCallTree& tree, LocalPathId path, Timestamp until) {
    if (state_ == State::Forked) [[unlikely]]
      return {};
    const Duration passed = until - accounted_;
    accounted_ = until;
    if (state_ == State::Suspended) return {};
    tree[path].time += passed;
    if (state_ == State::Managing) [[unlikely]]
      tree.management[path] += passed;
    return passed;
  }
  // The same where it is known to be Running.
  void account(PathNode& path) {
    path.time += now_ - accounted_;
    accounted_ = now_;
  }

  [[nodiscard]] Timestamp now() const { return now_; }
  [[nodiscard]] Timestamp first() const { return first_; }
  // Everything before is accounted for; it is from now on.
  [[nodiscard]] Timestamp accounted() const { return accounted_; }
  void skip() { accounted_ = now_; }
  // Whether there was any event.
  [[nodiscard]] bool started() const { return started_; }
  [[nodiscard]] State state() const { return state_; }
  [[nodiscard]] bool running() const { return state_ == State::Running; }
  [[nodiscard]] bool suspended() const { return state_ == State::Suspended; }
  // Whether time that passes goes anywhere at once.
  [[nodiscard]] bool accounts() const {
    return state_ == State::Running || state_ == State::Managing;
  }
  void enter(State state) { state_ = state; }

  // An interruption lasts until the location's next event at most: that one was recorded.
  void interrupt(Timestamp begin, Timestamp until) {
    interrupted_ = true;
    interruption_ = {begin, until};
  }
  [[nodiscard]] bool interrupted() const { return interrupted_; }
  struct Interruption {
    Timestamp begin;
    Timestamp end;  // as the trace says
  };
  [[nodiscard]] const Interruption& interruption() const { return interruption_; }
  // As far as it has come `now`.
  [[nodiscard]] Interruption resume(Timestamp now) {
    interrupted_ = false;
    return {interruption_.begin, std::max(interruption_.begin, std::min(now, interruption_.end))};
  }

 private:
  static constexpr std::uint64_t kLatest = std::uint64_t{3} << 61;

  void start(Timestamp time) {
    started_ = true;
    first_ = accounted_ = time;
  }

  Timestamp now_;        // never earlier than before
  Timestamp accounted_;  // everything before is
  Timestamp first_;
  Interruption interruption_;
  State state_;
  bool started_ = false;
  bool interrupted_ = false;
};

}  // namespace lull::analysis
