// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/report/model/units.hpp"

#include <algorithm>
#include <iterator>

namespace lull::report {
namespace {

constexpr std::string_view kSeconds = "sec";
constexpr std::string_view kBytes = "bytes";
constexpr Unit kUnits[] = {{"s", kSeconds, 1},           {"sec", kSeconds, 1},
                           {"ms", kSeconds, 1e-3},       {"us", kSeconds, 1e-6},
                           {"µs", kSeconds, 1e-6},       {"ns", kSeconds, 1e-9},
                           {"min", kSeconds, 60},        {"B", kBytes, 1},
                           {"bytes", kBytes, 1},         {"KiB", kBytes, 1024},
                           {"MiB", kBytes, 1024 * 1024}, {"GiB", kBytes, 1024.0 * 1024 * 1024},
                           {"kB", kBytes, 1e3},          {"MB", kBytes, 1e6},
                           {"GB", kBytes, 1e9}};

}  // namespace

const Unit* find_unit(std::string_view name) {
  const auto* const unit = std::find_if(std::begin(kUnits), std::end(kUnits),
                                        [&](const Unit& u) { return u.name == name; });
  return unit == std::end(kUnits) ? nullptr : unit;
}

}  // namespace lull::report
