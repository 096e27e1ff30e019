// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "cli/common/interruption.hpp"

#include <csignal>

#include "lull/base/error.hpp"

namespace lull::cli {
namespace {

volatile std::sig_atomic_t interrupted_by = 0;

void note(int signal) { interrupted_by = signal; }

}  // namespace

Interruption::Interruption() {
  interrupted_by = 0;
  struct sigaction action {};
  action.sa_handler = note;
  action.sa_flags = 0;  // no SA_RESTART, so that a signal interrupts opening a FIFO
  for (std::size_t i = 0; i < kSignals.size(); ++i) {
    ::sigaction(kSignals[i], nullptr, &before_[i]);
    if (before_[i].sa_handler != SIG_IGN) ::sigaction(kSignals[i], &action, nullptr);
  }
}

Interruption::~Interruption() {
  for (std::size_t i = 0; i < kSignals.size(); ++i) ::sigaction(kSignals[i], &before_[i], nullptr);
  if (interrupted_by != 0) std::raise(interrupted_by);
}

void Interruption::check() const {
  if (interrupted_by != 0) throw Error(ExitStatus::System, "interrupted");
}

}  // namespace lull::cli
