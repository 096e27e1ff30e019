// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "cli/assembly.hpp"

#include <fmt/format.h>

#include "lull/base/counted.hpp"
#include "lull/base/message.hpp"
#include "lull/recorder/assembly/assembly.hpp"
#include "lull/trace/otf2/archive_reader.hpp"

namespace lull::cli {

namespace fs = std::filesystem;

void assemble_and_tell(const fs::path& directory) {
  const recorder::Assembled made = recorder::assemble(directory);
  print_message(fmt::format("recorded {} of {} in {}", counted(made.events, "event"),
                            counted(made.processes, "process", "processes"),
                            (directory / "traces.otf2").string()));
  if (made.unfinished > 0)
    print_message(counted(made.unfinished, "process did not end by itself",
                          "processes did not end by themselves"));
  if (made.cut_off > 0)
    print_message(fmt::format("the last events of {} are missing",
                              counted(made.cut_off, "process", "processes")));
}

fs::path find_recorded_anchor(const fs::path& path) {
  if (recorder::has_parts(path)) assemble_and_tell(path);
  return find_anchor(path);
}

}  // namespace lull::cli
