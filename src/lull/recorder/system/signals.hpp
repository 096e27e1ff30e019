// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// What the recorder does must not bring the program any signals. For the calling thread, as long as
// they live.
#pragma once

#include <csignal>
#include <ctime>

#include "lull/recorder/system/kept_errno.hpp"
#include "lull/recorder/system/no_cancel.hpp"

namespace lull::recorder {

// Signals are for the threads of the program: a thread that is made meanwhile gets none.
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

// A file that would become larger than the system allows (ulimit -f) ends a program by a signal,
// unless that is blocked: then it is taken back here, and writing fails with EFBIG.
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
  NoCancel no_cancel_;  // waiting for no time can be cancelled, too
  sigset_t signal_{};
  sigset_t before_{};
  bool was_pending_ = false;
};

// Whether the thread is in a handler that has a stack of its own.
inline bool on_signal_stack() {
  stack_t stack{};
  return ::sigaltstack(nullptr, &stack) == 0 && (stack.ss_flags & SS_ONSTACK) != 0;
}

}  // namespace lull::recorder
