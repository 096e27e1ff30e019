// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Common parts of all functions that intercept functions in gcc's runtime.
#pragma once

#include "lull/recorder/openmp/gomp/runtime.hpp"
#include "lull/recorder/openmp/thread.hpp"

// NOLINTBEGIN(bugprone-macro-parentheses): types and statements have none
// Defines such a function by its name; it returns the result of `handler`. A runtime other than
// gcc's is called with a jump, so that it sees the program's return address, which LLVM's runtime
// passes to the recorder.
#define LULL_GOMP_FUNCTION(name, handler) \
  LULL_RUNTIME_FUNCTION(                  \
      name, handler,                      \
      if (!original.recorded()) return original.as<Same>()(a, b, c, d, e, f, g, h, i, j, k, l);)
// Does the same without the jump.
#define LULL_RUNTIME_FUNCTION(name, handler, first)                                        \
  extern "C" [[gnu::visibility("default")]] lull::recorder::openmp::gomp::Word name(       \
      lull::recorder::openmp::gomp::Word a, lull::recorder::openmp::gomp::Word b,          \
      lull::recorder::openmp::gomp::Word c, lull::recorder::openmp::gomp::Word d,          \
      lull::recorder::openmp::gomp::Word e, lull::recorder::openmp::gomp::Word f,          \
      lull::recorder::openmp::gomp::Word g, lull::recorder::openmp::gomp::Word h,          \
      lull::recorder::openmp::gomp::Word i, lull::recorder::openmp::gomp::Word j,          \
      lull::recorder::openmp::gomp::Word k, lull::recorder::openmp::gomp::Word l) {        \
    using lull::recorder::openmp::gomp::Entry;                                             \
    using lull::recorder::openmp::gomp::Runtime;                                           \
    using Same [[maybe_unused]] = decltype(name);                                          \
    const void* const caller = __builtin_return_address(0);                                \
    Runtime& runtime = Runtime::of(caller);                                                \
    const Runtime::Function& original = runtime[Entry::name];                              \
    first return handler(                                                                  \
        {Entry::name, caller, runtime, original, {{a, b, c, d, e, f, g, h, i, j, k, l}}}); \
  }
// NOLINTEND(bugprone-macro-parentheses)

namespace lull::recorder::openmp::gomp {

// A call by the program: function, return address and arguments. More words are passed on than the
// function has arguments.
struct Call {
  Entry entry;
  const void* caller;
  Runtime& runtime;
  const Runtime::Function& original;
  Words words;
};

// Starts the recording with the first call. Returns true even while it is switched off.
inline bool is_started() {
  Measurement& measurement = Measurement::instance();
  return measurement.start() || measurement.paused();
}

constexpr auto kNothingBefore = [](Thread&, const void*) {};
constexpr auto kNothingAfter = [](Thread&, Word) {};

// Records a call: `before` gets its place, `after` its result. What `before` has begun is ended
// even if the program has switched the recording off meanwhile. The call itself is not inside the
// recorder: it may wait, and run the program's code.
template <class Before, class After>
Word record_call(const Call& call, Before before, After after) {
  if (!is_started()) return call.original(call.words);
  bool begun = false;
  record([&](Thread& thread) {
    begun = true;
    before(thread, place_of_call(call.caller));
  });
  const Word result = call.original(call.words);
  if (begun) record([&](Thread& thread) { after(thread, result); }, Recording::EvenPaused{});
  return result;
}

// Converts the result of a function that returns a bool.
inline bool is_true(Word result) { return (result & 0xff) != 0; }

}  // namespace lull::recorder::openmp::gomp
