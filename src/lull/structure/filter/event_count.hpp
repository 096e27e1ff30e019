// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Counts events and reports progress now and then.
#pragma once

#include <cstdint>
#include <functional>
#include <utility>

namespace lull::structure {

class EventCount {
 public:
  explicit EventCount(std::function<void(std::uint64_t events)> report)
      : report_(std::move(report)) {}
  void add() {
    constexpr std::uint64_t kNowAndThen = 1 << 16;
    if (++events_ % kNowAndThen == 0 && report_) report_(events_);
  }

 private:
  std::function<void(std::uint64_t events)> report_;
  std::uint64_t events_ = 0;
};

}  // namespace lull::structure
