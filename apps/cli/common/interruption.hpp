// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// While one exists, signals that end the process are put off, so that whoever writes something can
// take back what is half done: it calls check() now and then. When the last object within is gone,
// the signal does what it would have done. One at a time, in the main thread.
#pragma once

#include <signal.h>

#include <array>

namespace lull::cli {

class Interruption {
 public:
  // Signals that are ignored stay so.
  Interruption();
  Interruption(const Interruption&) = delete;
  Interruption& operator=(const Interruption&) = delete;
  ~Interruption();

  // Throws Error (system) when a signal has come.
  void check() const;

 private:
  static constexpr std::array<int, 3> kSignals{SIGINT, SIGTERM, SIGHUP};

  std::array<struct sigaction, kSignals.size()> before_{};
};

}  // namespace lull::cli
