// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Waiting for locks and for conditions. The lock operations of a process's threads are followed in
// process order.
#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "support/reference/attributes.hpp"
#include "support/reference/severities.hpp"

namespace lull::reference {
namespace {

struct LockEvent {
  InstanceId call;
  LocationId location;
  Timestamp time;
  Timestamp last;  // time of the thread's previous lock operation
  std::size_t step = 0;
  Paradigm paradigm = Paradigm::Unknown;
  std::uint32_t lock = 0;
  std::uint32_t order = 0;
  bool acquires = false;
};

std::vector<LockEvent> lock_events(const TraceModel& model, ProcessId process) {
  std::vector<LockEvent> events;
  std::map<LocationId, Timestamp> last;
  for (const EventRef& ref : model.events_of(process)) {
    LockEvent lock;
    lock.call = model.instance_at(ref);
    lock.location = ref.location;
    lock.time = model.event(ref).time;
    lock.step = model.step_of[ref.location.index()][ref.index];
    const auto note = [&](const auto& body) {
      lock.paradigm = body.model;
      lock.lock = body.lock;
      lock.order = body.order;
      lock.last = last[ref.location];
      last[ref.location] = lock.time;
      events.push_back(lock);
    };
    if (const auto* acquire = std::get_if<ThreadAcquireLock>(&model.event(ref).body)) {
      lock.acquires = true;
      note(*acquire);
    } else if (const auto* release = std::get_if<ThreadReleaseLock>(&model.event(ref).body)) {
      note(*release);
    }
  }
  return events;
}

std::string_view function_of(const TraceModel& model, InstanceId call) {
  const Region* region = call.defined() ? model.region_of(call) : nullptr;
  return region && region->paradigm == Paradigm::Pthread ? std::string_view(region->name)
                                                         : std::string_view{};
}
bool waits_for_condition(std::string_view function) {
  return function.starts_with("pthread_cond_") && function.ends_with("wait");
}
bool is_rwlock(std::string_view function) {
  return (function.starts_with("pthread_rwlock_") || function.starts_with("pthread_spin_")) &&
         function.ends_with("lock");
}

std::string_view lock_metric(const TraceModel& model, InstanceId call) {
  if (!call.defined()) return {};
  const std::string_view function = function_of(model, call);
  if (function.starts_with("pthread_mutex_"))
    return function == "pthread_mutex_trylock" || function == "pthread_mutex_unlock" ||
                   !function.ends_with("lock")
               ? ""
               : "pthread_lock_contention_mutex_lock";
  const Region* region = model.region_of(call);
  if (!region || region->paradigm != Paradigm::OpenMp) return {};
  if (region->role == RegionRole::Critical) return "omp_lock_contention_critical";
  if (region->role == RegionRole::Atomic) return {};
  const std::string_view metric = time_metric_of(region);
  return metric == "omp_lock_api" && !region->name.starts_with("omp_test_")
             ? "omp_lock_contention_api"
             : "";
}

// One acquisition with its number. It ends with as many releases as there were preceding
// acquisitions of that number, by one thread.
struct Holding {
  std::uint32_t order = 0;
  std::size_t acquired = 0, released = 0;
  LocationId holder;
  std::optional<LockEvent> release;  // the release that ended it
};

// Finds the release that each acquisition had to wait for: the preceding acquisition's.
class Chain {
 public:
  void acquire(const LockEvent& event) {
    Holding* known = last(event.order);
    if (known && !known->release && known->acquired > 0 && known->holder == event.location) {
      ++known->acquired;
      return;
    }
    if (!known || known->acquired > 0)
      holdings_.push_back({event.order, 1, 0, event.location, {}});
    else if (!known->release)
      *known = {event.order, 1, 0, event.location, {}};
    if (event.order == 0) return;
    if (const Holding* before = last(event.order - 1); before && before->release)
      handed_.emplace_back(event, *before->release);
    else
      waiting_.push_back(event);
  }
  void release(const LockEvent& event) {
    Holding* holding = last(event.order);
    if (!holding) holding = &holdings_.emplace_back(Holding{event.order, 0, 0, {}, {}});
    if (holding->release || ++holding->released < holding->acquired) return;
    holding->release = event;
    const auto next = std::ranges::find(waiting_, event.order + 1, &LockEvent::order);
    if (next == waiting_.end()) return;
    handed_.emplace_back(*next, event);
    waiting_.erase(next);
  }
  [[nodiscard]] const auto& handed_over() const { return handed_; }

