// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Counts the current and peak memory allocated by `new` in a single-threaded program. Include it in
// one source of the program.
#pragma once

#include <malloc.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <new>

namespace lull::bench {

struct CountedMemory {
  std::size_t now = 0;
  std::size_t most = 0;
};
inline CountedMemory counted_memory;

// Returns the peak memory during the work, relative to the memory in use before it.
template <class Work>
std::size_t peak_of(Work&& work) {
  const std::size_t before = counted_memory.now;
  counted_memory.most = before;
  work();
  return counted_memory.most - before;
}

}  // namespace lull::bench

namespace lull::bench {

inline void* counted(void* memory) {
  if (memory == nullptr) throw std::bad_alloc();
  counted_memory.now += ::malloc_usable_size(memory);
  counted_memory.most = std::max(counted_memory.most, counted_memory.now);
  return memory;
}

}  // namespace lull::bench

void* operator new(std::size_t size) { return lull::bench::counted(std::malloc(size)); }
void* operator new(std::size_t size, std::align_val_t alignment) {
  return lull::bench::counted(std::aligned_alloc(static_cast<std::size_t>(alignment), size));
}
void operator delete(void* memory) noexcept {
  lull::bench::counted_memory.now -= ::malloc_usable_size(memory);
  std::free(memory);
}
void operator delete(void* memory, std::size_t /*size*/) noexcept { operator delete(memory); }
void operator delete(void* memory, std::align_val_t /*alignment*/) noexcept {
  operator delete(memory);
}
