// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Threads from creation to end. A number connects a thread's creation, start, end and join.
#include <dlfcn.h>
#include <limits.h>
#include <pthread.h>

#include <algorithm>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "lull/recorder/measurement/unloading.hpp"
#include "lull/recorder/pthread/function.hpp"
#include "lull/recorder/system/thread_key.hpp"

namespace lull::recorder::pthread {
namespace {

using Routine = void* (*)(void*);

// The data passed to a new thread. Its creator chooses its number, name and location: these do not
// depend on when threads begin.
struct Start {
  Routine routine;
  void* argument;
  std::uint64_t number;
  bool recorded;           // true: its creation was recorded
  bool detached;           // true: detached from the start
  Location* location;      // from a thread that has ended; null: a new location
  std::uint32_t reserved;  // the new location's number
};

// All threads of the process, and the handles of threads that can still be joined. Never destroyed:
// threads may outlive the statics.
class Threads {
 public:
  static Threads& instance() {
    static auto* const threads = new Threads;
    return *threads;
  }
  // The group of all threads of the process, as events refer to it.
  [[nodiscard]] std::uint32_t contingent() const { return contingent_; }
  [[nodiscard]] std::uint64_t next_number() { return ++created_; }

  void add(pthread_t thread, std::uint64_t number) {
    const std::scoped_lock lock(mutex_);
    known_[thread] = {number, nullptr};
  }
  // The thread has ended. Its location becomes free when it is joined, so that the speed of threads
  // does not determine which of them share one; at once if it cannot be joined.
  void end(pthread_t thread, Location* location) {
    const std::scoped_lock lock(mutex_);
    const auto found = known_.find(thread);
    if (found == known_.end())
      free_.push_back(location);
    else
      found->second.ended = location;
  }
  // The thread was joined, or detached. Returns its number; 0 for an unknown thread.
  std::uint64_t take(pthread_t thread) {
    const std::scoped_lock lock(mutex_);
    const auto found = known_.find(thread);
    if (found == known_.end()) return 0;
    const Known known = found->second;
    known_.erase(found);
    if (known.ended != nullptr) free_.push_back(known.ended);
    return known.number;
  }
  // Returns the free location with the lowest number; null if there is none.
  Location* take_location() {
    const std::scoped_lock lock(mutex_);
    const auto least = std::ranges::min_element(free_, {}, &Location::number);
    if (least == free_.end()) return nullptr;
    Location* const location = *least;
    free_.erase(least);
    return location;
  }
  RegionNumber region_of(Routine routine) {
    const std::scoped_lock lock(mutex_);
    if (const std::uint32_t now = unloadings; now != unloadings_) {
      unloadings_ = now;
      std::erase_if(routines_, [](const auto& entry) {
        return is_unloadable(reinterpret_cast<const void*>(entry.first));
      });
    }
    const auto [entry, fresh] = routines_.emplace(routine, 0);
    if (fresh) entry->second = define(reinterpret_cast<const void*>(routine));
    return entry->second;
  }
  [[nodiscard]] const ThreadKey& at_exit() const { return at_exit_; }

 private:
  // All threads of C++ begin in a function of its library, which is not exported.
  static RegionNumber define(const void* routine) {
    Dl_info found{};
    if (::dladdr(routine, &found) != 0 && found.dli_fname != nullptr &&
        std::string_view(found.dli_fname).find("/libstdc++.so") != std::string_view::npos)
      return Measurement::instance().define_region({.name = "std::thread"});
    return Measurement::instance().define_region({.name = "", .address = routine});
  }

  Threads();

