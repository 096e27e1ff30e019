// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Libraries that a program unloads: another one may be loaded at the same address. Thread-safe.
#pragma once

#include <atomic>
#include <cstdint>

namespace lull::recorder {

// Number of times a library may have been unloaded: information stored by addresses in libraries is
// valid while this number is unchanged.
extern std::atomic<std::uint32_t> unloadings;

// Returns whether `address` may belong to something else after an unloading: it is not in the
// program itself.
[[nodiscard]] bool is_unloadable(const void* address) noexcept;
[[nodiscard]] bool is_loaded(const void* address) noexcept;

}  // namespace lull::recorder
