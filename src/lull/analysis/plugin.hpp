// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// User-defined patterns in a shared library that `lull analyze --plugin` loads. One source file
// describes its contents:
//
//   void describe(lull::analysis::Plugin& plugin) {
//     plugin.patterns = [] { ... };
//   }
//   LULL_PLUGIN(describe)
//
// Its patterns charge metrics that plug-ins declare, and charge no call more than the call's time
// (Bus::admit). Built against the installed package (target Lull::plugin) with the compiler that
// Lull was built with, as it uses symbols of the program. See examples/plugin/ for a complete
// project.
#pragma once

#include <array>
#include <cstdint>

#include "lull/analysis/bus/pattern.hpp"
#include "lull/analysis/matching/matcher.hpp"
#include "lull/analysis/replay/state/follower.hpp"

namespace lull::analysis {

// Additions to Lull's own factories; each may be empty.
struct Plugin {
  PatternFactory patterns;
  MatcherFactory matchers;    // for its operations
  FollowerFactory followers;  // which post these operations
};

// The interface version that it was built for. Compared before any of its code is called.
struct PluginInterface {
  std::uint32_t version = 0;  // increased with each change that the sizes do not show
  std::array<std::uint32_t, 11> sizes{};
  friend bool operator==(const PluginInterface&, const PluginInterface&) = default;
};

template <class... Types>
[[nodiscard]] constexpr PluginInterface interface_of(std::uint32_t version) {
  return {version, {static_cast<std::uint32_t>(sizeof(Types))...}};
}
inline constexpr PluginInterface kPluginInterface =
    interface_of<Plugin, Bus, ChargeSink, Pattern, MetricInfo, Message, Completion,
                 CollectiveMember, OpenCall, Definitions, Event>(2);

}  // namespace lull::analysis

// NOLINTNEXTLINE(cppcoreguidelines-macro-usage): two symbols that the program looks up by name
#define LULL_PLUGIN(describe)                                                                     \
  extern "C"                                                                                      \
      [[gnu::visibility("default")]] const lull::analysis::PluginInterface lull_plugin_interface; \
  const lull::analysis::PluginInterface lull_plugin_interface = lull::analysis::kPluginInterface; \
  extern "C" [[gnu::visibility("default")]] void lull_plugin(lull::analysis::Plugin& plugin);     \
  void lull_plugin(lull::analysis::Plugin& plugin) { (describe)(plugin); }
