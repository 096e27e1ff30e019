// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "cli/record_functions.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "cli/program_environment.hpp"
#include "lull/base/error.hpp"
#include "lull/base/message.hpp"
#include "lull/recorder/counters/counter_check.hpp"
#include "lull/recorder/functions/filter_rules.hpp"

namespace lull::cli {
namespace {

constexpr const char* kEvery = "true";  // what the option is without patterns

std::string papi_if_there() {
  try {
    return recorder_library("papi");
  } catch (const Error& missing) {
    print_message(fmt::format("{}: PAPI counters are not available", missing.what()));
    return {};
  }
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
}

std::vector<std::pair<std::string, std::string>> variables_of(const FunctionOptions& options) {
  std::vector<std::pair<std::string, std::string>> variables;
  if (!options.functions.empty())
    variables.emplace_back("LULL_RECORD_FUNCTIONS",
                           options.functions == kEvery ? "*" : options.functions);
  if (!options.filter.empty()) {
    (void)recorder::read_filter_file(options.filter);  // tells now what is wrong with it
    variables.emplace_back("LULL_RECORD_FILTER", std::filesystem::absolute(options.filter));
  }
  if (!options.counters.empty()) {
    const std::string papi =
        recorder::needs_papi(options.counters) ? recorder_library("papi").string() : "";
    recorder::check_counters(options.counters, papi);
    variables.emplace_back("LULL_RECORD_COUNTERS", options.counters);
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
  if (chosen || !options.filter.empty()) return {"filter"};
  return {};
}

}  // namespace lull::cli
