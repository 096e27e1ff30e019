// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Control flow, time, and counters. MPI is handled in mpi_replay.cpp, threads in
// location_replay_threads.cpp.
#include "lull/analysis/replay/location_replay.hpp"

#include <algorithm>
#include <utility>

#include "lull/analysis/replay/focus/focus_finder.hpp"

namespace lull::analysis {

namespace {

constexpr bool kNotWatched = false;

}  // namespace

LocationReplay::LocationReplay(ProcessState& process, LocationId location, Role role,
                               const FollowerFactory& followers)
    : tree(process.context.paths()),
      process_(process),
      location_(location),
      clock_(role == Role::Worker || role == Role::Stream ? LocationClock::State::Suspended
                                                          : LocationClock::State::Running),
      is_stream_(role == Role::Stream),
      stands_alone_(role != Role::Worker && role != Role::Stream),
      charts_all_(role == Role::Worker || role == Role::Stream),
      activities_(location, charts_all_),
      plain_(stands_alone_),
      watched_(role == Role::Master ? &process.idle.watching : &kNotWatched),
      path_(LocalCallTree::kRoot),
      mpi_(process, location, tree),
      waits_(process),
      followers_(followers({process.context, process.process, location, tree, process})) {
  for (const auto& follower : followers_) {
    const EventSelection events = follower->selection();
    followed_ |= events;
    if (events.any()) event_followers_.push_back({follower.get(), events});
    if (follower->wants_leaves()) leave_followers_.push_back(follower.get());
  }
  follows_calls_ = (followed_ & select_events<Enter, Leave>()).any() || reads_attributes(process);
  follows_operations_ =
      (followed_ & select_events<MpiSend, MpiRecv, MpiCollectiveBegin, MpiCollectiveEnd>()).any();
  if (role == Role::Worker) worker_ = process.idle.add_worker();
}

// Attributes of calls matter only if the process has several locations.
bool LocationReplay::reads_attributes(const ProcessState& process) {
  return process.context.has_attributes() &&
         process.context.definitions.processes[process.process.index()].locations.size() > 1;
}

EventSelection LocationReplay::own_selection() {
  return select_events<
      Enter, Leave, MpiSend, MpiRecv, MpiIsend, MpiIsendComplete, MpiIrecvRequest, MpiIrecv,
      MpiRequestCancelled, NonBlockingCollectiveRequest, NonBlockingCollectiveComplete,
      MpiCollectiveBegin, MpiCollectiveEnd, BufferFlush, MeasurementOnOff, ProgramBegin, ProgramEnd,
      ThreadFork, ThreadJoin, ThreadTeamBegin, ThreadTeamEnd, ThreadTaskCreate, ThreadTaskSwitch,
      ThreadTaskComplete, ThreadBegin, ThreadEnd, MetricSample, ParameterString, ParameterInt,
      ParameterUnsigned, CallingContextEnter, CallingContextLeave>();
}

// Calls the other functions last, so that it needs no room on the stack itself.
void LocationReplay::handle(const Event& event, Outbox& outbox) {
  tick(event.time);
  if (follows_calls_) [[unlikely]]
    return handle_watched(event, outbox);
  if (const Enter* const body = std::get_if<Enter>(&event.body)) return on(*body, outbox);
  if (const Leave* const body = std::get_if<Leave>(&event.body)) return on(*body, outbox);
  if (follows_operations_) [[unlikely]]
    return other(event, outbox);
  handle_operation(event, outbox);
}

void LocationReplay::handle_watched(const Event& event, Outbox& outbox) {
  attributes_ = event.attributes;
  other(event, outbox);
  attributes_ = nullptr;
}

void LocationReplay::handle_operation(const Event& event, Outbox& outbox) {
  switch (event.body.index()) {
    case kEventKind<MpiSend>:
      mpi_.on(*std::get_if<MpiSend>(&event.body), open_call(), outbox);
      break;
    case kEventKind<MpiRecv>:
      mpi_.on(*std::get_if<MpiRecv>(&event.body), open_call(), outbox);
      break;
    case kEventKind<MpiCollectiveBegin>:
      return mpi_.on(*std::get_if<MpiCollectiveBegin>(&event.body), open_call());
    case kEventKind<MpiCollectiveEnd>:
      mpi_.on(*std::get_if<MpiCollectiveEnd>(&event.body), open_call());
      break;
    default:
      return other(event, outbox);
  }
  close_if_outside_call(outbox);
}

void LocationReplay::show_followers(const Event& event, Outbox& outbox) {
  if (!clock_.running()) account();
  const OpenCall call = open_call();
  for (const auto& [follower, events] : event_followers_)
    if (events[event.body.index()]) follower->on(event, call, outbox);
}

void LocationReplay::other(const Event& event, Outbox& outbox) {
  const auto visitor = [this, &event, &outbox]<class Body>(const Body& body) {
    if constexpr (requires { this->on(body, outbox); }) {
      on(body, outbox);
    } else if constexpr (requires { this->on(body); }) {
      on(body);
    } else if constexpr (requires { mpi_.on(body, open_call(), outbox); }) {
      mpi_.on(body, open_call(), outbox);
    } else if constexpr (requires { mpi_.on(body, open_call(), event.attributes); }) {
      mpi_.on(body, open_call(), event.attributes);
    } else if constexpr (requires { mpi_.on(body, open_call()); }) {
      mpi_.on(body, open_call());
    } else if constexpr (std::is_same_v<Body, ProgramBegin>) {
      enter(ReplayContext::program_region(body.name), outbox);
    } else if constexpr (std::is_same_v<Body, ProgramEnd>) {
      if (!stack_.empty() && ReplayContext::is_program(stack_[0].region))
        leave(stack_[0].region, outbox);
    } else if constexpr (std::is_same_v<Body, BufferFlush>) {
      interrupt(now(), body.stop);
    } else if constexpr (std::is_same_v<Body, MeasurementOnOff>) {
      if (!body.on) interrupt(now(), kEndOfTime);
    } else if constexpr (std::is_same_v<Body, ParameterString>) {
      on(PathParameter{body.parameter, body.value.value, ValueKind::Reference});
    } else if constexpr (std::is_same_v<Body, ParameterInt>) {
      on(PathParameter{body.parameter, static_cast<std::uint64_t>(body.value), ValueKind::Signed});
    } else if constexpr (std::is_same_v<Body, ParameterUnsigned>) {
      on(PathParameter{body.parameter, body.value, ValueKind::Unsigned});
    } else if constexpr (std::is_same_v<Body, CallingContextEnter>) {
      enter(process_.context.region_of(body.context), outbox);
    } else if constexpr (std::is_same_v<Body, CallingContextLeave>) {
      leave(process_.context.region_of(body.context), outbox);
    }
  };
  if (followed_[event.body.index()]) show_followers(event, outbox);
  std::visit(visitor, event.body);
  close_if_outside_call(outbox);
}

void LocationReplay::interrupt(Timestamp begin, Timestamp until) {
  clock_.interrupt(begin, until);
  update_barriers(begin);
}

// Workers do not idle during an interruption.
void LocationReplay::account_interruption(Timestamp begin, Timestamp end) {
  account(std::max(begin, clock_.accounted()));
  const Timestamp from = clock_.accounted();
  const Duration passed = clock_.account(tree, path_, std::max(end, from));
  if (clock_.state() == LocationClock::State::Managing && !stack_.empty())
    stack_.top().inner += passed;
  process_.idle.master_interrupted(path_, from, from + passed);
}

void LocationReplay::end_interruption(Timestamp now) {
  const auto [begin, end] = clock_.resume(now);
  update_barriers(end);
  if (end == begin || !clock_.accounts()) return;
  if (process_.master == this) account_interruption(begin, end);
  tree.overhead[path_] += end - begin;
  if (!clock_.running())
    tree.management[path_] -= end - begin;
  else if (!stack_.empty())
    stack_.top().inner += end - begin;
}

void LocationReplay::enter(RegionId region, Outbox& outbox) {
  const LocalPathId callee = tree.recent(path_, region);
  if (!callee.defined() || stack_.full()) [[unlikely]]
    return enter_specially(region, outbox);
  if (plain()) [[likely]] {
    account_running();
    return enter_plainly(callee, region);
  }
  if (tree[callee].kind != CallKind::Other || !plain_in_team(stack_.size()))
    return enter_specially(region, outbox);
  account();
  enter_plainly(callee, region);
}

[[gnu::always_inline]] inline void LocationReplay::enter_plainly(LocalPathId callee,
                                                                 RegionId region) {
  path_ = callee;
  PathNode& node = tree[callee];
  ++node.visits;
  Frame& frame = stack_.push();
  frame.region = region;
  frame.path = callee;
  frame.enter = now();
  frame.kind = node.kind;
  if (process_.out_of_order) [[unlikely]]
    mpi_.enter(open_call());
}

void LocationReplay::enter_specially(RegionId region, Outbox& outbox) {
  account();
  if (!region.defined()) odd(DataDefect::UndefinedRegion);
  begin_to_work(outbox);
  const bool is_parallel = is_parallel_region();
  if (fork_open_ && !(is_parallel && teams_.back().kind == Membership::Kind::Own))
    go_on_without_team();
  path_ = tree.enter(path(), region);
  ++tree[path_].visits;
  const CallKind kind = process_.context.class_of(region).call;
  PathNode& node = tree[path_];
  const PathNode& caller = tree[path()];
  node.kind = kind;
  const ProfileMetric metric = process_.context.class_of(region).metric;
  node.activity = is_stream_ && metric == ProfileMetric::Computation ? Activity::Accelerator
                                                                     : activity_of(metric);
  node.in_mpi_call = caller.in_mpi_call || is_mpi_call(caller.kind);
  if (node.in_mpi_call && is_mpi_call(kind)) keep_order();
  stack_.push({region, path_, now(), kind, false});
  mpi_.enter(open_call());
  if (is_parallel) enter_parallel_region();
  settle();
  if (kind != CallKind::OmpTask) waits_.work(now());
  if (is_omp_construct(kind)) open_team_construct(kind);
  if (kind == CallKind::Finalize || kind == CallKind::ShmemAll) end_is_near();
  if (is_seen_at_enter(kind)) show_enter(region, outbox);
}

// MPI or OpenSHMEM is finalised, and this ends the focus.
void LocationReplay::end_is_near() {
  if (process_.focus == nullptr || !process_.focus->is_end(stack_.top().region)) return;
  process_.finalize = now();
  process_.ending = true;
  for (LocationReplay* const location : process_.locations) location->begin_to_end();
}

// Ensures that the region's next call is shown, too.
void LocationReplay::show_enter(RegionId region, Outbox& outbox) {
  tree.forget_recent(region);
  OpenCall call = open_call(stack_.top());
  call.attributes = attributes_;
  for (Follower* const follower : leave_followers_) follower->enter(call, outbox);
}

void LocationReplay::keep_order() {
  if (process_.out_of_order) return;
  std::size_t outer = 0;
  while (!is_mpi_call(stack_[outer].kind)) ++outer;
  OpenCall call = open_call(stack_[outer]);
  call.depth = static_cast<std::uint32_t>(outer + 1);
  mpi_.keep_order(call);
}

void LocationReplay::leave(RegionId region, Outbox& outbox) {
  if (stack_.empty() || stack_.top().region != region) [[unlikely]]
    return leave_specially(region, outbox);
  if (plain()) [[likely]] {
    account_running();
    return leave_plainly(outbox);
  }
  if (stack_.top().kind != CallKind::Other || !plain_in_team(stack_.size() - 1))
    return leave_specially(region, outbox);
  account();
  leave_plainly(outbox);
}

[[gnu::always_inline]] inline void LocationReplay::leave_plainly(Outbox& outbox) {
  const Timestamp enter = stack_.top().enter;
  // Uses the frame in place: copying what was just written, in other parts, takes long.
  if (stack_.top().kind != CallKind::Other) close_call(stack_.top(), outbox);
  stack_.pop();
  if (stack_.empty()) {
    path_ = LocalPathId(LocalCallTree::kRoot);
    return;
  }
  Frame& caller = stack_.top();
  caller.inner += now() - enter;
  path_ = caller.path;
}

void LocationReplay::leave_specially(RegionId region, Outbox& outbox) {
  if (fork_open_) go_on_without_team();
  account();
  std::size_t closed = stack_.closed_by(region);
  if (closed == 0) return note(NestingFault::StrayLeave, now(), region);
  const AttributeList* const own = std::exchange(attributes_, nullptr);
  for (; closed > 1; --closed) {
    note(NestingFault::SkippedRegion, now(), stack_.top().region);
    close_frame(outbox);
  }
  attributes_ = own;
  close_frame(outbox);
}

void LocationReplay::close_frame(Outbox& outbox) {
  const Frame frame = stack_.top();
  if (frame.kind != CallKind::Other) close_call(frame, outbox);
  stack_.pop();
  if (!stack_.empty()) stack_.top().inner += now() - frame.enter;
  if (!teams_.empty()) {
    TeamInstance::Member& member = teams_.back().member();
    if (member.call.path == frame.path) member.call.leave = now();
  }
  if (process_.master == this) process_.idle.frames_left(stack_.size(), now());
  settle();
  if (frame.kind != CallKind::OmpTask) waits_.work(now());
}

void LocationReplay::finish(Timestamp last, Outbox& outbox) {
  if (!clock_.started()) return;
  const bool is_open = !stack_.empty() || !teams_.empty() || released_;
  if (is_open && last > now()) tick(last);
  if (clock_.interrupted()) end_interruption(now());
  if (fork_open_) go_on_without_team();
  finishing_ = true;
  account();
  mpi_.finish(open_call());
  while (!stack_.empty()) {
    if (stack_.size() == stack_.base()) stack_.end_base();
    const Frame& open = stack_.top();
    if (!open.team_base && !ReplayContext::is_program(open.region))
      note(NestingFault::OpenEnd, open.enter, open.region);
    close_frame(outbox);
  }
  while (!teams_.empty()) end_membership(std::prev(teams_.end()), now(), outbox);
  released_.reset();
  settle();
}

void LocationReplay::close_call(const Frame& frame, Outbox& outbox) {
  if (is_mpi_call(frame.kind)) {
    mpi_.close(open_call(frame), outbox);
    const bool of_all = frame.kind == CallKind::Init || frame.kind == CallKind::Finalize;
    if (of_all && !finishing_)  // else nothing shows that it ended
      mpi_.close_environment(open_call(frame), outbox);
  } else if (is_omp_construct(frame.kind)) {
    close_team_construct(frame, outbox);
  }
  if (leave_followers_.empty()) return;
  OpenCall call = open_call(frame);
  call.attributes = attributes_;
  call.left = !finishing_;
  for (Follower* const follower : leave_followers_) follower->leave(call, outbox);
}

void LocationReplay::on(const MetricSample& event) {
  account();
  counters_.take(event, process_.context.definitions, [this](MetricMemberId member, double delta) {
    if (clock_.accounts()) tree.counters[std::uint64_t{path_.value} << 32 | member.value] += delta;
  });
}

// Its waiting time is charged to one call path, which must contain all of the call's time.
bool LocationReplay::may_wait(const Frame& frame) const {
  const Activity activity = tree[frame.path].activity;
  return frame.kind != CallKind::Other || activity == Activity::Mpi ||
         activity == Activity::OpenMp || activity == Activity::Threads ||
         activity == Activity::Shmem;
}

void LocationReplay::on(const PathParameter& parameter) {
  if (stack_.empty() || stack_.top().team_base || !parameter.parameter.defined()) return;
  if (may_wait(stack_.top()) && (stack_.top().enter != now() || mpi_.has_pending(depth())))
    return odd(DataDefect::LateParameter);
  account();
  --tree[path_].visits;
  path_ = tree.with_parameter(path_, parameter);
  PathNode& node = tree[path_];
  ++node.visits;
  node.kind = stack_.top().kind;
  node.activity = tree[stack_.top().path].activity;
  node.in_mpi_call = tree[stack_.top().path].in_mpi_call;
  stack_.top().path = path_;
}

}  // namespace lull::analysis
