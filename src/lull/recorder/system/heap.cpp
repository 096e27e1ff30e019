// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/recorder/system/heap.hpp"

#include <cstdlib>
#include <cstring>

namespace lull::recorder {
namespace {

constinit Heap all;

}  // namespace

Heap& heap() noexcept { return all; }

bool has_own_allocator() noexcept {
  const char* const counters = std::getenv("LULL_RECORD_COUNTERS");
  return counters != nullptr && std::strstr(counters, "heap") != nullptr && !all.counted;
}

}  // namespace lull::recorder
