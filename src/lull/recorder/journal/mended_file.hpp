// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The event file of a process that was killed, made whole: what its memory still held
// (chunk_memory.hpp) follows what it had written.
#pragma once

#include <cstdint>
#include <filesystem>

namespace lull::recorder {

struct MendedFile {
  std::uint64_t events = 0;
  std::uint64_t last_time = 0;  // in ticks, of the last event that was still in memory; 0: none was
  bool memory_lost = false;  // there was none that outlives a process: the last events are missing
};

// Mends the event file at `path`, made of chunks of that size; it need not exist. The memory stays,
// so that this can be done again when it was interrupted, unless the disk is too full for both;
// then what still does not fit is lost. Throws Error (system).
MendedFile mend(const std::filesystem::path& path, std::uint64_t chunk_size);

}  // namespace lull::recorder