  std::mutex mutex_;
  std::uint32_t contingent_;
  std::atomic<std::uint64_t> created_{0};
  struct Known {
    std::uint64_t number = 0;   // 0: its creation is not recorded
    Location* ended = nullptr;  // the location, once the thread has ended
  };
  std::unordered_map<pthread_t, Known> known_;  // threads that may be joined
  std::vector<Location*> free_;
  std::map<Routine, RegionNumber> routines_;
  std::uint32_t unloadings_ = 0;
  ThreadKey at_exit_;
};

// Destructors of thread-specific data run in rounds, before or after the recorder's in each: the
// thread is recorded until the last, unless it has been ended as an OpenMP thread.
thread_local int rounds_left [[gnu::tls_model("initial-exec")]] = 0;

// Called however a thread ends: by returning, pthread_exit or cancellation.
void end_thread(void* location) {
  if (rounds_left-- > 0 && static_cast<const Location*>(location)->at_end)
    return Threads::instance().at_exit().set(location);
  {
    const Recording recording{Recording::EvenPaused{}};
    if (recording && recording->at_end) {
      recording->at_end();
      recording->at_end = nullptr;
    }
  }
  guarded([location] {
    auto* const own = static_cast<Location*>(location);
    own->freeze_counters();
    Measurement::ignore_this_thread();
    Measurement::begin_thread(nullptr, ~std::uint32_t{0});
    Threads::instance().end(::pthread_self(), own);
  });
}

Threads::Threads() : contingent_(Measurement::instance().new_communicator()), at_exit_(end_thread) {
  Measurement::instance().note(
      {{"contingent", {{"number", contingent_}, {"by_default", !wants_threads()}}}});
}

// The new thread records its handle itself: its creator's variable may be gone already. A thread
// that joins it waits for its end, so the handle is known by then.
void begin_thread(const Start& start) {
  if (!start.detached) Threads::instance().add(::pthread_self(), start.recorded ? start.number : 0);
  const std::uint32_t contingent = Threads::instance().contingent();
  Measurement::begin_thread(start.location, start.reserved);
  const Recording recording{Recording::EvenPaused{}};
  if (!recording) return;
  Location& location = *recording;
  if (start.location == nullptr)
    Measurement::instance().name_thread(location.number(),
                                        "Pthread thread " + std::to_string(start.number));
  if (start.recorded)
    OTF2_EvtWriter_ThreadBegin(location.writer(), nullptr, location.look_at_clock(), contingent,
                               start.number);
  location.at_end = [&location, contingent, start] {
    location.leave_all();
    if (start.recorded)
      OTF2_EvtWriter_ThreadEnd(location.writer(), nullptr, location.now(), contingent,
                               start.number);
  };
  if (Measurement::instance().running())
    location.enter(Threads::instance().region_of(start.routine));
  rounds_left = PTHREAD_DESTRUCTOR_ITERATIONS - 1;
  Threads::instance().at_exit().set(&location);
}

[[gnu::noinline]] Start take(void* data) {
  Start start{};
  guarded([&] {
    start = *std::unique_ptr<Start>(static_cast<Start*>(data));
    begin_thread(start);
  });
  return start;
}

// The thread may be unwound through this function, by whatever C++ library the program has: nothing
// here needs cleaning up.
void* run_thread(void* data) {
  const Start start = take(data);
  return start.routine(start.argument);
}

constinit Function<int(pthread_t*, const pthread_attr_t*, Routine, void*)> create{"pthread_create"};
constinit Function<int(pthread_t, void**)> join{"pthread_join"};
constinit Function<int(pthread_t, void**)> try_join{"pthread_tryjoin_np"};
constinit Function<int(pthread_t, void**, const timespec*)> timed_join{"pthread_timedjoin_np"};
constinit Function<int(pthread_t, void**, clockid_t, const timespec*)> clock_join{
    "pthread_clockjoin_np"};
constinit Function<int(pthread_t)> detach{"pthread_detach"};
constinit Function<void(void*)> exit_thread{"pthread_exit"};

// The first thread that a program creates begins the recording if it has not begun yet.
bool records_creation(const void* caller) {
  if (OwnWork::is_going_on() || !is_active()) return false;
  const KeptErrno kept;
  const OwnWork here;
  if (!is_recorded(caller)) return false;
  return Measurement::instance().start() || Measurement::instance().paused();
}

// Prepares the data for a new thread; returns null if there is no memory.
std::unique_ptr<Start> prepare(const pthread_attr_t* attributes, Routine routine,
                               void* argument) noexcept {
  std::unique_ptr<Start> start;
  guarded([&] {
    Measurement& measurement = Measurement::instance();
    start = std::make_unique<Start>(Start{routine, argument, Threads::instance().next_number(),
                                          measurement.running(), false, nullptr, 0});
    int state = PTHREAD_CREATE_JOINABLE;
    if (attributes != nullptr) ::pthread_attr_getdetachstate(attributes, &state);
    start->detached = state == PTHREAD_CREATE_DETACHED;
    start->location = Threads::instance().take_location();
    if (start->location == nullptr) start->reserved = measurement.reserve_location();
  });
  return start;
}

int create_thread(const void* caller, pthread_t* thread, const pthread_attr_t* attributes,
                  Routine routine, void* argument) {
  std::unique_ptr<Start> start = prepare(attributes, routine, argument);
  if (start == nullptr) return create(thread, attributes, routine, argument);
  const auto before = [&](Location& location) {
    if (!start->recorded) return;
    OTF2_EvtWriter_ThreadCreate(location.writer(), nullptr, location.now(),
                                Threads::instance().contingent(), start->number);
  };
  return record(
      create, caller, before,
      [&] {
        const int result = create(thread, attributes, run_thread, start.get());
        if (result == 0) (void)start.release();
        return result;
      },
      kNothingAfter);
}

template <class Signature, class Call>
int record_join(Function<Signature>& function, const void* caller, pthread_t thread, Call call) {
  return record(function, caller, kNothingBefore, call, [thread](Location& location, int error) {
    Threads& threads = Threads::instance();
    const std::uint64_t number = error == 0 ? threads.take(thread) : 0;
    if (number != 0 && Measurement::instance().running())
      OTF2_EvtWriter_ThreadWait(location.writer(), nullptr, location.look_at_clock(),
                                threads.contingent(), number);
  });
}

}  // namespace
}  // namespace lull::recorder::pthread

