// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// What a plug-in brings, so that whatever it throws is caught and kept by its guard.
#pragma once

#include <memory>

#include "lull/analysis/analysis.hpp"
#include "lull/analysis/bus/guard.hpp"
#include "lull/analysis/plugin.hpp"

namespace lull::analysis {

// Its patterns, behind those of `patterns`.
[[nodiscard]] PatternFactory with_plugin(PatternFactory patterns, const Plugin& plugin,
                                         const std::shared_ptr<Guard>& guard);
// Its followers and matchers, behind those of `options`.
void add_plugin(AnalysisOptions& options, const Plugin& plugin,
                const std::shared_ptr<Guard>& guard);

}  // namespace lull::analysis
