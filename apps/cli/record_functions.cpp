// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "cli/record_functions.hpp"

#include <filesystem>

#include "lull/recorder/functions/filter_rules.hpp"

namespace lull::cli {
namespace {

constexpr const char* kEvery = "true";  // what the option is without patterns

}  // namespace

void add_options(CLI::App& command, FunctionOptions& options) {
  command
      .add_flag("--functions", options.functions,
                "record functions that were compiled with -finstrument-functions; or only those "
                "whose names match, --functions='solve*,exchange'")
      ->type_name("[=PATTERNS]");
  command
      .add_option("--filter", options.filter,
                  "leave out functions and marked regions, as a filter file of Score-P says")
      ->type_name("FILE");
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
  return variables;
}

std::vector<std::string> libraries_of(const FunctionOptions& options) {
  const bool chosen = !options.functions.empty() && options.functions != kEvery;
  if (chosen || !options.filter.empty()) return {"filter"};
  return {};
}

}  // namespace lull::cli
