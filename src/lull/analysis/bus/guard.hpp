// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Whether other people's code has thrown something. From then on none of it is called, and the
// analysis goes on without it. Any thread.
#pragma once

#include <atomic>
#include <mutex>
#include <string>
#include <utility>

#include "lull/base/failure.hpp"

namespace lull::analysis {

class Guard {
 public:
  explicit Guard(std::string name) : name_(std::move(name)) {}

  // Calls it, unless something has been thrown before.
  template <class Call>
  void run(Call&& call) {
    if (failed_.load(std::memory_order_relaxed)) return;
    try {
      call();
    } catch (...) {
      fail(words_of_a_stranger());
    }
  }
  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] bool failed() const { return failed_.load(std::memory_order_relaxed); }
  // What was thrown first; empty: nothing.
  [[nodiscard]] std::string reason() {
    const std::lock_guard lock(mutex_);
    return reason_;
  }

 private:
  void fail(const std::string& reason) {
    const std::lock_guard lock(mutex_);
    if (!failed_.exchange(true)) reason_ = reason;
  }

  std::string name_;
  std::atomic<bool> failed_{false};
  std::mutex mutex_;
  std::string reason_;
};

}  // namespace lull::analysis
