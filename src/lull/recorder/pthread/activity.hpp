// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Decides whether this process's POSIX threads are recorded. If not, calls go straight to the C
// library.
#pragma once

#include <atomic>
#include <cstdint>

namespace lull::recorder::pthread {

enum class Activity : std::uint8_t { Unknown, Off, On };
extern constinit std::atomic<Activity> known_activity;

// Decides once, at the first call or at process start, whichever comes first.
Activity decide_activity() noexcept;

// Returns whether the user has requested threads.
[[nodiscard]] bool wants_threads() noexcept;

[[nodiscard]] inline bool is_active() noexcept {
  Activity known = known_activity.load(std::memory_order_relaxed);
  if (known == Activity::Unknown) [[unlikely]]
    known = decide_activity();
  return known == Activity::On;
}

}  // namespace lull::recorder::pthread
