// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Wraps a plug-in so that its guard catches and stores whatever it throws.
#pragma once

#include <memory>

#include "lull/analysis/analysis.hpp"
#include "lull/analysis/bus/guard.hpp"
#include "lull/analysis/plugin.hpp"

namespace lull::analysis {

// Appends its patterns to `patterns`.
[[nodiscard]] PatternFactory with_plugin(PatternFactory patterns, const Plugin& plugin,
                                         const std::shared_ptr<Guard>& guard);
// Appends the plug-in's followers and matchers to those in `options`.
void add_plugin(AnalysisOptions& options, const Plugin& plugin,
                const std::shared_ptr<Guard>& guard);

}  // namespace lull::analysis
