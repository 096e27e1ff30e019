// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The functions of MPI and OpenSHMEM that the library exports: each jumps to where its slot points,
// which is lull_resolve() until it has been called once. Made by generate_stubs.py.
#pragma once

#include <cstddef>

// Declarations: what defines them is generated.
// NOLINTBEGIN(bugprone-dynamic-static-initializers)
extern "C" {
extern void* lull_slots[];  // of the stubs, in the order of their names' bytes
extern const unsigned lull_stub_count;
extern const unsigned lull_name_places[];  // in lull_names
extern const char lull_names[];
extern const char lull_stubs[];  // the first one's code
extern const unsigned lull_stub_size;

// Where the call of a stub goes. `caller`: what it returns to.
void* lull_resolve(unsigned stub, const void* caller) noexcept;
// What dlsym is to say; null: the C library's dlsym is to say it, kNoSymbol: null.
void* lull_symbol(void* handle, const char* name) noexcept;
extern void* lull_next_dlsym;
}
// NOLINTEND(bugprone-dynamic-static-initializers)

namespace lull::recorder::calls {

inline const char* stub_name(unsigned stub) { return lull_names + lull_name_places[stub]; }
inline const void* stub_code(unsigned stub) {
  return lull_stubs + std::size_t{stub} * lull_stub_size;
}
// lull_stub_count where there is none of that name.
unsigned stub_of(const char* name);

}  // namespace lull::recorder::calls