 private:
  Holding* last(std::uint32_t order) {
    for (std::size_t i = holdings_.size(); i-- > 0;)
      if (holdings_[i].order == order) return &holdings_[i];
    return nullptr;
  }
  std::vector<Holding> holdings_;
  std::vector<LockEvent> waiting_;
  std::vector<std::pair<LockEvent, LockEvent>> handed_;
};

struct Waiter {
  InstanceId call;
  std::size_t begin = 0;  // steps: the mutex is released,
  std::size_t got = 0;    // and acquired again
  LockEvent acquire;
  std::uint32_t mutex = 0;
  std::optional<std::uint64_t> condition;
  std::optional<InstanceId> waker;
};

// The waits for conditions in one process, and the calls that ended them.
class Conditions {
 public:
  Conditions(const TraceModel& model, ProcessId process, const std::vector<LockEvent>& events)
      : model_(model), events_(events) {
    find_waiters(process);
    for (std::size_t i = 0; i < model.instances.size(); ++i) {
      const std::string_view name = function_of(model, InstanceId{i});
      if (model.process_of(model.instances[i].location) == process &&
          (name == "pthread_cond_signal" || name == "pthread_cond_broadcast"))
        wakers_.emplace_back(i);
    }
    std::ranges::sort(wakers_, {}, [&](InstanceId id) { return model[id].opened; });
    for (const InstanceId waker : wakers_) wake(waker);
  }
  [[nodiscard]] const std::vector<Waiter>& waiters() const { return waiters_; }

 private:
  void find_waiters(ProcessId process) {
    for (std::size_t i = 0; i < model_.instances.size(); ++i) {
      const InstanceId call{i};
      if (model_.process_of(model_[call].location) != process ||
          !waits_for_condition(function_of(model_, call)))
        continue;
      Waiter waiter;
      waiter.call = call;
      bool gives_up = false;
      for (const LockEvent& event : events_) {
        if (event.call != call || event.paradigm != Paradigm::Pthread) continue;
        if (!event.acquires && !gives_up) {
          gives_up = true;
          waiter.begin = event.step;
          waiter.mutex = event.lock;
        }
        if (!event.acquires) continue;
        if (gives_up && waiter.got == 0) waiter.got = event.step;
        waiter.acquire = event;
      }
      if (!gives_up) continue;
      waiter.condition = attribute_of_enter(model_, call, "condition");
      if (attribute_of_leave(model_, call, "result").value_or(0) != 0) {
        waited_with_.push_back(waiter);
        continue;  // it timed out
      }
      waiters_.push_back(waiter);
      waited_with_.push_back(waiter);
    }
    std::ranges::sort(waiters_, {},
                      [&](const Waiter& waiter) { return model_[waiter.call].closed; });
  }

  [[nodiscard]] bool was_waited_with(std::uint32_t mutex, std::size_t before) const {
    return std::ranges::any_of(waited_with_, [&](const Waiter& waiter) {
      return !waiter.condition && waiter.mutex == mutex && waiter.begin < before;
    });
  }
  // Returns the mutexes held by the thread.
  [[nodiscard]] std::vector<std::uint32_t> held(LocationId location, std::size_t step) const {
    std::vector<std::uint32_t> mutexes;
    for (const LockEvent& event : events_) {
      if (event.location != location || event.step >= step || event.paradigm != Paradigm::Pthread ||
          is_rwlock(function_of(model_, event.call)))
        continue;
      if (event.acquires) {
        mutexes.push_back(event.lock);
        continue;
      }
      const auto last = std::find(mutexes.rbegin(), mutexes.rend(), event.lock);
      if (last != mutexes.rend()) mutexes.erase(std::next(last).base());
    }
    std::ranges::sort(mutexes);
    mutexes.erase(std::unique(mutexes.begin(), mutexes.end()), mutexes.end());
    return mutexes;
  }

