// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/recorder/openmp/held_locks.hpp"

#include <otf2/otf2.h>

#include <algorithm>
#include <utility>

namespace lull::recorder::openmp {
namespace {

constexpr std::uint32_t kNotRecorded = 0;  // order of a lock acquired while the recording was off

thread_local bool tests_lock [[gnu::tls_model("initial-exec")]] = false;

auto find_held(Thread& thread, const Lock& lock) {
  return std::find_if(thread.held.rbegin(), thread.held.rend(),
                      [&](const Thread::Held& held) { return held.lock == &lock; });
}

}  // namespace

void acquire_lock(Thread& thread, std::uint64_t address) {
  Lock& lock = thread.lock(address);
  if (const auto mine = find_held(thread, lock); mine != thread.held.rend()) {
    ++mine->depth;
    return;
  }
  if (!Measurement::instance().running()) return thread.held.push_back({&lock, kNotRecorded});
  const std::uint32_t order = lock.acquisitions.fetch_add(1, std::memory_order_relaxed) + 1;
  thread.held.push_back({&lock, order});
  OTF2_EvtWriter_ThreadAcquireLock(thread.writer(), nullptr, thread.location().look_at_clock(),
                                   OTF2_PARADIGM_OPENMP, lock.number, order);
}

// Another thread may already hold it: the order is the one of this thread's acquisition.
void release_lock(Thread& thread, std::uint64_t address) {
  const Lock& lock = thread.lock(address);
  const auto mine = find_held(thread, lock);
  if (mine == thread.held.rend() || --mine->depth > 0) return;
  if (mine->order != kNotRecorded)
    OTF2_EvtWriter_ThreadReleaseLock(thread.writer(), nullptr, thread.location().look_at_clock(),
                                     OTF2_PARADIGM_OPENMP, lock.number, mine->order);
  thread.held.erase(std::next(mine).base());
}

bool holds_recorded(Thread& thread, std::uint64_t address) {
  const auto mine = find_held(thread, thread.lock(address));
  return mine != thread.held.rend() && mine->order != kNotRecorded;
}

bool enter_lock_test(bool tests) noexcept { return std::exchange(tests_lock, tests); }
bool is_in_lock_test() noexcept { return tests_lock; }

}  // namespace lull::recorder::openmp
