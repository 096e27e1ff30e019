// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The transfers of this process that are not known to be complete yet, by the context that they
// were begun in. Any thread.
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "lull/recorder/measurement/location.hpp"

namespace lull::recorder::shmem {

using ContextKey = std::uint64_t;
constexpr ContextKey kDefaultContext = 0;

// How a function that transfers data comes back: when the data may be used, or at once.
enum class Way { Blocking, NonBlocking };

class Transfers {
 public:
  static Transfers& instance();

  // A number for a new one.
  [[nodiscard]] std::uint64_t next() { return next_++; }
  // To be completed later: at the target, and, of one that did not block, here. A program that
  // never completes its transfers has the last ones remembered only.
  void keep(ContextKey context, std::uint64_t transfer, std::uint32_t window, Way way,
            bool comes_back);
  // Records that those of the context are complete now.
  void complete(Location& location, ContextKey context);
  // They are, but that is not recorded.
  void forget(ContextKey context);

 private:
  struct Pending {
    std::uint64_t transfer;
    std::uint32_t window;
    bool here;       // complete here
    bool at_target;  // nothing is to be said of the target: data came back
  };
  std::mutex mutex_;
  std::unordered_map<ContextKey, std::vector<Pending>> pending_;
  std::atomic<std::uint64_t> next_{1};
};

}  // namespace lull::recorder::shmem
