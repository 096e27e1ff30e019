// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "cli/inputs/assembly.hpp"

#include <fmt/format.h>

#include <csignal>

#include "lull/base/text/counted.hpp"
#include "lull/base/text/message.hpp"
#include "lull/base/text/printable.hpp"
#include "lull/recorder/assembly/assembly.hpp"
#include "lull/trace/otf2/archive_reader.hpp"
#include "lull/trace/rules/recording_gaps.hpp"

namespace lull::cli {

namespace fs = std::filesystem;

void assemble_and_report(const fs::path& directory, recorder::NameLength names) {
  std::signal(SIGXFSZ, SIG_IGN);  // exceeded file size limits are reported like a full disk
  const recorder::Assembled made = recorder::assemble(directory, names);
  std::error_code none;
  fs::remove_all(directory / ".processes", none);  // left by lull record (joint_recording.hpp)
  print_message(fmt::format("recorded {} of {} in {}", counted(made.events, "event"),
                            counted(made.processes, "process", "processes"),
                            printable((directory / "traces.otf2").string())));
  const std::size_t places = made.processes + made.not_recorded;
  for (const std::string& sentence : recording_gaps(made.notes, places, Gaps::Failures))
    print_message(sentence);
  if (made.helpers > 0)
    print_message(
        fmt::format("left out: {} with POSIX threads, but without MPI or OpenSHMEM; --pthread "
                    "keeps such processes",
                    counted(made.helpers, "process", "processes")));
  if (!made.failures.empty())
    print_message(fmt::format("{} not recorded at all: {}",
                              counted(made.failures.size(), "process is", "processes are"),
                              made.failures.front()));
}

fs::path find_recorded_anchor(const fs::path& path) {
  if (recorder::has_parts(path)) assemble_and_report(path);
  return find_anchor(path);
}

}  // namespace lull::cli
