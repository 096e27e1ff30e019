// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Measures time and memory for opening an archive and loading its definitions. Prints a line of a
// Markdown table for each archive, with the peak memory of the process so far: run one archive at a
// time to measure its memory. With --shared, prints a line of JSON instead: the cost of the steps
// by which several processes open an archive, on one of them.
//
// usage: lull-bench-definitions [--shared] ARCHIVE...
#include <fmt/format.h>

#include <exception>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "lull/trace/otf2/archive_reader.hpp"
#include "stopwatch.hpp"

namespace {

// Unlike getrusage, excludes the program that started this one.
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

void run_shared(const char* path) {
  lull::bench::Stopwatch watch;
  const auto first = lull::open_shared(path);
  const lull::Bytes global = first->read_global();
  const double reading = watch.processor_seconds();
  const auto opening = lull::open_shared(path);
  watch = {};
  opening->take_global(global);
  const double taking = watch.processor_seconds();
  watch = {};
  const std::vector<lull::Bytes> local{opening->read_local(0, 1)};
  const double local_reading = watch.processor_seconds();
  watch = {};
  const auto archive = opening->finish(local);
  fmt::print(
      "{{\"locations\": {}, \"reading\": {:.6f}, \"taking\": {:.6f}, \"local\": {:.6f}, "
      "\"finishing\": {:.6f}, \"bytes\": {}}}\n",
      archive->definitions().location_count(), reading, taking, local_reading,
      watch.processor_seconds(), global.size() + local.front().size());
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    fmt::print(stderr, "usage: lull-bench-definitions [--shared] ARCHIVE...\n");
    return 2;
  }
  try {
    if (std::string_view(argv[1]) == "--shared") {
      for (int i = 2; i < argc; ++i) run_shared(argv[i]);
      return 0;
    }
    fmt::print("| locations | communicators | regions | seconds | peak memory, kB |\n");
    fmt::print("| ---: | ---: | ---: | ---: | ---: |\n");
    for (int i = 1; i < argc; ++i) run(argv[i]);
  } catch (const std::exception& error) {
    fmt::print(stderr, "lull-bench-definitions: {}\n", error.what());
    return 1;
  }
}
