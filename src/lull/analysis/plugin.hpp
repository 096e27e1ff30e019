// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Patterns of one's own, as a shared library that `lull analyze --plugin` loads. One source file
// says what it brings:
//
//   void describe(lull::analysis::Plugin& plugin) {
//     plugin.patterns = [] { ... };
//   }
//   LULL_PLUGIN(describe)
//
// Its patterns charge metrics that plug-ins declare, and no call more than its time (Bus::admit).
// Built against the installed package (target Lull::plugin), with the compiler that Lull was built
// with: it uses what the program has. examples/plugin/ is a project that does so.
#pragma once

#include <array>
#include <cstdint>

#include "lull/analysis/bus/pattern.hpp"
#include "lull/analysis/matching/matcher.hpp"
#include "lull/analysis/replay/state/follower.hpp"

namespace lull::analysis {

// All in addition to Lull's own; whatever is empty is none.
struct Plugin {
  PatternFactory patterns;
  MatcherFactory matchers;    // for operations of its own
  FollowerFactory followers;  // which post these
};

// What it was built for. Compared before anything of it is called.
struct PluginInterface {
  std::uint32_t version = 0;  // raised with each change that its sizes do not show
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
