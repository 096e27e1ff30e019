// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/recorder/mpi/library.hpp"

#include <mpi.h>

#include <array>
#include <atomic>
#include <string_view>

extern "C" {
#pragma GCC visibility push(hidden)
extern const unsigned lull_library_function_count;
extern const char* const lull_library_names[];
extern void* lull_library_functions[];
#ifdef OMPI_PREDEFINED_GLOBAL
LullLibraryVariables lull_library_variables{};
#endif
#pragma GCC visibility pop
}

namespace lull::recorder::mpi {
namespace {

std::atomic<const calls::LoadedLibrary*> library_of_process{nullptr};

// Several threads may store the same value.
void store(void*& place, void* value) { __atomic_store_n(&place, value, __ATOMIC_RELAXED); }

bool fill_variables([[maybe_unused]] const calls::LoadedLibrary& library) {
#ifdef OMPI_PREDEFINED_GLOBAL
  constexpr std::array kNames{LULL_LIBRARY_VARIABLES};
  static_assert(sizeof lull_library_variables == kNames.size() * sizeof(void*));
  auto* const variables = reinterpret_cast<void**>(&lull_library_variables);
  for (std::size_t i = 0; i < kNames.size(); ++i) store(variables[i], library.variable(kNames[i]));
  return MPI_COMM_WORLD != nullptr && MPI_BYTE != nullptr;
#else
  return true;
#endif
}

}  // namespace

bool fill_library_tables(const calls::LoadedLibrary& library) {
  library_of_process.store(&library, std::memory_order_release);
  for (unsigned i = 0; i < lull_library_function_count; ++i)
    store(lull_library_functions[i], library.function(lull_library_names[i]));
  return fill_variables(library);
}

const calls::LoadedLibrary& loaded_library() {
  return *library_of_process.load(std::memory_order_acquire);
}

}  // namespace lull::recorder::mpi
