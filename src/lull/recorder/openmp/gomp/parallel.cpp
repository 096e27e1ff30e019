// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Parallel regions: all threads of a team run the outlined function of a region. The recorder wraps
// it in its own function, which records when a thread begins and ends its part. The barrier after
// it ends for all when it ends for the master.
#include <otf2/otf2.h>

#include "lull/recorder/openmp/gomp/calls.hpp"
#include "lull/recorder/system/clock.hpp"

namespace lull::recorder::openmp::gomp {
namespace {

// Lives on the stack of the master, which leaves the region when all threads have done their parts.
struct Fork {
  const void* first_word = nullptr;  // same as in the program's argument: gcc's runtime examines it
  void (*function)(void*) = nullptr;
  void* argument = nullptr;
  Runtime* runtime = nullptr;
  Team* team = nullptr;
  Construct work = Construct::Count;  // the region's only construct; Count: none

  [[nodiscard]] const void* place() const {
    return place_of_function(reinterpret_cast<const void*>(function));
  }
};

thread_local bool known [[gnu::tls_model("initial-exec")]] = false;

// A thread that is not the master has nothing else to do: its previous team is over.
void join(const Fork& fork) {
  const auto index =
      static_cast<std::uint32_t>((*fork.runtime)[Entry::omp_get_thread_num].as<int()>()());
  const auto size =
      static_cast<std::size_t>((*fork.runtime)[Entry::omp_get_num_threads].as<int()>()());
  if (index != 0 && !known) Thread::begin_worker();
  known = true;
  record([&](Thread& thread) {
    while (index != 0 && thread.team() != nullptr) thread.leave_team();
    thread.join_team(*fork.team, index, size);
    if (fork.work != Construct::Count) thread.begin(fork.work, fork.place());
  });
}

void arrive(const Fork& fork) {
  record(
      [&](Thread& thread) {
        if (thread.team() != nullptr && thread.team()->team == fork.team) thread.arrive();
      },
      Recording::EvenPaused{});
}

void run_part(void* data) {
  const Fork& fork = *static_cast<const Fork*>(data);
  const RunningFunction running({fork.runtime, reinterpret_cast<const void*>(fork.function)});
  join(fork);
  fork.function(fork.argument);
  arrive(fork);
}

void end_region(const Fork& fork) {
  fork.team->ended = ticks();
  record(
      [&](Thread& thread) {
        if (thread.team() != nullptr && thread.team()->team == fork.team) thread.leave_team();
        OTF2_EvtWriter_ThreadJoin(thread.writer(), nullptr, thread.location().look_at_clock(),
                                  OTF2_PARADIGM_OPENMP);
        fork.team->settle();
        fork.team->release();
      },
      Recording::EvenPaused{});
}

template <Construct work>
Word run_region(const Call& call) {
  if (!is_started()) return call.original(call.words);
  Fork fork{.function = call.words.pointer<void (*)(void*)>(0),
            .argument = call.words.pointer<void*>(1),
            .runtime = &call.runtime,
            .work = work};
  if (call.entry == Entry::GOMP_parallel_reductions)
    fork.first_word = *static_cast<const void* const*>(fork.argument);
  record([&](Thread& thread) {
    fork.team = Team::make(thread.mastered(), thread.level(), fork.place());
    OTF2_EvtWriter_ThreadFork(thread.writer(), nullptr, thread.location().look_at_clock(),
                              OTF2_PARADIGM_OPENMP, static_cast<std::uint32_t>(call.words.of[2]));
  });
  if (fork.team == nullptr) return call.original(call.words);
  Words own = call.words;
  own.of[0] = reinterpret_cast<Word>(&run_part);
  own.of[1] = reinterpret_cast<Word>(&fork);
  const Word result = call.original(own);
  end_region(fork);
  return result;
}

// The calling thread runs the function for one team after another.
Word run_teams(const Call& call) {
  return record_call(
      call,
      [&](Thread& thread, const void*) {
        thread.begin(Construct::Teams, place_of_function(call.words.pointer<const void*>(0)));
      },
      [](Thread& thread, Word) { thread.end(Construct::Teams); });
}

// Runs on a device or, if there is none, here; with nowait, in a task of the runtime.
Word run_target(const Call& call) {
  return record_call(
      call, [](Thread& thread, const void* place) { thread.begin(Construct::Target, place); },
      [](Thread& thread, Word) { thread.end(Construct::Target); });
}

}  // namespace
}  // namespace lull::recorder::openmp::gomp

namespace parallel = lull::recorder::openmp::gomp;
using lull::recorder::openmp::Construct;

LULL_GOMP_FUNCTION(GOMP_parallel, parallel::run_region<Construct::Count>)
LULL_GOMP_FUNCTION(GOMP_parallel_reductions, parallel::run_region<Construct::Count>)
LULL_GOMP_FUNCTION(GOMP_parallel_sections, parallel::run_region<Construct::Sections>)
LULL_GOMP_FUNCTION(GOMP_teams_reg, parallel::run_teams)
LULL_GOMP_FUNCTION(GOMP_target_ext, parallel::run_target)
#define LULL_PARALLEL_LOOP(name) LULL_GOMP_FUNCTION(name, parallel::run_region<Construct::Loop>)
LULL_GOMP_PARALLEL_LOOPS(LULL_PARALLEL_LOOP)
