// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Assembles one OTF2 archive from the files that the processes of a recorded program left in a
// directory. Event files are moved, never rewritten: mapping tables translate the numbers of
// regions and communicators that differ between processes. Can be repeated after an interruption.
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
  std::size_t not_recorded = 0;  // processes that have a rank in the archive but no recording
  std::size_t locations = 0;
  std::uint64_t events = 0;
  ArchiveProperties notes;            // say what is not recorded, and why
  std::vector<std::string> failures;  // reasons, one for each process missing from the archive
  std::size_t helpers = 0;            // helper processes left out (helper_processes.hpp)
};

// Returns the parts to assemble, in the order of ranks in the archive. Throws Error like
// assemble().
[[nodiscard]] ReadParts read_parts(const std::filesystem::path& directory);

// Returns whether there is anything to assemble.
[[nodiscard]] bool has_parts(const std::filesystem::path& directory);

// Writes the archive DIRECTORY/traces.otf2. Throws Error: input for parts that do not fit together,
// system for failures to write.
Assembled assemble(const std::filesystem::path& directory, NameLength names = NameLength::Short);

}  // namespace lull::recorder
