// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Control flow, time, and counters. MPI is in mpi_replay.cpp, threads are in
// location_replay_threads.cpp.
#include "lull/analysis/replay/location_replay.hpp"

#include <algorithm>

namespace lull::analysis {

LocationReplay::LocationReplay(ProcessState& process, LocationId location, bool master)
    : process_(process),
      location_(location),
      stands_alone_(master),
      suspended_(!master),
      path_(LocalCallTree::kRoot),
      mpi_(process, location, tree) {}

EventSelection LocationReplay::selection() {
  return select_events<Enter, Leave, MpiSend, MpiRecv, MpiIsend, MpiIsendComplete, MpiIrecvRequest,
                       MpiIrecv, MpiRequestCancelled, MpiCollectiveBegin, MpiCollectiveEnd,
                       BufferFlush, MeasurementOnOff, ProgramBegin, ProgramEnd, ThreadFork,
                       ThreadJoin, ThreadTeamBegin, ThreadTeamEnd, ThreadTaskSwitch,
                       ThreadTaskComplete, ThreadAcquireLock, ThreadReleaseLock, MetricSample,
                       ParameterString, ParameterInt, ParameterUnsigned, RmaPut, RmaGet, RmaAtomic,
                       CallingContextEnter, CallingContextLeave>();
}

void LocationReplay::handle(const Event& event, Outbox& outbox) {
  advance_clock(event.time);
  switch (event.body.index()) {
    case kEventKind<Enter>:
      on(*std::get_if<Enter>(&event.body));
      break;
    case kEventKind<Leave>:
      on(*std::get_if<Leave>(&event.body), outbox);
      break;
    case kEventKind<MpiSend>:
      mpi_.on(*std::get_if<MpiSend>(&event.body), open_call());
      close_if_outside_call(outbox);
      break;
    case kEventKind<MpiRecv>:
      mpi_.on(*std::get_if<MpiRecv>(&event.body), open_call());
      close_if_outside_call(outbox);
      break;
    default:
      other(event, outbox);
  }
}

void LocationReplay::advance_specially(Timestamp time) {
  if (!has_events_) {
    has_events_ = true;
    first_ = last_ = time_ = time;
  } else if (time < time_) {
    odd(Oddity::TimeRunsBackwards);
  } else {
    time_ = time;
  }
  if (overhead_open_) close_overhead();
}

void LocationReplay::other(const Event& event, Outbox& outbox) {
  const auto visitor = [this, &outbox]<class Body>(const Body& body) {
    if constexpr (requires { this->on(body, outbox); }) {
      on(body, outbox);
    } else if constexpr (requires { this->on(body); }) {
      on(body);
    } else if constexpr (requires { mpi_.on(body, open_call(), outbox); }) {
      mpi_.on(body, open_call(), outbox);
    } else if constexpr (requires { mpi_.on(body, open_call()); }) {
      mpi_.on(body, open_call());
    } else if constexpr (std::is_same_v<Body, ProgramBegin>) {
      enter(ReplayContext::program_region(body.name));
    } else if constexpr (std::is_same_v<Body, ProgramEnd>) {
      if (!stack_.empty() && ReplayContext::is_program(stack_.front().region))
        leave(stack_.front().region, outbox);
    } else if constexpr (std::is_same_v<Body, BufferFlush>) {
      open_overhead(body.stop);
    } else if constexpr (std::is_same_v<Body, MeasurementOnOff>) {
      if (!body.on) open_overhead(kEndOfTime);
    } else if constexpr (std::is_same_v<Body, ParameterString>) {
      on(PathParameter{body.parameter, body.value.value, ValueKind::Reference});
    } else if constexpr (std::is_same_v<Body, ParameterInt>) {
      on(PathParameter{body.parameter, static_cast<std::uint64_t>(body.value), ValueKind::Signed});
    } else if constexpr (std::is_same_v<Body, ParameterUnsigned>) {
      on(PathParameter{body.parameter, body.value, ValueKind::Unsigned});
    } else if constexpr (std::is_same_v<Body, CallingContextEnter>) {
      enter(process_.context.region_of(body.context));
    } else if constexpr (std::is_same_v<Body, CallingContextLeave>) {
      leave(process_.context.region_of(body.context), outbox);
    } else if constexpr (std::is_same_v<Body, RmaPut>) {
      count(CountMetric::RmaPuts, 1);
      count(CountMetric::RmaBytesPut, body.bytes);
    } else if constexpr (std::is_same_v<Body, RmaGet>) {
      count(CountMetric::RmaGets, 1);
      count(CountMetric::RmaBytesGot, body.bytes);
    } else if constexpr (std::is_same_v<Body, RmaAtomic>) {
      count(CountMetric::RmaAtomics, 1);
      count(CountMetric::RmaBytesPut, body.sent);
      count(CountMetric::RmaBytesGot, body.received);
    }
  };
  std::visit(visitor, event.body);
  close_if_outside_call(outbox);
}

// Overhead lasts until the location's next event at most: that one was recorded.
void LocationReplay::open_overhead(Timestamp end) {
  overhead_open_ = true;
  overhead_begin_ = time_;
  overhead_end_ = end;
  barriers_.update(stack_.size(), true, time_);
}

void LocationReplay::close_overhead() {
  overhead_open_ = false;
  const Timestamp end = std::min(time_, overhead_end_);
  barriers_.update(stack_.size(), false, std::max(end, overhead_begin_));
  if (end > overhead_begin_ && !suspended_) tree.overhead[path_] += end - overhead_begin_;
}

void LocationReplay::on(const Enter& event) { enter(event.region); }

void LocationReplay::enter(RegionId region) {
  const LocalPathId callee = tree.recent(path_, region);
  if (!plain() || !callee.defined() || stack_.size() == stack_.capacity()) [[unlikely]]
    return enter_specially(region);
  tree[path_].time += time_ - last_;
  last_ = time_;
  path_ = callee;
  PathNode& node = tree[callee];
  ++node.visits;
  stack_.push_back({region, callee, time_, node.kind, false});
  if (node.kind != CallKind::Other) mpi_.enter(open_call());
}

void LocationReplay::enter_specially(RegionId region) {
  advance(time_);
  if (!region.defined()) odd(Oddity::UndefinedRegion);
  const bool team_base = !stack_.empty() && stack_.back().team_base;
  if (stack_.empty() && suspended_ && teams_.empty()) {  // a thread of the program's own
    stands_alone_ = true;
    suspended_ = false;
  }
  managing_ = false;
  path_ = tree.enter(
      team_base || !stack_.empty() ? stack_.back().path : LocalPathId(LocalCallTree::kRoot),
      region);
  ++tree[path_].visits;
  const CallKind kind = process_.context.class_of(region).call;
  tree[path_].kind = kind;
  stack_.push_back({region, path_, time_, kind, false});
  mpi_.enter(open_call());
  if (team_base || suspended_) enter_parallel_region();
  barriers_.update(stack_.size(), false, time_);
  if (kind == CallKind::OmpExplicitBarrier || kind == CallKind::OmpImplicitBarrier)
    open_thread_barrier(kind);
}

void LocationReplay::on(const Leave& event, Outbox& outbox) { leave(event.region, outbox); }

void LocationReplay::leave(RegionId region, Outbox& outbox) {
  if (!plain() || stack_.empty() || stack_.back().region != region) [[unlikely]]
    return leave_specially(region, outbox);
  tree[path_].time += time_ - last_;
  last_ = time_;
  if (stack_.back().kind != CallKind::Other) close_call(Frame(stack_.back()), outbox);
  stack_.pop_back();
  path_ = stack_.empty() ? LocalPathId(LocalCallTree::kRoot) : stack_.back().path;
}

void LocationReplay::leave_specially(RegionId region, Outbox& outbox) {
  advance(time_);
  if (!stack_.empty() && stack_.back().region == region && !stack_.back().team_base)
    return close_frame(outbox);
  const auto inner = std::find_if(stack_.rbegin(), stack_.rend(), [region](const Frame& frame) {
    return frame.region == region || frame.team_base;
  });
  if (inner == stack_.rend() || inner->team_base) {
    odd(Oddity::LeaveWithoutEnter, region);
    return;
  }
  odd(Oddity::LeaveOfOtherRegion);
  const auto remaining = static_cast<std::size_t>(stack_.rend() - inner) - 1;
  while (stack_.size() > remaining) close_frame(outbox);
}

void LocationReplay::close_frame(Outbox& outbox) {
  const Frame frame = stack_.back();
  if (frame.kind != CallKind::Other) close_call(frame, outbox);
  stack_.pop_back();
  if (!teams_.empty() && !teams_.back().team->joined &&
      teams_.back().member().call.path == frame.path) {
    leave_parallel_region();
  } else {
    path_ = stack_.empty() ? LocalPathId(LocalCallTree::kRoot) : stack_.back().path;
  }
  barriers_.update(stack_.size(), false, time_);
}

void LocationReplay::finish(Timestamp last, Outbox& outbox) {
  if (!has_events_) return;
  if (!stack_.empty()) time_ = std::max(time_, last);
  advance(time_);
  if (overhead_open_) close_overhead();
  mpi_.finish(open_call());
  while (!stack_.empty()) {
    if (!stack_.back().team_base && !ReplayContext::is_program(stack_.back().region))
      odd(Oddity::RegionNeverLeft);
    close_frame(outbox);
  }
  while (!teams_.empty()) end_membership(outbox);
}

void LocationReplay::close_call(const Frame& frame, Outbox& outbox) {
  if (is_mpi_call(frame.kind)) {
    mpi_.close(open_call(frame), outbox);
    if (frame.kind == CallKind::Init || frame.kind == CallKind::Finalize)
      mpi_.close_environment(open_call(frame), outbox);
  } else if (frame.kind == CallKind::OmpExplicitBarrier ||
             frame.kind == CallKind::OmpImplicitBarrier) {
    close_thread_barrier(frame, outbox);
  }
}

void LocationReplay::on(const MetricSample& event) {
  advance(time_);
  if (!event.metric.defined()) return;
  const Definitions& definitions = process_.context.definitions;
  const auto& members = definitions.metrics[event.metric.index()].members;
  for (std::size_t i = 0; i < members.size() && i < event.values.size(); ++i) {
    if (!members[i].defined()) continue;
    const MetricMode mode = definitions.metric_members[members[i].index()].mode;
    const Value& raw = event.values[i];
    const double value = raw.kind == ValueKind::Floating ? raw.as_floating
                         : raw.kind == ValueKind::Signed ? static_cast<double>(raw.as_signed)
                                                         : static_cast<double>(raw.as_unsigned);
    const bool accumulated = (static_cast<unsigned>(mode) & 15u) == 0;
    const bool relative = (static_cast<unsigned>(mode) & 15u) == 2;
    if (!accumulated && !relative) continue;  // an absolute value belongs to no span of time
    const auto [last, fresh] =
        counters_.try_emplace(std::uint64_t{event.metric.value} << 32 | i, value);
    const double delta = relative ? value : fresh ? 0 : value - last->second;
    last->second = value;
    if (!suspended_ && delta != 0)
      tree.counters[std::uint64_t{path_.value} << 32 | members[i].value] += delta;
  }
}

void LocationReplay::on(const PathParameter& parameter) {
  if (stack_.empty() || stack_.back().team_base || !parameter.parameter.defined()) return;
  advance(time_);
  --tree[path_].visits;
  path_ = tree.with_parameter(path_, parameter);
  ++tree[path_].visits;
  stack_.back().path = path_;
}

}  // namespace lull::analysis
