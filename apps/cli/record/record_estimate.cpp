// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "cli/record/record_estimate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>

#include "lull/base/files/atomic_file.hpp"
#include "lull/base/files/overwriting.hpp"
#include "lull/base/text/counted.hpp"
#include "lull/base/text/printable.hpp"
#include "lull/base/text/shell_word.hpp"
#include "lull/recorder/assembly/estimate.hpp"
#include "lull/report/model/value_text.hpp"

namespace lull::cli {
namespace {

namespace fs = std::filesystem;

std::string size_text(std::uint64_t bytes) {
  const auto size = static_cast<double>(bytes);
  if (size < 1e3) return fmt::format("{} B", bytes);
  if (size < 1e6) return fmt::format("{:.1f} kB", size / 1e3);
  return size < 1e9 ? fmt::format("{:.1f} MB", size / 1e6) : fmt::format("{:.2f} GB", size / 1e9);
}

void print_sizes(const recorder::Estimate& estimate) {
  fmt::print("The archive would take {}: {} of events, {} of definitions.\n",
             size_text(estimate.events + estimate.definitions), size_text(estimate.events),
             size_text(estimate.definitions));
  if (estimate.processes.size() > 1) {
    const auto [least, most] = std::ranges::minmax(estimate.processes);
    fmt::print("Of {}, each would take {} to {}.\n",
               counted(estimate.processes.size(), "process", "processes"), size_text(least),
               size_text(most));
  }
  if (estimate.missing > 0)
    fmt::print("{} not included: they did not exit normally.\n",
               counted(estimate.missing, "process is", "processes are"));
}

void print_regions(const recorder::Estimate& estimate) {
  constexpr std::size_t kMost = 20;
  constexpr std::size_t kName = 34;
  fmt::print("\n{:>10} {:>7} {:>15} {:>12}  {}\n", "size", "share", "visits", "mean time",
             "region");
  for (std::size_t i = 0; i < std::min(estimate.regions.size(), kMost); ++i) {
    const recorder::EstimatedRegion& of = estimate.regions[i];
    fmt::print("{:>10} {:>5.1f} % {:>15} {:>9.2f} us {} {}\n", size_text(of.count.bytes),
               100.0 * static_cast<double>(of.count.bytes) / static_cast<double>(estimate.events),
               grouped(of.count.visits), of.mean_seconds * 1e6, of.excluded ? "-" : " ",
               report::shortened(printable(of.region.name), kName));
  }
  if (estimate.regions.size() > kMost)
    fmt::print("{:>10} … and {} more\n", "", estimate.regions.size() - kMost);
}

std::string contents_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void write_filter(const recorder::Estimate& estimate, const fs::path& path,
                  const std::string& filter) {
  const auto excluded = static_cast<std::uint64_t>(
      std::ranges::count(estimate.regions, true, &recorder::EstimatedRegion::excluded));
  if (excluded == 0) {
    fmt::print("\nNo function is short and frequent enough to be worth leaving out.\n");
    return;
  }
  if (!filter.empty()) refuse_overwriting(path, std::vector<fs::path>{filter});
  AtomicFile file(path);
  file.write(recorder::filter_of(estimate, filter.empty() ? "" : contents_of(filter)));
  file.commit();
  fmt::print("\nLeaving out {} (marked -), it would take {}: lull record --filter {}\n",
             counted(excluded, "region"), size_text(estimate.events_left + estimate.definitions),
             shell_word(path.string()));
}

// Prints the limits that would be exceeded even with the best filter.
void print_missed_limits(const recorder::Estimate& estimate, const LimitOptions& limits) {
  const auto print = [](std::uint64_t left, const char* of_what, const char* option,
                        std::uint64_t most) {
    if (left > most)
      fmt::print(
          "{} of events{} exceed {} ({}): recording would end early with any "
          "filter.\n",
          size_text(left), of_what, option, size_text(most));
  };
  if (limits.total) print(estimate.events_left, "", "--total-limit", *limits.total);
  if (limits.limit) print(estimate.greatest_left, " in one process", "--limit", *limits.limit);
}

}  // namespace

void print_estimate(const fs::path& directory, const std::string& output,
                    const LimitOptions& limits, const std::string& filter) {
  const recorder::Estimate estimate =
      recorder::estimate(directory, {.process = limits.limit, .total = limits.total});
  fs::remove_all(directory);
  print_sizes(estimate);
  print_regions(estimate);
  write_filter(estimate, output + ".filter", filter);
  print_missed_limits(estimate, limits);
  std::fflush(stdout);
}

}  // namespace lull::cli
