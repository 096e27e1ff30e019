// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// A recorded process that executes another program (exec) cannot say so: the system has put the new
// program in its place already. But the recorder is loaded into that, too, and finds the process's
// journal. The same process is one of the same number that the system has started at the same time.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace lull::recorder {

// When the system started this process, in its own units; 0 where it does not tell. Stays the same
// through exec.
[[nodiscard]] std::uint64_t process_start();
// Notes in the journal of the program that was executed before in this process, if there was one,
// that this one is. Once: before this program has a journal of its own, which may be in the
// constructor of a library.
void note_execution() noexcept;
// The name of this process's first part, among those of all processes.
[[nodiscard]] std::string part_name();

}  // namespace lull::recorder
