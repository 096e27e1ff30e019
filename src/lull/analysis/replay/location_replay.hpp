// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Replays one location: turns its events, in order, into its call tree with profile and into
// operations, which are posted when the call they belong to is left. Never throws for odd data but
// counts it. Keeps the call stack and the teams that the thread is in; LocationClock says where
// time goes, MpiReplay what MPI does, and followers see everything else.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "lull/analysis/events/operations.hpp"
#include "lull/analysis/replay/calls/activity_times.hpp"
#include "lull/analysis/replay/calls/counter_values.hpp"
#include "lull/analysis/replay/calls/local_call_tree.hpp"
#include "lull/analysis/replay/calls/location_clock.hpp"
#include "lull/analysis/replay/focus/focus_profile.hpp"
#include "lull/analysis/replay/mpi/mpi_replay_events.hpp"
#include "lull/analysis/replay/state/follower.hpp"
#include "lull/analysis/replay/state/process_state.hpp"
#include "lull/analysis/replay/threads/team_waits.hpp"
#include "lull/base/memory/prefetch.hpp"
#include "lull/trace/event/event.hpp"
#include "lull/trace/rules/call_stack.hpp"

namespace lull::analysis {

class LocationReplay {
 public:
  enum class Role : std::uint8_t {
    Master,  // the first thread of its process
    Worker,  // any other thread
    Stream,  // on an accelerator: only time in its regions is counted
    Other    // not a thread on the processor
  };
  LocationReplay(ProcessState& process, LocationId location, Role role,
                 const FollowerFactory& followers);

  // The kinds of events that this class handles, without those that only followers want.
  [[nodiscard]] static EventSelection own_selection();
  // Returns whether locations of the process want their events with attributes.
  [[nodiscard]] static bool reads_attributes(const ProcessState& process);
  [[nodiscard]] EventSelection selection() const { return own_selection() | followed_; }

  void handle(const Event& event, Outbox& outbox);
  // Does the same for an event that is not in a variant.
  template <class Body>
  void handle(Timestamp time, const Body& body, Outbox& outbox) {
    tick(time);
    if (follows_calls_) [[unlikely]]
      return other({time, body, nullptr}, outbox);
    if constexpr (std::is_same_v<Body, Enter>) {
      enter(body.region, outbox);
    } else if constexpr (std::is_same_v<Body, Leave>) {
      leave(body.region, outbox);
    } else if constexpr (std::is_same_v<Body, MpiSend> || std::is_same_v<Body, MpiRecv>) {
      if (follows_operations_) [[unlikely]]
        return other({time, body, nullptr}, outbox);
      mpi_.on(body, open_call(), outbox);
      close_if_outside_call(outbox);
    } else {
      other({time, body, nullptr}, outbox);
    }
  }
  // Ends all open calls; `last` is the last event of the process. No events may follow.
  void finish(Timestamp last, Outbox& outbox);
  // Call after finish() of all locations: ends teams that this one forked and never joined.
  void join_open_teams(Outbox& outbox);
  // Returns the time of the oldest send in a call that is still open; kEndOfTime if there is none.
  [[nodiscard]] Timestamp oldest_open_send() const { return mpi_.oldest_open_send(); }
  // Another thread has joined the team.
  void joined(const TeamInstance& team, Timestamp time, Outbox& outbox);
  // Accounts for all time before `time` if that is possible.
  void catch_up_to(Timestamp time) {
    const bool is_open = !stack_.empty() || !teams_.empty() || released_;
    if (is_open && clock_.started() && clock_.accounts() && !clock_.interrupted() &&
        clock_.accounted() < time)
      account(time);
  }
  // Keeps its time in last_stretches() from now on.
  void begin_to_end() { plain_ = false; }
  [[nodiscard]] const LastStretches& last_stretches() const { return last_stretches_; }
  [[nodiscard]] LastStretches& last_stretches() { return last_stretches_; }
  // Called for the process's master thread before other threads begin or cease to work.
  void catch_up(Timestamp time) {
    if (clock_.started() && clock_.running() && clock_.accounted() < time) account(time);
  }

  // Called when its next events come soon: prefetches what plain calls and messages use;
  // expect_further() then prefetches the data that this points to.
  [[gnu::always_inline]] void expect() const {
    tree.expect();
    prefetch(clock_);
    prefetch(activities_);
    prefetch(stack_);
    prefetch(mpi_);
    prefetch(leave_followers_);
  }
  [[gnu::always_inline]] void expect_further() const {
    tree.expect_nodes();
    stack_.expect();
    mpi_.expect();
  }

