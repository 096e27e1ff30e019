// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Libraries that a program unloads: where one was, another one may be loaded next. Any thread.
#pragma once

#include <atomic>
#include <cstdint>

namespace lull::recorder {

// How often a library may have been unloaded: what is known by addresses in libraries holds while
// that stays the same.
extern std::atomic<std::uint32_t> unloadings;

// Whether another thing may be at `address` after an unloading: it is not in the program itself.
[[nodiscard]] bool is_unloadable(const void* address) noexcept;
[[nodiscard]] bool is_loaded(const void* address) noexcept;

}  // namespace lull::recorder
