// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Loaded into the recorded program if there is a filter: on the first call of a function, looks up
// its name, shortened as in the archive or in full, and whether the rules exclude it.
#include <array>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <mutex>
#include <string>

#include "lull/base/filter_rules.hpp"
#include "lull/recorder/measurement/code_place.hpp"
#include "lull/recorder/measurement/measurement.hpp"
#include "lull/recorder/measurement/region_filter.hpp"
#include "lull/recorder/names/code_names.hpp"
#include "lull/recorder/names/short_names.hpp"

namespace lull::recorder {
namespace {

class NameFilter final : public RegionFilter {
 public:
  NameFilter(FilterRules rules, std::string_view functions)
      : rules_(std::move(rules)), functions_{.regions = include_only(functions), .files = {}} {}

  bool excludes_function(const void* address) noexcept override {
    try {
      std::array<char, PATH_MAX> memory;
      const CodePlace place = place_of(address, memory);
      const std::string object(place.object);
      const std::scoped_lock lock(mutex_);
      const CodeName found = names_.function_at(object, place.offset);
      const std::string full =
          found.function.empty() ? address_name(object, place.offset) : found.function;
      const std::string name = short_name(full);
      return functions_.exclude(name, found.symbol, found.file, full) ||
             rules_.exclude(name, found.symbol, found.file, full);
    } catch (const std::exception& error) {
      Measurement::instance().give_up(error.what());
      return true;
    }
  }
  bool excludes_region(std::string_view name, std::string_view file) noexcept override {
    try {
      return rules_.exclude(std::string(name), std::string(name), std::string(file));
    } catch (const std::exception& error) {
      Measurement::instance().give_up(error.what());
      return true;
    }
  }

 private:
  FilterRules rules_;
  FilterRules functions_;
  CodeNames names_;
  std::mutex mutex_;
};

std::string value_of(const char* variable) {
  const char* const value = std::getenv(variable);
  return value == nullptr ? "" : value;
}

// The launcher has reported errors in the filter; here it may be inaccessible.
[[gnu::constructor]] void begin_filter() {
  if (value_of("LULL_RECORD_DIRECTORY").empty()) return;
  const std::string file = value_of("LULL_RECORD_FILTER");
  const std::string functions = value_of("LULL_RECORD_FUNCTIONS");
  try {
    set_region_filter(new NameFilter(file.empty() ? FilterRules{} : read_filter_file(file),
                                     functions.empty() ? "*" : functions));
  } catch (const std::exception& error) {
    Measurement::instance().give_up(error.what());
  }
}

}  // namespace
}  // namespace lull::recorder
