// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/recorder/measurement/locks.hpp"

#include <mutex>
#include <unordered_map>

namespace lull::recorder {

Lock& KnownLocks::look_up(std::uint64_t address) {
  static std::mutex mutex;
  static auto* const locks = new std::unordered_map<std::uint64_t, Lock>;
  const std::scoped_lock guard(mutex);
  const auto [entry, fresh] = locks->try_emplace(address);
  if (fresh) entry->second.number = static_cast<std::uint32_t>(locks->size() - 1);
  return entry->second;
}

}  // namespace lull::recorder
