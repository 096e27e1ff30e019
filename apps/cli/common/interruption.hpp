// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Defers signals that end the process while an object exists, so that writers can remove incomplete
// output: they call check() at intervals. When the last such object is destroyed, the signal takes
// its usual effect. One object at a time, in the main thread.
#pragma once

#include <signal.h>

#include <array>

namespace lull::cli {

class Interruption {
 public:
  // Ignored signals stay ignored.
  Interruption();
  Interruption(const Interruption&) = delete;
  Interruption& operator=(const Interruption&) = delete;
  ~Interruption();

  // Throws Error (system) if a signal has arrived.
  void check() const;

 private:
  static constexpr std::array<int, 3> kSignals{SIGINT, SIGTERM, SIGHUP};

  std::array<struct sigaction, kSignals.size()> before_{};
};

}  // namespace lull::cli