  void wake(InstanceId waker) {
    const std::size_t step = model_[waker].opened;
    if (const auto condition = attribute_of_enter(model_, waker, "condition"))
      return wake(waker, [&](const Waiter& waiter) { return waiter.condition == condition; });
    std::vector<std::uint32_t> mutexes = held(model_[waker].location, step);
    std::erase_if(mutexes, [&](std::uint32_t mutex) { return !was_waited_with(mutex, step); });
    if (mutexes.empty())
      for (const Waiter& waiter : waited_with_)
        if (!waiter.condition && std::ranges::find(mutexes, waiter.mutex) == mutexes.end())
          mutexes.push_back(waiter.mutex);
    for (const std::uint32_t mutex : mutexes)
      wake(waker, [&](const Waiter& waiter) { return !waiter.condition && waiter.mutex == mutex; });
  }
  // A broadcast wakes all current waiters, a signal the first of them to return.
  template <class IsAbout>
  void wake(InstanceId waker, IsAbout is_about) {
    const std::size_t step = model_[waker].opened;
    const bool all = function_of(model_, waker) == "pthread_cond_broadcast";
    for (Waiter& waiter : waiters_) {
      const std::size_t until = waiter.got != 0 ? waiter.got : model_[waiter.call].closed;
      if (waiter.waker || !is_about(waiter) || waiter.begin >= step || step >= until) continue;
      waiter.waker = waker;
      if (!all) return;
    }
  }

  const TraceModel& model_;
  const std::vector<LockEvent>& events_;
  std::vector<Waiter> waiters_;      // in the order in which they return
  std::vector<Waiter> waited_with_;  // including those that time out
  std::vector<InstanceId> wakers_;
};

// A call waits only during its own time, which is assumed to come first.
std::int64_t waiting(const TraceModel& model, const LockEvent& acquire, Timestamp since,
                     Timestamp until) {
  return TimeSpan{std::max(model[acquire.call].enter, since),
                  std::min(until, model.own_end(acquire.call, acquire.time))}
      .length();
}

void analyse_rwlocks(const TraceModel& model, const std::vector<LockEvent>& events,
                     Severities& severities) {
  struct Known {
    std::map<std::uint32_t, bool> holders;  // true: shared
    std::vector<std::pair<bool, Timestamp>> releases;
  };
  std::map<std::uint32_t, Known> locks;
  for (const LockEvent& event : events) {
    const std::string_view function = function_of(model, event.call);
    if (!is_rwlock(function)) continue;
    Known& lock = locks[event.lock];
    if (!event.acquires) {
      const auto holder = lock.holders.find(event.order);
      if (holder == lock.holders.end()) continue;
      lock.releases.emplace_back(holder->second, event.time);
      lock.holders.erase(holder);
      continue;
    }
    const bool shared = function.ends_with("rdlock");
    Timestamp until;
    for (const auto& [was_shared, time] : lock.releases)
      if (!shared || !was_shared) until = std::max(until, time);
    const bool tests = function.find("_try") != std::string_view::npos;
    if (!tests && function.find("unlock") == std::string_view::npos)
      severities.charge("pthread_lock_contention_rwlock", event.call,
                        waiting(model, event, event.last, until));
    lock.holders[event.order] = shared;
  }
}

void analyse(const TraceModel& model, ProcessId process, Severities& severities) {
  const std::vector<LockEvent> events = lock_events(model, process);
  const Conditions conditions(model, process, events);
  std::map<std::pair<Paradigm, std::uint32_t>, Chain> chains;
  for (const LockEvent& event : events) {
    if (is_rwlock(function_of(model, event.call))) continue;
    Chain& chain = chains[{event.paradigm, event.lock}];
    event.acquires ? chain.acquire(event) : chain.release(event);
  }
  std::map<InstanceId, std::pair<const Waiter*, InstanceId>> woken;
  for (const Waiter& waiter : conditions.waiters()) {
    if (!waiter.waker || waiter.got == 0) continue;
    woken[waiter.call] = {&waiter, *waiter.waker};
    severities.charge("pthread_condition_wait", waiter.call,
                      waiting(model, waiter.acquire, {}, model[*waiter.waker].enter));
  }
  for (const auto& [key, chain] : chains)
    for (const auto& [acquire, release] : chain.handed_over()) {
      if (!acquire.call.defined()) continue;
      if (const std::string_view metric = lock_metric(model, acquire.call); !metric.empty())
        severities.charge(metric, acquire.call,
                          waiting(model, acquire, acquire.last, release.time));
      const auto waker = woken.find(acquire.call);
      if (waker != woken.end() && waker->second.first->acquire.step == acquire.step)
        severities.charge("pthread_lock_contention_conditional", acquire.call,
                          waiting(model, acquire, model[waker->second.second].enter, release.time));
    }
  analyse_rwlocks(model, events, severities);
}

}  // namespace

void analyse_locks(const TraceModel& model, Severities& severities) {
  for (std::size_t i = 0; i < model.definitions->processes.size(); ++i)
    analyse(model, ProcessId{i}, severities);
}

}  // namespace lull::reference
