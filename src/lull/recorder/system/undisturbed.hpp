// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Blocks signal handlers and cancellation in the calling thread. A thread that holds one of the
// recorder's locks is undisturbed, and calls nothing that may wait for a lock of the C library: so
// a handler may wait for that lock, whatever it has interrupted.
#pragma once

#include <csignal>

#include "lull/recorder/system/kept_errno.hpp"
#include "lull/recorder/system/no_cancel.hpp"
#include "lull/recorder/system/signals.hpp"

namespace lull::recorder {

class Undisturbed {
 private:
  KeptErrno kept_;
  NoCancel no_cancel_;
  NoSignals no_signals_;
};

}  // namespace lull::recorder