  [[nodiscard]] LocationId location() const { return location_; }
  // Returns whether it is a place where metrics are measured, without running anything.
  [[nodiscard]] bool is_meter() const {
    return process_.context.definitions.locations[location_.index()].type == LocationType::Metric;
  }
  // Returns whether it is an accelerator's stream, which is not a worker of its process.
  [[nodiscard]] bool is_stream() const { return is_stream_; }
  [[nodiscard]] bool has_events() const { return clock_.started(); }
  [[nodiscard]] Timestamp first() const { return clock_.first(); }
  [[nodiscard]] Timestamp last() const { return clock_.now(); }
  // Returns whether it ran its own regions outside teams: a process, or a thread that the program
  // created.
  [[nodiscard]] bool stands_alone() const { return stands_alone_; }
  // Returns whether the trace shows when threads created by the program begin and end on this
  // location; no time is counted outside their lifetimes.
  [[nodiscard]] bool knows_lifetimes() const { return knows_lifetimes_; }
  // Returns whether its activities cover all time that it runs.
  [[nodiscard]] bool charts_all() const { return charts_all_; }
  // Charts its activities in `window` from now on; end_chart() hands over what was charted.
  void begin_chart(MapWindow* window) { activities_.chart_in(window); }
  void end_chart() { activities_.hand_over(); }
  // Returns its worker; empty if it is not a worker or stands alone.
  [[nodiscard]] const std::optional<IdleThreads::Worker>& worker() const { return worker_; }
  // Returns the call path of the innermost region that it has entered.
  [[nodiscard]] LocalPathId path() const {
    return stack_.empty() ? LocalPathId(LocalCallTree::kRoot) : stack_.top().path;
  }
  LocalCallTree tree;

 private:
  struct Frame {
    RegionId region;
    LocalPathId path;
    Timestamp enter;
    CallKind kind = CallKind::Other;
    bool team_base = false;  // stands for the place where this thread's team was forked
    Duration inner{};        // time that is not its own: in callees, teams, the measurement
  };
  [[gnu::noinline]] void handle_watched(const Event& event, Outbox& outbox);
  [[gnu::noinline]] void handle_operation(const Event& event, Outbox& outbox);
  // Handles one kind of event each.
  void on(const Enter& event, Outbox& outbox) { enter(event.region, outbox); }
  void on(const Leave& event, Outbox& outbox) { leave(event.region, outbox); }
  void on(const ThreadBegin& event, Outbox& outbox);
  void on(const ThreadEnd& event);
  void on(const ThreadFork& event, Outbox& outbox);
  void on(const ThreadJoin& event, Outbox& outbox);
  void on(const ThreadTeamBegin& event, Outbox& outbox);
  void on(const ThreadTeamEnd& event, Outbox& outbox);
  void on(const ThreadTaskCreate& event);
  void on(const ThreadTaskSwitch& event);
  void on(const ThreadTaskComplete& event);
  void show_followers(const Event& event, Outbox& outbox);
  void on(const MetricSample& event);
  void on(const PathParameter& parameter);
  [[nodiscard]] bool may_wait(const Frame& frame) const;
  void other(const Event& event, Outbox& outbox);

