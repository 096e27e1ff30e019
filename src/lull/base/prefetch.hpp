// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Asks for memory that will be used soon, so that it is in the cache by then.
#pragma once

#include <cstddef>
#include <cstdint>

namespace lull {

// Where an object may be: any address.
template <class Object>
[[gnu::always_inline]] inline void prefetch_at(std::uintptr_t address) {
  constexpr std::size_t kLine = 64;
  const auto fetch = [](std::uintptr_t line) {
    __builtin_prefetch(reinterpret_cast<const void*>(line), 1);
  };
  for (std::size_t at = 0; at < sizeof(Object); at += kLine) fetch(address + at);
  if constexpr (sizeof(Object) % kLine != 0) fetch(address + sizeof(Object) - 1);
}

template <class Object>
[[gnu::always_inline]] inline void prefetch(const Object& object) {
  prefetch_at<Object>(reinterpret_cast<std::uintptr_t>(&object));
}

}  // namespace lull
