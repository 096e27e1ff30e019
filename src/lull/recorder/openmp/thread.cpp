// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/recorder/openmp/thread.hpp"

#include <otf2/otf2.h>
#include <pthread.h>

#include <algorithm>
#include <map>
#include <mutex>
#include <utility>

#include "lull/recorder/files/event_attributes.hpp"
#include "lull/recorder/system/thread_key.hpp"

namespace lull::recorder::openmp {
namespace {

thread_local Thread* this_thread [[gnu::tls_model("initial-exec")]] = nullptr;
thread_local bool is_worker [[gnu::tls_model("initial-exec")]] = false;

// Stored by location: a thread that takes over a location continues with its state.
Thread* find_or_make(Location& location) {
  static std::mutex mutex;
  static auto* const threads = new std::map<const Location*, Thread*>;
  const std::scoped_lock lock(mutex);
  Thread*& thread = (*threads)[&location];
  if (thread == nullptr) thread = new Thread(location);
  return thread;
}

// Called before the location is given to another thread.
void end_thread(void* ended) noexcept {
  {
    const Recording recording{Recording::EvenPaused{}};
    if (!recording || recording->at_end == nullptr) return;
    recording->at_end();
    recording->at_end = nullptr;
    recording->leave_all();
  }
  static_cast<Thread*>(ended)->held.clear();
  if (is_worker) Measurement::instance().release_location(OTF2_PARADIGM_OPENMP);
}

// Runs end_thread() when the calling thread ends.
void run_at_thread_end(Thread* thread) {
  static const ThreadKey at_end(end_thread);
  at_end.set(thread);
}

}  // namespace

// Threads live as long as the process: the runtime may use them until its end.
Thread& Thread::of(Location& location) {
  if (this_thread != nullptr && &this_thread->location_ == &location) [[likely]]
    return *this_thread;
  auto* const thread = find_or_make(location);
  location.at_end = [thread, others = std::move(location.at_end)] {
    while (!thread->teams_.empty()) {
      if (thread->teams_.back().index == 0) thread->teams_.back().team->settle();
      thread->leave_team();
    }
    if (others) others();
  };
  run_at_thread_end(thread);
  return *(this_thread = thread);
}

void Thread::begin_worker() noexcept {
  is_worker = true;
  const bool fresh = !Measurement::instance().reuse_location(OTF2_PARADIGM_OPENMP);
  const Recording recording{Recording::EvenPaused{}};
  if (!recording || !fresh) return;
  Measurement::instance().note_worker(recording->number());
}

void Thread::join_team(Team& team, std::uint32_t index, std::size_t size) {
  team.keep();
  const TeamNumber number = team.begin(location_.number(), index, size);
  OTF2_EvtWriter_ThreadTeamBegin(writer(), nullptr, location_.look_at_clock(), number);
  teams_.push_back({&team, number, index, location_.depth(), begun_.size(), tasks_.size()});
  location_.enter(region(Construct::Parallel, team.place()));
}

void Thread::arrive() {
  if (teams_.empty()) return;
  const Membership& team = teams_.back();
  location_.leave_to(team.depth + 1, location_.look_at_clock());
  begun_.resize(std::min(begun_.size(), team.begun));
  tasks_.resize(std::min(tasks_.size(), team.tasks));
  begin(Construct::ImplicitBarrier, team.team->place());
}

void Thread::leave_team() {
  if (teams_.empty()) return;
  const Membership left = teams_.back();
  const std::uint64_t time = end_of_team();
  location_.leave_to(left.depth, time);
  OTF2_EvtWriter_ThreadTeamEnd(writer(), nullptr, location_.now(), left.number);
  begun_.resize(std::min(begun_.size(), left.begun));
  tasks_.resize(std::min(tasks_.size(), left.tasks));
  teams_.pop_back();
  left.team->release();
}

std::uint64_t Thread::end_of_team() {
  const std::uint64_t ended = teams_.empty() ? 0 : teams_.back().team->ended.load();
  return ended == 0 ? location_.look_at_clock() : ended;
}

std::size_t Thread::outer_constructs() const {
  return std::max(teams_.empty() ? 0 : teams_.back().begun,
                  tasks_.empty() ? 0 : tasks_.back().begun);
}

void Thread::begin(Construct construct, const void* place) {
  begun_.push_back({construct, location_.depth()});
  location_.enter(region(construct, place));
}

void Thread::expect_barrier(const void* place) {
  if (!teams_.empty() && begun_.size() > outer_constructs())
    expected_ = {location_.look_at_clock(), place};
}

void Thread::begin_expected_barrier() {
  const Expected barrier = std::exchange(expected_, {});
  if (barrier.time == 0 || begun_.size() <= outer_constructs()) return;
  end(begun_.back().construct, barrier.time);
  begun_.push_back({Construct::ImplicitBarrier, location_.depth()});
  location_.enter_at(region(Construct::ImplicitBarrier, barrier.place), barrier.time);
}

void Thread::begin_wait(Construct construct) {
  if (begun_.size() > outer_constructs() && begun_.back().construct == construct)
    begun_.back().waits_since = location_.look_at_clock();
}

OTF2_AttributeList* Thread::attributes_of(const Begun& ended, std::uint64_t time) {
  if (ended.waits_since == 0 || location_.depth() <= ended.depth) return nullptr;
  OTF2_AttributeList* const list = location_.attributes();
  add_attribute(list, EventAttribute::Waited, location_.not_before(time) - ended.waits_since);
  return list;
}

void Thread::end(Construct construct) { end(construct, location_.look_at_clock()); }

void Thread::end(Construct construct, std::uint64_t time) {
  for (std::size_t i = begun_.size(); i-- > outer_constructs();) {
    if (begun_[i].construct != construct) continue;
    location_.leave_to(begun_[i].depth, time, attributes_of(begun_[i], time));
    begun_.resize(i);
    return;
  }
}

void Thread::end_if_last(Construct construct) {
  if (begun_.size() > outer_constructs() && begun_.back().construct == construct) end(construct);
}

void Thread::end_with_team(Construct construct) { end(construct, end_of_team()); }

void Thread::begin_task(std::uint64_t id, RegionNumber region) {
  tasks_.push_back({id, location_.depth(), begun_.size()});
  location_.enter(region);
}

std::uint64_t Thread::task(std::size_t outwards) const {
  const std::size_t outside = teams_.empty() ? 0 : teams_.back().tasks;
  return tasks_.size() > outside + outwards ? tasks_[tasks_.size() - 1 - outwards].id : 0;
}

void Thread::end_task() {
  if (tasks_.empty()) return;
  location_.leave_to(tasks_.back().depth, location_.look_at_clock());
  begun_.resize(std::min(begun_.size(), tasks_.back().begun));
  tasks_.pop_back();
}

}  // namespace lull::recorder::openmp
