// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Measures the memory of a LocalTrace of each location, linear and compressed, and the speed of
// iterating over its events. Prints a line of a Markdown table.
//
// usage: lull-bench-local-trace ARCHIVE...
#include "lull/trace/local/local_trace.hpp"

#include <fmt/format.h>

#include <chrono>
#include <exception>
#include <filesystem>
#include <memory>
#include <vector>

#include "lull/trace/otf2/archive_reader.hpp"

namespace {

using Clock = std::chrono::steady_clock;

struct Measured {
  std::size_t bytes = 0;
  std::size_t shared = 0;
  std::uint64_t events = 0;
  std::int64_t deviation = 0;
  double seconds = 0;
};

// Measures all locations; compressed traces share their contents.
Measured measure(const lull::TraceSource& source, const auto&... storage) {
  lull::CallTree tree;
  Measured sum;
  std::uint64_t enters = 0;
  for (std::size_t i = 0; i < source.definitions().location_count(); ++i) {
    const lull::LocalTrace trace(source, lull::LocationId(i), tree, storage...);
    sum.bytes += trace.bytes();
    sum.shared = trace.shared_bytes();
    sum.events += trace.size();
    sum.deviation = std::max(sum.deviation, trace.deviation().ticks);
    const auto start = Clock::now();
    const auto end = trace.end();
    for (auto event = trace.begin(); event != end; ++event)
      enters += std::holds_alternative<lull::Enter>(event->body) ? 1 : 0;
    sum.seconds += std::chrono::duration<double>(Clock::now() - start).count();
  }
  if (enters > sum.events) fmt::print("never\n");  // prevents removal of the loop
  sum.bytes += sum.shared;
  return sum;
}

void run(const char* path) {
  const auto archive = lull::open_archive(path);
  const double ticks = static_cast<double>(archive->definitions().clock.ticks_per_second);
  const Measured linear = measure(*archive, lull::LocalTrace::Linear{});
  const auto rate = [](const Measured& measured) {
    return static_cast<double>(measured.events) / measured.seconds / 1e6;
  };
  fmt::print("| {} | {} | {:.1f} | {:.0f} |", std::filesystem::path(path).filename().string(),
             linear.events, static_cast<double>(linear.bytes) / static_cast<double>(linear.events),
             rate(linear));
  for (const double relative : {0.0, 0.01, 0.05}) {
    const Measured one =
        measure(*archive, lull::LocalTrace::Compressed{.absolute = {}, .relative = relative},
                std::make_shared<lull::RegionInstances>());
    fmt::print(" {:.1f} | {:.0f} | {:.3g} |",
               static_cast<double>(linear.bytes) / static_cast<double>(one.bytes), rate(one),
               static_cast<double>(one.deviation) / ticks * 1e6);
  }
  fmt::print("\n");
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    fmt::print(stderr, "usage: lull-bench-local-trace ARCHIVE...\n");
    return 2;
  }
  try {
    fmt::print("| trace | events | linear, bytes per event | M events/s ");
    for (const char* allowed : {"lossless", "1 %", "5 %"})
      fmt::print("| {}: smaller by | M events/s | largest deviation, us ", allowed);
    fmt::print("|\n| --- |");
    for (int i = 0; i < 12; ++i) fmt::print(" ---: |");
    fmt::print("\n");
    for (int i = 1; i < argc; ++i) run(argv[i]);
  } catch (const std::exception& error) {
    fmt::print(stderr, "lull-bench-local-trace: {}\n", error.what());
    return 1;
  }
}
