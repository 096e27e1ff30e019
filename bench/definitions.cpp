// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// How long it takes to open an archive and to load its definitions, and what memory that takes.
// Prints a line of a Markdown table for each archive, and the most memory there ever was, so that
// one archive a run tells that archive's.
//
// usage: lull-bench-definitions ARCHIVE...
#include <fmt/format.h>

#include <exception>
#include <fstream>
#include <string>

#include "lull/trace/otf2/archive_reader.hpp"
#include "stopwatch.hpp"

namespace {

// Not getrusage's, which is also that of the program that started this one.
long peak_memory_kb() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);)
    if (line.starts_with("VmHWM:")) return std::stol(line.substr(6));
  return 0;
}

void run(const char* path) {
  const lull::bench::Stopwatch stopwatch;
  const auto archive = lull::open_archive(path);
  const double seconds = stopwatch.seconds();
  const lull::Definitions& definitions = archive->definitions();
  fmt::print("| {} | {} | {} | {:.2f} | {} |\n", definitions.location_count(),
             definitions.communicators.size(), definitions.regions.size(), seconds,
             peak_memory_kb());
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    fmt::print(stderr, "usage: lull-bench-definitions ARCHIVE...\n");
    return 2;
  }
  try {
    fmt::print("| locations | communicators | regions | seconds | peak memory, kB |\n");
    fmt::print("| ---: | ---: | ---: | ---: | ---: |\n");
    for (int i = 1; i < argc; ++i) run(argv[i]);
  } catch (const std::exception& error) {
    fmt::print(stderr, "lull-bench-definitions: {}\n", error.what());
    return 1;
  }
}
