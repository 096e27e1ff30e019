// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The transfers of this process that are not known to be complete yet, by the context in which they
// began. Thread-safe.
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

// When a transfer function returns: when the data may be used, or at once.
enum class Way { Blocking, NonBlocking };

class Transfers {
 public:
  static Transfers& instance();

  // Returns a number for a new transfer.
  [[nodiscard]] std::uint64_t next() { return next_++; }
  // Adds a transfer to be completed later: at the target, and, if non-blocking, locally. For a
  // program that never completes its transfers, only the last ones are kept.
  void keep(ContextKey context, std::uint64_t transfer, std::uint32_t window, Way way,
            bool comes_back);
  // Records that all transfers of the context are complete.
  void complete(Location& location, ContextKey context);
  // Removes them without recording their completion.
  void forget(ContextKey context);

 private:
  struct Pending {
    std::uint64_t transfer;
    std::uint32_t window;
    bool here;       // complete locally
    bool at_target;  // nothing to record at the target: data was fetched
  };
  std::mutex mutex_;
  std::unordered_map<ContextKey, std::vector<Pending>> pending_;
  std::atomic<std::uint64_t> next_{1};
};

}  // namespace lull::recorder::shmem
