// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Asks for memory that will be used soon, so that it is in the cache by then. A function that does
// nothing else has to be inlined always: else compilers think that it does nothing at all, and drop
// what calls it.
#pragma once

#include <cstddef>

namespace lull {

// So many objects behind that one, wherever that is.
template <class Object>
[[gnu::always_inline]] inline void prefetch(const Object& object, std::size_t behind = 0) {
  constexpr std::size_t kLine = 64;
  const auto* const begin = reinterpret_cast<const std::byte*>(&object) + behind * sizeof(Object);
  for (std::size_t at = 0; at < sizeof(Object); at += kLine) __builtin_prefetch(begin + at, 1);
  if constexpr (sizeof(Object) % kLine != 0) __builtin_prefetch(begin + sizeof(Object) - 1, 1);
}

}  // namespace lull
