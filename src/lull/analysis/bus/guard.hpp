// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Records whether plug-in code has thrown. From then on no plug-in code is called, and the analysis
// continues without it. Thread-safe.
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

  // Calls `call` unless something has been thrown.
  template <class Call>
  void run(Call&& call) {
    if (failed_.load(std::memory_order_relaxed)) return;
    try {
      call();
    } catch (...) {
      fail(describe_exception());
    }
  }
  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] bool failed() const { return failed_.load(std::memory_order_relaxed); }
  // Returns the first error; empty if there was none.
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
