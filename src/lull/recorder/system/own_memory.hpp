// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Memory for the recorder's data in the middle of a program, which may have been interrupted in
// malloc or hold one of its locks: allocated directly from the system, without a lock, and never
// freed. Thread-safe, even in signal handlers.
#pragma once

#include <cstddef>
#include <new>

namespace lull::recorder {

// Returns zeroed memory, aligned for any type; null if the system has none.
[[nodiscard]] void* own_memory(std::size_t size) noexcept;

// An allocator for containers that mostly grow.
template <class T>
struct OwnAllocator {
  using value_type = T;

  OwnAllocator() = default;
  template <class Other>
  OwnAllocator(const OwnAllocator<Other>& /*other*/) noexcept {
  }  // NOLINT(google-explicit-constructor)

  T* allocate(std::size_t count) {
    // NOLINTNEXTLINE(bugprone-sizeof-expression): a T may be a pointer
    void* const found = own_memory(count * sizeof(T));
    if (found == nullptr) throw std::bad_alloc();
    return static_cast<T*>(found);
  }
  void deallocate(T* /*memory*/, std::size_t /*count*/) noexcept {}
  friend bool operator==(const OwnAllocator&, const OwnAllocator&) { return true; }
};

}  // namespace lull::recorder
