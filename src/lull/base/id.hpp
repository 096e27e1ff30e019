// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Strong identifiers. An Id<Tag> is an index into the table of Tag objects (0 … size-1), or
// undefined. Mixing two kinds of identifiers does not compile.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>

namespace lull {

template <class Tag>
struct Id {
  static constexpr std::uint32_t kUndefined = 0xFFFFFFFFu;

  std::uint32_t value = kUndefined;

  constexpr Id() = default;
  constexpr explicit Id(std::size_t index) : value(static_cast<std::uint32_t>(index)) {}

  [[nodiscard]] constexpr bool defined() const { return value != kUndefined; }
  [[nodiscard]] constexpr std::size_t index() const { return value; }
  friend constexpr auto operator<=>(Id, Id) = default;
};

}  // namespace lull

template <class Tag>
struct std::hash<lull::Id<Tag>> {
  std::size_t operator()(lull::Id<Tag> id) const noexcept {
    return std::hash<std::uint32_t>{}(id.value);
  }
};