namespace own = lull::recorder::pthread;

extern "C" {

int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*routine)(void*),
                   void* argument) noexcept {
  const void* const caller = __builtin_return_address(0);
  if (!own::records_creation(caller)) return own::create(thread, attributes, routine, argument);
  return own::create_thread(caller, thread, attributes, routine, argument);
}

int pthread_join(pthread_t thread, void** result) {
  return own::record_join(own::join, __builtin_return_address(0), thread,
                          [=] { return own::join(thread, result); });
}

int pthread_tryjoin_np(pthread_t thread, void** result) noexcept {
  return own::record_join(own::try_join, __builtin_return_address(0), thread,
                          [=] { return own::try_join(thread, result); });
}

int pthread_timedjoin_np(pthread_t thread, void** result, const timespec* until) {
  return own::record_join(own::timed_join, __builtin_return_address(0), thread,
                          [=] { return own::timed_join(thread, result, until); });
}

int pthread_clockjoin_np(pthread_t thread, void** result, clockid_t clock, const timespec* until) {
  return own::record_join(own::clock_join, __builtin_return_address(0), thread,
                          [=] { return own::clock_join(thread, result, clock, until); });
}

int pthread_detach(pthread_t thread) noexcept {
  return own::record(
      own::detach, __builtin_return_address(0),
      [=](lull::recorder::Location&) { own::Threads::instance().take(thread); },
      [=] { return own::detach(thread); }, own::kNothingAfter);
}

// The region is left when the thread ends.
void pthread_exit(void* result) {
  if (own::is_active() && own::is_recorded(__builtin_return_address(0)))
    if (const lull::recorder::Recording recording; recording)
      recording->enter(own::exit_thread.region());
  own::exit_thread(result);
  __builtin_unreachable();
}

}  // extern "C"
