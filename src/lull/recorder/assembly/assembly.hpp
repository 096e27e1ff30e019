// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Makes one OTF2 archive of what the processes of a recorded program left in a directory. Event
// files are moved, never rewritten: numbers of regions and communicators that differ between
// processes are translated by mapping tables. Can be repeated when it was interrupted.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "lull/recorder/assembly/recording_notes.hpp"
#include "lull/recorder/names/resolve.hpp"

namespace lull::recorder {

struct Assembled {
  std::size_t processes = 0;
  std::size_t not_recorded = 0;  // which have a place beside these
  std::size_t locations = 0;
  std::uint64_t events = 0;
  ArchiveProperties notes;            // what is not recorded, and why
  std::vector<std::string> failures;  // of processes that are not in the archive at all: why
  std::size_t helpers = 0;            // that were left out (helper_processes.hpp)
};

// What is there to be assembled, in the order of ranks in the archive. Throws Error as assemble()
// does.
[[nodiscard]] ReadParts read_parts(const std::filesystem::path& directory);

// Whether there is something to assemble.
[[nodiscard]] bool has_parts(const std::filesystem::path& directory);

// The archive is DIRECTORY/traces.otf2. Throws Error: input for parts that do not fit together,
// system when the disk refuses.
Assembled assemble(const std::filesystem::path& directory, NameLength names = NameLength::Short);

}  // namespace lull::recorder