  void enter(RegionId region, Outbox& outbox);
  // Handles new callees, calls in or around teams, and calls out of order. Separate, so that the
  // common paths stay short.
  [[gnu::noinline]] void enter_specially(RegionId region, Outbox& outbox);
  void leave(RegionId region, Outbox& outbox);
  [[gnu::noinline]] void leave_specially(RegionId region, Outbox& outbox);
  // Called when an MPI call is open and another one is entered in it.
  void keep_order();
  [[gnu::noinline]] void show_enter(RegionId region, Outbox& outbox);
  void close_frame(Outbox& outbox);
  void close_call(const Frame& frame, Outbox& outbox);
  void end_is_near();
  // The region that was just entered, or is being left, is an OpenMP region.
  void open_team_construct(CallKind kind);
  void close_team_construct(const Frame& frame, Outbox& outbox);
  void hand_on_barriers(const Teams::Pointer& team, Outbox& outbox);
  void end_membership(std::vector<Membership>::iterator membership, Timestamp time, Outbox& outbox);
  void give_up(const Teams::Pointer& team, Outbox& outbox);
  void join(const Teams::Pointer& team, Timestamp time, Outbox& outbox);
  Timestamp catch_up_with(Timestamp time);
  void begin_to_work(Outbox& outbox);
  void stand_alone();
  bool begin_in_league(Outbox& outbox);
  void work_for(Membership membership);
  void close_work(Outbox& outbox);
  [[nodiscard]] bool is_parallel_region() const;
  void enter_parallel_region();
  void go_on_without_team();
  // Determines where time goes from `now` on.
  void settle(Timestamp now);
  void settle() { settle(now()); }
  void count_as_worker(Timestamp now);
  // Updates whether it waits in the innermost barrier, if it is in any, from `time` on.
  void update_barriers(Timestamp time) {
    using State = LocationClock::State;
    const bool manages = clock_.state() == State::Managing ||
                         (clock_.state() == State::Forked && managed_before_fork_);
    const bool elsewhere = clock_.interrupted() || manages;
    waits_.update(stack_.size(), elsewhere, time, path_);
  }
  // Returns whether it is outside teams and does nothing but run.
  [[nodiscard]] bool plain() const { return plain_ && !*watched_; }
  void account(Timestamp until) {
    const Timestamp from = clock_.accounted();
    const Duration passed = clock_.account(tree, path_, until);
    activities_.add(activity(), from, from + passed);
    if (clock_.state() == LocationClock::State::Managing && !stack_.empty())
      stack_.top().inner += passed;
    if (*watched_) process_.idle.master_passed(path_, from, from + passed);
    if (process_.ending) [[unlikely]]
      last_stretches_.add(path_, from, from + passed);
  }
  void account() { account(now()); }
  [[nodiscard]] Activity activity() const {
    const bool manages = clock_.state() == LocationClock::State::Managing;
    return manages ? Activity::OpenMp : tree[path_].activity;
  }
  // Does the same if it is known to be running.
  void account_running() {
    PathNode& node = tree[path_];
    activities_.add(node.activity, clock_.accounted(), now());
    clock_.account(node);
  }
  // Returns whether it is also within the parallel region of its innermost team if the stack has
  // this number of frames: its calls there change nothing but its own time.
  [[nodiscard]] bool plain_in_team(std::size_t frames) const {
    return works_in_team_ && frames > teams_.back().depth && waits_.empty();
  }
  void enter_plainly(LocalPathId callee, RegionId region);
  void leave_plainly(Outbox& outbox);
  [[gnu::always_inline]] void tick(Timestamp time) {
    if (!clock_.tick(time)) [[unlikely]]
      odd(time < now() ? DataDefect::TimeRunsBackwards : DataDefect::TimeOutOfReach);
    if (clock_.interrupted()) [[unlikely]]
      end_interruption(now());
  }
  void interrupt(Timestamp begin, Timestamp until);
  void end_interruption(Timestamp now);
  void account_interruption(Timestamp begin, Timestamp end);
  // Operations outside any MPI call (if the writer records no calls) take no time.
  void close_if_outside_call(Outbox& outbox) {
    if (is_mpi_call(open_kind()) || !mpi_.has_pending(depth())) [[likely]]
      return;
    if (tree[path_].in_mpi_call) keep_order();
    mpi_.close({location_, path_, RegionId{}, CallKind::Other, depth(), now(), now(), {}}, outbox);
  }
  // Called for each operation.
  [[nodiscard, gnu::always_inline]] OpenCall open_call() const {
    if (stack_.empty() || stack_.top().team_base)
      return {location_, path_, RegionId{}, CallKind::Other, depth(), now(), now(), {}};
    return open_call(stack_.top());
  }
  [[nodiscard, gnu::always_inline]] OpenCall open_call(const Frame& frame) const {
    return {location_, frame.path,  frame.region, frame.kind,
            depth(),   frame.enter, now(),        frame.inner};
  }
  [[nodiscard]] Timestamp now() const { return clock_.now(); }
  [[nodiscard]] std::uint32_t depth() const { return static_cast<std::uint32_t>(stack_.size()); }
  [[nodiscard]] CallKind open_kind() const {
    return stack_.empty() ? CallKind::Other : stack_.top().kind;
  }
  [[nodiscard]] DefectPlace place() const {
    return {location_, now(), stack_.empty() ? RegionId{} : stack_.top().region};
  }
  void odd(DataDefect defect) { process_.defects.count(defect, place()); }
  // Returns an attribute of the event that is being handled.
  [[nodiscard]] std::optional<std::uint64_t> attribute(AttributeId which) const {
    return number_of(attributes_, which);
  }
  void note(NestingFault fault, Timestamp time, RegionId region) {
    process_.nesting.add(fault, {location_, time, region});
  }

  ProcessState& process_;
  LocationId location_;
  LocationClock clock_;
  bool is_stream_;
  bool stands_alone_;
  bool knows_lifetimes_ = false;
  bool charts_all_;  // its events alone do not show when it runs
  ActivityTimes activities_;
  bool ended_ = false;      // the last thread begun on this location has ended
  bool fork_open_ = false;  // it has forked a team, and done nothing since then
  bool finishing_ = false;  // the trace is over
  bool managed_before_fork_ = false;
  bool plain_;
  bool works_in_team_ = false;
  const bool* watched_;  // true while idle threads depend on its time
  // True if a follower wants to see the most frequent kinds of events.
  bool follows_calls_ = false;
  bool follows_operations_ = false;
  LocalPathId path_;  // the path that time is charged to
  CallStack<Frame> stack_;
  MpiReplay mpi_;
  struct Following {
    Follower* follower;
    EventSelection events;
  };
  std::vector<Following> event_followers_;  // those that want to see events
  std::vector<Follower*> leave_followers_;  // those that want to see leaves
  EventSelection followed_;                 // the events that any follower wants to see
  std::vector<Membership> teams_;           // the teams that this thread is in, innermost last
  std::optional<Membership> released_;      // the last team that it was in, not joined yet
  std::optional<IdleThreads::Worker> worker_;
  bool counts_ = false;     // its time counts as a worker's
  Timestamp counted_from_;  // start of that time if it begins to count now
  Timestamp idle_since_;
  TeamWaits waits_;
  LastStretches last_stretches_;
  const AttributeList* attributes_ = nullptr;  // the current event's attributes
  FollowerList followers_;
  CounterValues counters_;
};

}  // namespace lull::analysis
