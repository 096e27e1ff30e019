// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Whether the POSIX threads of this process are recorded. Where they are not, calls go straight on
// to the C library.
#pragma once

#include <atomic>
#include <cstdint>

namespace lull::recorder::pthread {

enum class Activity : std::uint8_t { Unknown, Off, On };
extern constinit std::atomic<Activity> known_activity;

// Looks once, at the first call or as the process starts, whichever comes first.
Activity decide_activity() noexcept;

// Whether the user has asked for them.
[[nodiscard]] bool wants_threads() noexcept;

[[nodiscard]] inline bool is_active() noexcept {
  Activity known = known_activity.load(std::memory_order_relaxed);
  if (known == Activity::Unknown) [[unlikely]]
    known = decide_activity();
  return known == Activity::On;
}

}  // namespace lull::recorder::pthread
