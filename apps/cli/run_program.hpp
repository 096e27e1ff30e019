// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Running another program in the place of this one: as if the user had started it.
#pragma once

#include <string>
#include <vector>

#include "cli/program_environment.hpp"

namespace lull::cli {

// Why a command could not be started.
struct CannotRun {
  int error = 0;                     // errno
  [[nodiscard]] int status() const;  // what a shell would end with: 126 or 127
};

// Runs the command to its end; what a shell would call its exit status. Signals that are sent to
// this process meanwhile go to the command, but for those of the terminal, which it gets itself.
// What is sent to the whole process group it gets twice. When it has ended, they are ignored, but
// for SIGQUIT. Throws CannotRun.
int run_program(const std::vector<std::string>& command,
                const ProgramEnvironment::Variables& environment);

}  // namespace lull::cli
