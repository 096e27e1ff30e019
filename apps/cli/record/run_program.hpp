// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Runs another program as if the user had started it.
#pragma once

#include <string>
#include <vector>

#include "cli/record/program_environment.hpp"

namespace lull::cli {

// Says why a command could not be started.
struct CannotRun {
  int error = 0;                     // errno
  [[nodiscard]] int status() const;  // a shell's exit status: 126 or 127
};

// Runs the command to its end and returns the exit status that a shell would report. A signal sent
// to this process is passed on to the command; signals from the terminal reach both. A signal to
// the whole process group therefore reaches the command twice. After the command has ended, this
// process ignores all signals except SIGQUIT. Throws CannotRun.
int run_program(const std::vector<std::string>& command,
                const ProgramEnvironment::Variables& environment);

}  // namespace lull::cli
