// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "cli/record/record_functions.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "cli/record/program_environment.hpp"
#include "lull/base/error.hpp"
#include "lull/base/filter_rules.hpp"
#include "lull/base/text/message.hpp"
#include "lull/base/text/printable.hpp"
#include "lull/recorder/counters/counter_check.hpp"

namespace lull::cli {
namespace {

constexpr const char* kEvery = "true";  // the option's value if it is given without patterns

std::string papi_if_there() {
  try {
    return recorder_library("papi");
  } catch (const Error& missing) {
    print_message(fmt::format("{}: PAPI counters are not available", missing.what()));
    return {};
  }
}

std::string counters_of(const FunctionOptions& options) {
  if (!options.memory) return options.counters;
  return options.counters + (options.counters.empty() ? "" : ",") + "heap,heap_peak";
}

bool counts_heap(const FunctionOptions& options) {
  return options.memory || ("," + options.counters).find(",heap") != std::string::npos;
}

}  // namespace

void add_options(CLI::App& command, FunctionOptions& options) {
  command
      .add_flag(
          "--functions", options.functions,
          "Record functions compiled with -finstrument-functions; with PATTERNS only those with "
          "matching names ('solve*,exchange')")
      ->type_name("[=PATTERNS]");
  command
      .add_option("--filter", options.filter,
                  "Do not record the functions that a Score-P filter file excludes")
      ->type_name("FILE");
  command
      .add_option(
          "--counters", options.counters,
          "Counters to read on entry and exit of each region, such as ru_utime,page-faults; "
          "help lists the available ones")
      ->type_name("LIST");
  command.add_flag("--memory", options.memory,
                   "Count the bytes that each process has allocated, on entry and exit of each "
                   "region (the counters heap and heap_peak)");
  command.add_flag("--io", options.io,
                   "Record input and output of the program through POSIX and C streams");
}

std::vector<std::pair<std::string, std::string>> variables_of(const FunctionOptions& options) {
  std::vector<std::pair<std::string, std::string>> variables;
  if (!options.functions.empty())
    variables.emplace_back("LULL_RECORD_FUNCTIONS",
                           options.functions == kEvery ? "*" : options.functions);
  if (!options.filter.empty()) {
    if (std::filesystem::is_directory(options.filter))
      throw usage_error("{}: the filter is a directory, not a file", printable(options.filter));
    (void)read_filter_file(options.filter);  // reports the file's errors now
    variables.emplace_back("LULL_RECORD_FILTER", std::filesystem::absolute(options.filter));
  }
  if (const std::string counters = counters_of(options); !counters.empty()) {
    const std::string papi =
        recorder::needs_papi(counters) ? recorder_library("papi").string() : "";
    recorder::check_counters(counters, papi);
    variables.emplace_back("LULL_RECORD_COUNTERS", counters);
    if (!papi.empty()) variables.emplace_back("LULL_RECORD_PAPI", papi);
  }
  return variables;
}

void print_counters() {
  for (const auto& [name, unit, description] : recorder::available_counters(papi_if_there()))
    fmt::print("{:<24} {:<3} {}\n", name, unit, description);
  fmt::print(
      "PAPI counters with two colons in their names (perf::CYCLES) may be available, too.\n");
}

std::vector<std::string> libraries_of(const FunctionOptions& options) {
  const bool chosen = !options.functions.empty() && options.functions != kEvery;
  std::vector<std::string> libraries;
  if (chosen || !options.filter.empty()) libraries.emplace_back("filter");
  if (options.io) libraries.emplace_back("io");
  if (counts_heap(options)) libraries.emplace_back("memory");
  return libraries;
}

}  // namespace lull::cli
