// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Accounts the time of one location as it passes. The clock is in one of four states:
//
//   Suspended  no time is counted: a worker that idles, or is forked and has not begun
//   Running    time of the current call path
//   Managing   time and management of the parallel region that was left but not joined yet
//   Forked     undecided: time of the parallel region of the team that was just forked or, if
//              something else comes next, of the forking path. Accounted for at that point
//
// LocationReplay::settle() determines the state.
//
// In addition, the measurement itself may interrupt the program (a flush, recording switched off).
#pragma once

#include <algorithm>
#include <cstdint>

#include "lull/analysis/replay/calls/local_call_tree.hpp"

namespace lull::analysis {

class LocationClock {
 public:
  enum class State : std::uint8_t { Suspended, Running, Managing, Forked };

  explicit LocationClock(State state) : state_(state) {}

  // Sets the time of the current event. Returns false if it is earlier than the previous event, or
  // so late that sums of differences would overflow; it is then treated as simultaneous with the
  // previous event.
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
  // Adds the time since the last call to where the state requires it, usually the call path.
  // Returns that time.
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
  // Does the same in the state Running.
  void account(PathNode& path) {
    path.time += now_ - accounted_;
    accounted_ = now_;
  }

  [[nodiscard]] Timestamp now() const { return now_; }
  [[nodiscard]] Timestamp first() const { return first_; }
  // Returns the time up to which everything is accounted for.
  [[nodiscard]] Timestamp accounted() const { return accounted_; }
  void skip() { accounted_ = now_; }
  // Returns whether there was any event.
  [[nodiscard]] bool started() const { return started_; }
  [[nodiscard]] State state() const { return state_; }
  [[nodiscard]] bool running() const { return state_ == State::Running; }
  [[nodiscard]] bool suspended() const { return state_ == State::Suspended; }
  // Returns whether passing time is accounted for at once.
  [[nodiscard]] bool accounts() const {
    return state_ == State::Running || state_ == State::Managing;
  }
  void enter(State state) { state_ = state; }

  // Begins an interruption, which lasts until the location's next event at most, as that was
  // recorded.
  void interrupt(Timestamp begin, Timestamp until) {
    interrupted_ = true;
    interruption_ = {begin, until};
  }
  [[nodiscard]] bool interrupted() const { return interrupted_; }
  struct Interruption {
    Timestamp begin;
    Timestamp end;  // as recorded
  };
  [[nodiscard]] const Interruption& interruption() const { return interruption_; }
  // Ends the interruption at `now`; returns the part until then.
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

  Timestamp now_;        // never goes back
  Timestamp accounted_;  // everything before is accounted for
  Timestamp first_;
  Interruption interruption_;
  State state_;
  bool started_ = false;
  bool interrupted_ = false;
};

}  // namespace lull::analysis
