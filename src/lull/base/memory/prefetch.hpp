// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Prefetches memory that will be written soon. Functions that only prefetch must always be inlined:
// otherwise compilers consider them free of effects and drop the calls.
#pragma once

#include <cstddef>

namespace lull {

// Prefetches the object `behind` places after `object`; the address need not be valid.
template <class Object>
[[gnu::always_inline]] inline void prefetch(const Object& object, std::size_t behind = 0) {
  constexpr std::size_t kLine = 64;
  const auto* const begin = reinterpret_cast<const std::byte*>(&object) + behind * sizeof(Object);
  for (std::size_t at = 0; at < sizeof(Object); at += kLine) __builtin_prefetch(begin + at, 1);
  if constexpr (sizeof(Object) % kLine != 0) __builtin_prefetch(begin + sizeof(Object) - 1, 1);
}

}  // namespace lull
