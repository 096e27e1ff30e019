// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Running another program in the place of this one: as if the user had started it.
#pragma once

#include <string>
#include <vector>

#include "cli/record/program_environment.hpp"

namespace lull::cli {

// Why a command could not be started.
struct CannotRun {
  int error = 0;                     // errno
  [[nodiscard]] int status() const;  // what a shell would end with: 126 or 127
};

// Runs the command to its end, and returns what a shell would call its exit status. A signal that
// is sent to this process is passed on to the command; the terminal's signals reach both by
// themselves. The command receives a signal to the whole process group twice. Once the command has
// ended, this process ignores all of them except SIGQUIT. Throws CannotRun.
int run_program(const std::vector<std::string>& command,
                const ProgramEnvironment::Variables& environment);

}  // namespace lull::cli
