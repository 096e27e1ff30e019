// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Replays all locations of one process in time order, slice by slice. Processes are independent of
// one another, so that any thread can replay a slice of any process.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "lull/analysis/charging/charge_setup.hpp"
#include "lull/analysis/replay/calls/marks.hpp"
#include "lull/analysis/replay/location_replay.hpp"
#include "lull/analysis/replay/reading_plan.hpp"
#include "lull/analysis/replay/state/process_state.hpp"
#include "lull/trace/source/ahead_cursor.hpp"
#include "lull/trace/source/stashed_cursor.hpp"

namespace lull::analysis {

class ProcessReplay {
 public:
  // `context` and `trace` must outlive this object.
  ProcessReplay(const ReplayContext& context, const TraceSource& trace, ProcessId process,
                const ReadingPlan& plan, const FollowerFactory& followers);

  // Number of locations whose events any thread may read with read_ahead(), even during advance().
  [[nodiscard]] std::size_t read_ahead_locations() const { return ahead_.size(); }
  void read_ahead(std::size_t which) { ahead_[which]->read_ahead(); }
  // Addresses that advance() needs if a process has one location, stored outside the process, which
  // may not be in the cache.
  class Needs {
   public:
    explicit Needs(const ProcessReplay& process);
    // Prefetches the data for the next advance(); expect_further() prefetches the rest, once that
    // is cached.
    void expect() const;
    void expect_further() const;

   private:
    const ProcessReplay* process_;
    const LocationReplay* location_ = nullptr;  // null: there are several
    const void* stream_ = nullptr;
    const EventCursor* cursor_ = nullptr;
  };
  // Call before the first event: keeps the profile at the start of the focus in at_begin(), and
  // time that may be after its end in last stretches.
  void find_focus(const FocusFinder& focus);
  [[nodiscard]] const ProfileAtBegin& at_begin() const { return at_begin_; }
  // Call when all time before `time` is known to lie before the end of the focus.
  void go_on_until(Timestamp time);
  // Handles all events before `until`. Returns their number.
  std::uint64_t advance(Timestamp until, Outbox& outbox);
  // Call after the last event: closes what is open and posts what is left.
  void finish(Outbox& outbox);
  // The current progress; unchanged until the next advance().
  struct Standing {
    Timestamp next = kEndOfTime;  // next event; the end if there is none or none was read
    Timestamp oldest_open_send = kEndOfTime;  // the oldest that was not posted yet
    bool ended = false;
    bool rests = false;  // true until the next event

    // Returns whether advance() would have nothing to do.
    [[nodiscard]] bool rests_until(Timestamp until) const {
      return ended || (rests && next >= until && until != kEndOfTime);
    }
  };
  [[nodiscard]] Standing standing() const;
  // First and last event of the process's threads.
  [[nodiscard]] Timestamp first() const;
  [[nodiscard]] Timestamp last() const;

  [[nodiscard]] const std::vector<std::unique_ptr<LocationReplay>>& locations() const {
    return locations_;
  }
  // Marks in the events of the process's location with that index and, after the replay, a cursor
  // to seek them with.
  [[nodiscard]] const Marks& marks(std::size_t location) const { return streams_[location].marks; }
  [[nodiscard]] EventCursor& cursor(std::size_t location) const {
    return *streams_[location].cursor;
  }
  [[nodiscard]] const ProcessState& state() const { return state_; }
  // Call after the last use of values by call path.
  void forget_profiles() {
    for (const auto& location : locations_) location->tree.forget_profile();
  }
  // Sets the thread's results that the locations write to; null: none. The window is complete when
  // advance() or finish() returns, the matrix after end_pairs().
  void work_for(WorkerResults& worker);
  void end_pairs() { state_.pairs.hand_over(); }
  // Sentences about locations that end early.
  [[nodiscard]] std::vector<std::string> damages() const;

 private:
  [[nodiscard]] Timestamp next() const;
  [[nodiscard]] Timestamp oldest_open_send() const;
  // The events of one location that were read but not handled yet.
  struct Stream {
    std::unique_ptr<EventCursor> cursor;
    StashedCursor* stash = nullptr;  // the same cursor, if used without batches of events
    bool feeds = false;              // the same, if it uses feed()
    Timestamp next_time;             // time of the next event to be fed, or earlier
    std::uint64_t next_mark = 0;     // where to set a mark in the fed events
    std::span<const Event> events;
    LocationReplay* location = nullptr;
    Marks marks;
    bool fresh = true;  // nothing was read yet
    bool ended = false;

    [[nodiscard]] Timestamp time() const {
      if (ended) return kEndOfTime;
      if (feeds) return next_time;
      return stash != nullptr ? stash->next_time() : events.front().time;
    }
    void fill();
    void mark();  // the place before the next event
    void mark_fed();
    void advance() {
      events = events.subspan(1);
      if (events.empty()) fill();
    }
  };

  std::uint64_t advance_to(Timestamp until, Outbox& outbox);
  void begin_focus();
  Stream open(const TraceSource& trace, LocationReplay& location, const ReadingPlan& plan);
  static std::uint64_t advance_stash(Stream& stream, Timestamp until, Outbox& outbox);
  static std::uint64_t advance_fed(Stream& stream, Timestamp until, Outbox& outbox);
  std::uint64_t advance_one(Timestamp until, Outbox& outbox);
  std::uint64_t advance_merged(Timestamp until, Outbox& outbox);
  void end_chart();
  void hand_on_last_barriers(Timestamp now, Outbox& outbox);

  ProcessState state_;
  std::vector<std::unique_ptr<LocationReplay>> locations_;
  std::vector<Stream> streams_;
  Timestamp focus_;  // start of the focus; zero: passed
  ProfileAtBegin at_begin_;
  std::vector<AheadCursor*> ahead_;  // those that others read ahead
};

}  // namespace lull::analysis
