// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Waits until the user stops the program. The constructor blocks the corresponding signals in this
// thread and in threads that it starts later.
#pragma once

#include <csignal>

namespace lull::cli {

class StopSignals {
 public:
  StopSignals() {
    sigemptyset(&signals_);
    sigaddset(&signals_, SIGINT);
    sigaddset(&signals_, SIGTERM);
    sigaddset(&signals_, SIGHUP);
    pthread_sigmask(SIG_BLOCK, &signals_, nullptr);
  }
  void wait() const {
    int which = 0;
    sigwait(&signals_, &which);
  }

 private:
  sigset_t signals_{};
};

}  // namespace lull::cli
