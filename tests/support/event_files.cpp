// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// event_files DIRECTORY: writes event files with all types of events, which event_file_fuzz
// damages.
#include <filesystem>
#include <string>

#include "lull/trace/otf2/archive_writer.hpp"
#include "support/random/random_trace.hpp"
#include "support/temporary_directory.hpp"
#include "trace/every_event.hpp"

int main(int argc, char** argv) {
  using namespace lull;
  namespace fs = std::filesystem;
  if (argc != 2) return 2;
  fs::create_directories(argv[1]);
  for (std::uint64_t seed = 0; seed < 6; ++seed) {
    const support::TemporaryDirectory directory;
    support::RandomTraceOptions options;
    options.steps = 12;
    options.one_sided = seed % 2 == 1;
    options.pthreads = options.tasks = seed == 4;
    const auto trace =
        seed == 0 ? support::trace_of_every_event() : support::random_trace(seed, options);
    write_archive(*trace, directory / "archive");
    fs::copy_file(directory / "archive/traces/0.evt", fs::path(argv[1]) / std::to_string(seed),
                  fs::copy_options::overwrite_existing);
  }
}
