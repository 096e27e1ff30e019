// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <utility>

#include "lull/analysis/replay/location_replay.hpp"

namespace lull::analysis {

using State = LocationClock::State;

// Determines who the thread's time belongs to:
// - It belongs to the innermost region that the thread has opened for its innermost team.
// - While the thread is in a team and has left the parallel region, until the team is joined, it
//   belongs to that region, as management. Before the parallel region, it is not counted unless the
//   thread forked the team itself.
// - After a fork it is not known yet. It belongs to the parallel region if that is entered next.
// - A thread that ends its work before the team is joined waits for the join, unless it begins
//   other work.
// - A thread that does something outside teams was created by the program: it never idles.
// - An accelerator's stream has only the time of the regions that run on it.
void LocationReplay::settle(Timestamp now) {
  const bool idled = clock_.suspended();
  path_ = path();
  if (fork_open_) {
    clock_.enter(State::Forked);
  } else if (!teams_.empty() && stack_.size() <= teams_.back().depth) {
    Membership& team = teams_.back();
    team.depth = stack_.size();  // it may have left the place where it forked
    const CallInstance& region = team.member().call;
    if (region.path.defined() && !team.team->joined) {
      clock_.enter(State::Managing);
      path_ = region.path;
    } else {
      const bool goes_on =
          team.kind != Membership::Kind::Worker && (stands_alone_ || !stack_.empty());
      clock_.enter(goes_on ? State::Running : State::Suspended);
    }
  } else if (stack_.empty() && teams_.empty() && released_) {
    clock_.enter(State::Managing);
    path_ = released_->member().call.path;
  } else {
    const bool nobody = stack_.empty() && (!stands_alone_ || ended_);
    clock_.enter(nobody ? State::Suspended : State::Running);
  }
  plain_ = clock_.running() && teams_.empty() && waits_.empty() && !is_stream_ && !process_.ending;
  works_in_team_ = clock_.running() && !teams_.empty();
  if (clock_.suspended() && !idled) idle_since_ = now;
  if (worker_) count_as_worker(now);
  update_barriers(now);
}

void LocationReplay::count_as_worker(Timestamp now) {
  const bool counts = clock_.state() == State::Forked ? !stack_.empty() : !clock_.suspended();
  if (counts == counts_) return;
  counts_ = counts;
  if (process_.master != nullptr) process_.master->catch_up(now);
  if (counts)
    process_.idle.start(*worker_, std::min(counted_from_, now), now);
  else
    process_.idle.stop(*worker_, now);
}

// The thread has done nothing yet.
void LocationReplay::begin_to_work(Outbox& outbox) {
  counted_from_ = now();
  if (!teams_.empty() || !stack_.empty() || stands_alone_ || is_stream_ || fork_open_) return;
  released_.reset();
  settle();
  if (!begin_in_league(outbox)) stand_alone();
}

void LocationReplay::stand_alone() {
  stands_alone_ = true;
  if (worker_ && counts_) process_.idle.stop(*worker_, now());
  worker_.reset();
  settle();
}

// Such threads are created by the program: the runtimes of teams create theirs without these
// events. The first thread of a process has all its time, even if the trace reports its beginning
// (EZTrace does). Inside any construct the event is an oddity that changes nothing.
void LocationReplay::on(const ThreadBegin&, Outbox&) {
  counted_from_ = now();
  if (!worker_ && !knows_lifetimes_) return;
  if (!teams_.empty() || !stack_.empty() || fork_open_) return;
  account();
  knows_lifetimes_ = true;
  ended_ = false;
  released_.reset();
  stand_alone();
}

void LocationReplay::on(const ThreadEnd&) {
  if (!knows_lifetimes_) return;
  account();
  ended_ = true;
  settle();
}

// The thread began with the league.
bool LocationReplay::begin_in_league(Outbox& outbox) {
  const auto membership = process_.teams.begin_in_league(location_, now());
  if (!membership) return false;
  hand_on_barriers(membership->team, outbox);
  membership->member().barriers = membership->team->barriers.begin_member();
  const Timestamp start = std::min(std::max(membership->team->fork.enter, idle_since_), now());
  work_for(*membership);
  tree[path()].time += now() - start;
  activities_.add_late(activity(), start, now());
  counted_from_ = start;
  settle();
  return true;
}

void LocationReplay::work_for(Membership membership) {
  const TeamInstance& team = *membership.team;
  const LocalPathId base =
      team.fork.path.defined()
          ? tree.attach(team.fork.location, team.fork.path, process_.key_of(team.fork))
          : path();
  stack_.push({RegionId{}, base, now(), CallKind::Other, true});
  stack_.begin_base();
  membership.depth = stack_.size();
  teams_.push_back(std::move(membership));
}

void LocationReplay::on(const ThreadFork&, Outbox& outbox) {
  counted_from_ = now();
  if (fork_open_) go_on_without_team();
  account();
  if (teams_.empty() && stack_.empty() && !stands_alone_) {
    released_.reset();
    settle();
    begin_in_league(outbox);
  }
  managed_before_fork_ = clock_.state() == State::Managing;
  process_.teams.fork(location_, path(), now());
  process_.idle.have_forks(true);
  if (process_.master == this) process_.idle.master_forks(now());
  fork_open_ = true;
  settle();
  if (const Teams::Pointer lost = process_.teams.give_up(now())) give_up(lost, outbox);
}

// Treats the team as if its join were here, but the forking thread may be elsewhere by now.
void LocationReplay::give_up(const Teams::Pointer& team, Outbox& outbox) {
  for (LocationReplay* const forker : process_.locations) {
    if (forker->location_ != team->fork.location) continue;
    process_.defects.count(DataDefect::TeamNeverJoined,
                           {forker->location_, team->fork.enter, RegionId{}});
    const Timestamp time = forker->catch_up_with(now());
    forker->join(team, time, outbox);
  }
}

// The time since the fork belongs to the call path.
void LocationReplay::go_on_without_team() {
  fork_open_ = false;
  counted_from_ = now();
  settle();
  const Timestamp since = clock_.accounted();
  if (clock_.running()) {
    clock_.account(tree, path_, now());
    activities_.add_late(activity(), since, now());
  }
  if (process_.master == this) process_.idle.master_went_on(path_, since, clock_.accounted());
  account();
}

void LocationReplay::on(const ThreadTeamBegin& event, Outbox& outbox) {
  counted_from_ = now();
  account();
  if (!event.team.defined()) odd(DataDefect::UndefinedCommunicator);
  Membership membership = process_.teams.begin(location_, event.team, now());
  const Teams::Pointer team = membership.team;
  hand_on_barriers(team, outbox);
  membership.member().barriers = team->barriers.begin_member();
  if (!team->forked) odd(DataDefect::TeamWithoutFork);
  if (membership.kind == Membership::Kind::Own) {
    membership.depth = stack_.size();
    teams_.push_back(std::move(membership));
  } else {
    if (fork_open_) go_on_without_team();
    released_.reset();
    work_for(std::move(membership));
  }
  settle();
}

// The first region that a member of a team enters is the parallel region. For each member it lasts
// from the fork, and the time until the member enters it is management.
bool LocationReplay::is_parallel_region() const {
  if (teams_.empty() || teams_.back().kind == Membership::Kind::League) return false;
  return stack_.size() <= teams_.back().depth && !teams_.back().member().call.path.defined();
}

void LocationReplay::enter_parallel_region() {
  const Membership& membership = teams_.back();
  const TeamInstance& team = *membership.team;
  const bool forked = fork_open_;
  Timestamp start = now();
  if (forked)
    start = clock_.accounted();
  else if (clock_.suspended() && team.forked && !team.joined)
    start = std::min(std::max(team.fork.enter, idle_since_), now());
  membership.member().call = {location_, path_, now(), now()};
  membership.member().start = start;
  const Duration forking = now() - start;
  tree[path_].time += forking;
  activities_.add_late(activity(), start, now());
  if (forking.ticks > 0) tree.management[path_] += forking;
  if (stack_.size() > 1) stack_.below_top().inner += forking;
  update_barriers(start);
  fork_open_ = false;
  counted_from_ = start;
  clock_.skip();
  if (process_.master != this) return;
  process_.idle.enter_region(&team, forked, path_, start, stack_.size(), now());
  process_.idle.master_passed(path_, start, now());
}

void LocationReplay::on(const ThreadTeamEnd&, Outbox& outbox) {
  counted_from_ = now();
  if (fork_open_ && !teams_.empty() && teams_.back().kind == Membership::Kind::Worker)
    go_on_without_team();
  account();
  if (teams_.empty() || teams_.back().kind != Membership::Kind::Worker) return;  // until the join
  close_work(outbox);
}

// Ends work in the innermost team, which another thread has forked.
void LocationReplay::close_work(Outbox& outbox) {
  const Membership ended = teams_.back();
  while (stack_.size() > ended.depth) close_frame(outbox);
  stack_.end_base();
  stack_.pop();
  if (!stack_.empty()) stack_.top().inner += now() - ended.begin;
  end_membership(std::prev(teams_.end()), now(), outbox);
  const bool waits =
      ended.member().call.path.defined() && ended.team->forked && !ended.team->joined;
  if (waits && teams_.empty() && stack_.empty() && !stands_alone_) released_ = ended;
  settle();
}

void LocationReplay::on(const ThreadJoin&, Outbox& outbox) {
  counted_from_ = now();
  if (fork_open_) go_on_without_team();
  account();
  if (const Teams::Pointer team = process_.teams.join(location_, now())) join(team, now(), outbox);
}

void LocationReplay::join_open_teams(Outbox& outbox) {
  while (const Teams::Pointer team = process_.teams.join(location_, now()))
    join(team, now(), outbox);
}

void LocationReplay::join(const Teams::Pointer& team, Timestamp time, Outbox& outbox) {
  if (team->has(location_)) {
    const auto own = std::find_if(teams_.rbegin(), teams_.rend(),
                                  [&](const Membership& open) { return open.team == team; });
    if (own != teams_.rend()) end_membership(std::prev(own.base()), time, outbox);
  }
  for (const TeamInstance::Member& member : team->members)
    outbox.post(ParallelRegionMember{process_.process,
                                     static_cast<std::uint32_t>(team->members.size()), team->fork,
                                     member.call, member.start});
  for (LocationReplay* const other : process_.locations)
    if (other != this) other->joined(*team, time, outbox);
  process_.idle.have_forks(process_.teams.has_forks());
  settle(time);
}

// Accounts for the time before `time`; an interruption begins anew there.
Timestamp LocationReplay::catch_up_with(Timestamp time) {
  const Timestamp now = std::max(time, clock_.accounted());
  if (clock_.interrupted()) {
    const auto interruption = clock_.interruption();
    end_interruption(now);
    if (now < interruption.end) interrupt(std::max(now, interruption.begin), interruption.end);
  }
  account(now);
  return now;
}

void LocationReplay::joined(const TeamInstance& team, Timestamp time, Outbox& outbox) {
  const bool waits = released_ && released_->team.get() == &team;
  const bool works = !teams_.empty() && teams_.back().team.get() == &team;
  if (!waits && !works) return;
  const Timestamp now = catch_up_with(time);
  if (works && teams_.back().kind == Membership::Kind::League) {
    if (now > this->now()) tick(now);
    if (fork_open_) go_on_without_team();
    account();
    return close_work(outbox);
  }
  if (waits) released_.reset();
  settle(now);
}

void LocationReplay::end_membership(std::vector<Membership>::iterator membership, Timestamp time,
                                    Outbox& outbox) {
  const Membership ended = *membership;
  teams_.erase(membership);
  ended.member().task = {TeamInstance::Task::Kind::None, 0, 0};
  ended.team->end_creation(ended.place);
  if (process_.master == this) process_.idle.team_over(ended.team.get(), time);
  ended.team->barriers.end_member(ended.member().barriers, time);
  hand_on_barriers(ended.team, outbox);
}

void LocationReplay::hand_on_barriers(const Teams::Pointer& team, Outbox& outbox) {
  waits_.hand_on_barriers(team, place(), outbox);
}

void LocationReplay::on(const ThreadTaskCreate&) {
  if (!teams_.empty()) waits_.create_task(teams_.back(), now());
}

void LocationReplay::on(const ThreadTaskSwitch& event) {
  if (teams_.empty()) return;
  waits_.switch_task(teams_.back(), event, now());
  update_barriers(now());
}

void LocationReplay::on(const ThreadTaskComplete&) {
  if (!teams_.empty() && waits_.complete_task(teams_.back(), now())) update_barriers(now());
}

void LocationReplay::open_team_construct(CallKind kind) {
  if (teams_.empty()) return;
  const CallInstance call{location_, path_, now(), now()};
  if (waits_.open_construct(kind, stack_.top().region, teams_.back(), stack_.size(), call))
    update_barriers(now());
}

void LocationReplay::close_team_construct(const Frame& frame, Outbox& outbox) {
  waits_.close_construct(frame.kind, frame.region, stack_.size(),
                         {location_, frame.path, frame.enter, now()},
                         attribute(process_.context.attributes().waited), outbox);
}

}  // namespace lull::analysis
