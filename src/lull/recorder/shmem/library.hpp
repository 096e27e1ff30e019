// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The process's OpenSHMEM library, to which the recorder is not linked.
#pragma once

#include <algorithm>
#include <cstddef>

#include "lull/recorder/calls/interface.hpp"
#include "lull/recorder/mpi/library.hpp"

namespace lull::recorder::shmem {

// The functions that the generated wrappers intercept.
extern const calls::Wrapper kWrappers[];
extern const std::size_t kWrapperCount;

// A name as an argument of a template.
template <std::size_t Size>
struct Name {
  // NOLINTNEXTLINE(google-explicit-constructor): made from a literal
  constexpr Name(const char (&text)[Size]) { std::copy_n(text, Size, value); }
  char value[Size]{};
};

// Holds the address of a variable in the library, looked up once.
template <Name Variable>
void* library_variable() {
  static void* const found = mpi::loaded_library().variable(Variable.value);
  return found;
}

}  // namespace lull::recorder::shmem
