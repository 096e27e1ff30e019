// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// A recorded process that executes another program (exec) cannot record this itself: the new
// program has already replaced it. But the recorder is loaded into that, too, and finds the
// process's journal. Processes are identified by their number and start time.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace lull::recorder {

// Returns when the system started this process, in the system's units; 0 if unknown. Unchanged by
// exec.
[[nodiscard]] std::uint64_t process_start();
// Notes this program in the journal of the program that the process executed before, if any. Called
// once, before this program has a journal, possibly in the constructor of a library.
void note_execution() noexcept;
// Returns the name of this process's first part, unique among all processes.
[[nodiscard]] std::string part_name();

}  // namespace lull::recorder
