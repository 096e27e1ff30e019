// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Vectors that grow to many megabytes and are read at random: they use huge pages where available,
// which avoids most page faults and TLB misses.
#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <limits>
#include <new>
#include <vector>

namespace lull {

// Acts as std::allocator below the size of a huge page; larger blocks are whole huge pages.
template <class T>
struct LargePageAllocator {
  using value_type = T;
  static constexpr std::size_t kPage = std::size_t{2} << 20U;

  LargePageAllocator() = default;
  template <class U>
  LargePageAllocator(const LargePageAllocator<U>&) {}  // NOLINT(google-explicit-constructor)

  // Throws std::bad_alloc.
  [[nodiscard]] T* allocate(std::size_t count) {
    if (count > (std::numeric_limits<std::size_t>::max() - kPage) / sizeof(T))
      throw std::bad_array_new_length();
    const std::size_t bytes = count * sizeof(T);
    if (bytes < kPage) return static_cast<T*>(::operator new(bytes));
    const std::size_t pages = (bytes + kPage - 1) / kPage * kPage;
    void* const memory = ::operator new (pages, std::align_val_t{kPage});
    // Best effort: small pages work as well.
    static_cast<void>(::madvise(memory, pages, MADV_HUGEPAGE));
    return static_cast<T*>(memory);
  }

  void deallocate(T* memory, std::size_t count) noexcept {
    if (count * sizeof(T) < kPage)
      ::operator delete(memory);
    else
      ::operator delete (memory, std::align_val_t{kPage});
  }

  template <class U>
  friend bool operator==(const LargePageAllocator&, const LargePageAllocator<U>&) {
    return true;
  }
};

template <class T>
using LargeVector = std::vector<T, LargePageAllocator<T>>;

}  // namespace lull
