// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Keeps the recorder's work from causing signals in the program: in the calling thread, during the
// lifetime of these objects.
#pragma once

#include <csignal>
#include <ctime>

#include "lull/recorder/system/kept_errno.hpp"
#include "lull/recorder/system/no_cancel.hpp"

namespace lull::recorder {

// Blocks all signals: a thread that is created meanwhile gets none, as they are for the program's
// threads.
class NoSignals {
 public:
  NoSignals() {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before_);
  }
  ~NoSignals() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  NoSignals(const NoSignals&) = delete;
  NoSignals& operator=(const NoSignals&) = delete;

 private:
  sigset_t before_{};
};

// Writing a file beyond the size limit (ulimit -f) ends a program with a signal. While the signal
// is blocked, writing fails with EFBIG, and the pending signal is discarded here.
class NoSizeSignal {
 public:
  NoSizeSignal() {
    sigemptyset(&signal_);
    sigaddset(&signal_, SIGXFSZ);
    sigset_t pending;
    sigpending(&pending);
    was_pending_ = sigismember(&pending, SIGXFSZ) == 1;
    pthread_sigmask(SIG_BLOCK, &signal_, &before_);
  }
  ~NoSizeSignal() {
    const KeptErrno kept;
    const timespec at_once{};
    if (!was_pending_) sigtimedwait(&signal_, nullptr, &at_once);
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }
  NoSizeSignal(const NoSizeSignal&) = delete;
  NoSizeSignal& operator=(const NoSizeSignal&) = delete;

 private:
  NoCancel no_cancel_;  // sigtimedwait is a cancellation point, even without waiting
  sigset_t signal_{};
  sigset_t before_{};
  bool was_pending_ = false;
};

// Returns whether the thread is in a handler on an alternate signal stack.
inline bool on_signal_stack() {
  stack_t stack{};
  return ::sigaltstack(nullptr, &stack) == 0 && (stack.ss_flags & SS_ONSTACK) != 0;
}

}  // namespace lull::recorder
