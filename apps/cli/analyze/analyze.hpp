// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// lull analyze: what its command line says, and the run.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "cli/inputs/clock_choice.hpp"
#include "lull/analysis/results/report/time_lines.hpp"

namespace lull::cli {

struct AnalyzeArguments {
  std::string archive;
  std::string output;
  unsigned threads = 0;  // as many as there are cores for each process
  std::uint64_t memory = 0;
  bool json = false;
  ClockWish clocks = ClockWish::Auto;
  bool focus_on_run = false;  // findings are of the whole run
  analysis::TimeLines time_lines = analysis::TimeLines::Some;
  std::vector<std::string> plugins;
  std::string specification;
  std::string topology;
  bool iterations = false;
  std::string iterations_of;  // a region; "": those of the main loop that is found
  std::string colour = "auto";
  bool quiet = false;             // nothing about what was found
  std::function<void()> check{};  // called now and then; may throw
};

void analyze(const AnalyzeArguments& arguments);

}  // namespace lull::cli
