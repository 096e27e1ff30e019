// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// What all functions have in common that stand in front of those of gcc's runtime.
#pragma once

#include "lull/recorder/openmp/gomp/runtime.hpp"
#include "lull/recorder/openmp/thread.hpp"

// Defines such a function by its name: `handler` gets the entry, where it was called from, and the
// arguments, of which it passes on more than there are; what it returns is returned.
#define LULL_GOMP_FUNCTION(name, handler)                                            \
  extern "C" [[gnu::visibility("default")]] lull::recorder::openmp::gomp::Word name( \
      lull::recorder::openmp::gomp::Word a, lull::recorder::openmp::gomp::Word b,    \
      lull::recorder::openmp::gomp::Word c, lull::recorder::openmp::gomp::Word d,    \
      lull::recorder::openmp::gomp::Word e, lull::recorder::openmp::gomp::Word f,    \
      lull::recorder::openmp::gomp::Word g, lull::recorder::openmp::gomp::Word h,    \
      lull::recorder::openmp::gomp::Word i, lull::recorder::openmp::gomp::Word j,    \
      lull::recorder::openmp::gomp::Word k, lull::recorder::openmp::gomp::Word l) {  \
    using lull::recorder::openmp::gomp::Entry;                                       \
    return handler(Entry::name, __builtin_return_address(0),                         \
                   {{a, b, c, d, e, f, g, h, i, j, k, l}});                          \
  }

namespace lull::recorder::openmp::gomp {

// Whatever comes first begins the recording. It may be switched off for a while.
inline bool is_started() {
  Measurement& measurement = Measurement::instance();
  return measurement.start() || measurement.paused();
}

constexpr auto kNothingBefore = [](Thread&, const void*) {};
constexpr auto kNothingAfter = [](Thread&, Word) {};

// Records a call: `before` with its place, `after` with its result. What was begun in front of it
// is ended even if the program has switched the recording off meanwhile. The call itself is not
// inside the recorder: it may wait, and run the program's code.
template <class Before, class After>
Word record_call(Entry entry, const void* caller, const Words& words, Before before, After after) {
  const Runtime::Function& original = Runtime::of(caller)[entry];
  if (!original.recorded() || !is_started()) return original(words);
  bool begun = false;
  record([&](Thread& thread) {
    begun = true;
    before(thread, place_of_call(caller));
  });
  const Word result = original(words);
  if (begun) record([&](Thread& thread) { after(thread, result); }, Recording::EvenPaused{});
  return result;
}

// Of those that return a bool.
inline bool is_true(Word result) { return (result & 0xff) != 0; }

}  // namespace lull::recorder::openmp::gomp
