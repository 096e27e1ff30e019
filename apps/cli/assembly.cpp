// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "cli/assembly.hpp"

#include <fmt/format.h>

#include <cstdio>

#include "lull/recorder/assembly/assembly.hpp"
#include "lull/trace/otf2/archive_reader.hpp"

namespace lull::cli {

namespace fs = std::filesystem;

void assemble_and_tell(const fs::path& directory) {
  const recorder::Assembled made = recorder::assemble(directory);
  fmt::print(stderr, "lull: recorded {} events of {} processes in {}\n", made.events,
             made.processes, (directory / "traces.otf2").string());
  if (made.unfinished > 0)
    fmt::print(stderr, "lull: {} of them did not end by themselves\n", made.unfinished);
  if (made.cut_off > 0)
    fmt::print(stderr, "lull: the last events of {} processes are missing\n", made.cut_off);
}

fs::path find_recorded_anchor(const fs::path& path) {
  if (recorder::has_parts(path)) assemble_and_tell(path);
  return find_anchor(path);
}

}  // namespace lull::cli
