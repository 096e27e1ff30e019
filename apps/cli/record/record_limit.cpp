// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "cli/record/record_limit.hpp"

#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <limits>
#include <string>

#include "cli/common/sizes.hpp"

namespace lull::cli {
namespace {

// The limit is checked when a buffer is full, so a buffer has to be small in comparison. The format
// requires at least 256 KiB.
constexpr std::uint64_t kSmallest = 256u << 10;
constexpr std::uint64_t kParts = 64;

// All processes need the same size, so the system's limits are queried here, not in each of them.
std::uint64_t buffer_of(const LimitOptions& options) {
  std::uint64_t least = options.buffer;
  const auto fit = [&least](std::uint64_t limit) {
    least = std::min(least, std::max(kSmallest, limit / kParts));
  };
  if (options.limit) fit(*options.limit);
  if (options.total) fit(*options.total / 8);  // for an unknown number of processes
  if (rlimit size{}; ::getrlimit(RLIMIT_FSIZE, &size) == 0 && size.rlim_cur != RLIM_INFINITY)
    fit(size.rlim_cur);
  return least;
}

}  // namespace

void add_options(CLI::App& command, LimitOptions& options) {
  const auto add_size = [&command](const char* name, auto& value, std::uint64_t most,
                                   const char* shown, const char* text) {
    return command.add_option(name, value, text)
        ->transform(size_up_to(most, shown))
        ->type_name("SIZE");
  };
  constexpr std::uint64_t kMost = std::uint64_t{8} << 60;
  add_size("--buffer", options.buffer, std::uint64_t{1} << 30, "1GB",
           "The size of the event buffer of each thread")
      ->capture_default_str();
  add_size("--limit", options.limit, kMost, "8EB",
           "End recording in a process when its events take this much on disk, such as 100MB");
  add_size("--total-limit", options.total, kMost, "8EB",
           "The same for all processes together; each MPI process gets an equal share");
}

std::vector<std::pair<std::string, std::string>> variables_of(const LimitOptions& options) {
  std::vector<std::pair<std::string, std::string>> variables{
      {"LULL_RECORD_BUFFER", std::to_string(buffer_of(options))}};
  if (options.limit) variables.emplace_back("LULL_RECORD_LIMIT", std::to_string(*options.limit));
  if (options.total)
    variables.emplace_back("LULL_RECORD_TOTAL_LIMIT", std::to_string(*options.total));
  return variables;
}

}  // namespace lull::cli
