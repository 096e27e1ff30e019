// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// How long it takes to open an archive and to load its definitions, and what memory that takes.
// Prints a line of a Markdown table for each archive, and the most memory there ever was, so that
// one archive a run tells that archive's.
//
// usage: lull-bench-definitions ARCHIVE...
#include <fmt/format.h>
#include <sys/resource.h>

#include <exception>

#include "lull/trace/otf2/archive_reader.hpp"
#include "stopwatch.hpp"

namespace {

void run(const char* path) {
  const lull::bench::Stopwatch stopwatch;
  const auto archive = lull::open_archive(path);
  const double seconds = stopwatch.seconds();
  rusage used{};
  ::getrusage(RUSAGE_SELF, &used);
  const lull::Definitions& definitions = archive->definitions();
  fmt::print("| {} | {} | {} | {:.2f} | {} |\n", definitions.location_count(),
             definitions.communicators.size(), definitions.regions.size(), seconds,
             used.ru_maxrss / 1024);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    fmt::print(stderr, "usage: lull-bench-definitions ARCHIVE...\n");
    return 2;
  }
  try {
    fmt::print("| locations | communicators | regions | seconds | peak memory, MB |\n");
    fmt::print("| ---: | ---: | ---: | ---: | ---: |\n");
    for (int i = 1; i < argc; ++i) run(argv[i]);
  } catch (const std::exception& error) {
    fmt::print(stderr, "lull-bench-definitions: {}\n", error.what());
    return 1;
  }
}
