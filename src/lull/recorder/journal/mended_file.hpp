// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Repairs the event file of a process that was killed: appends the events that were still in its
// memory (chunk_memory.hpp).
#pragma once

#include <cstdint>
#include <filesystem>

namespace lull::recorder {

struct MendedFile {
  std::uint64_t events = 0;
  std::uint64_t last_time = 0;  // when the last event still in memory occurred, in ticks; 0: none
  bool memory_lost = false;     // no memory outlived the process: the last events are missing
};

// Repairs the event file at `path`, made of chunks of `chunk_size`; it need not exist. The memory
// is kept, so that an interrupted repair can be repeated, unless the disk has no room for both;
// then what still does not fit is lost. Throws Error (system).
MendedFile mend(const std::filesystem::path& path, std::uint64_t chunk_size);

}  // namespace lull::recorder
