// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// lull analyze: its command-line arguments and its run.
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
  unsigned threads = 0;  // 0: the number of cores, divided among the processes of the job
  std::uint64_t memory = 0;
  bool json = false;
  ClockWish clocks = ClockWish::Auto;
  bool focus_on_run = false;  // relates findings to the whole run
  analysis::TimeLines time_lines = analysis::TimeLines::Some;
  std::vector<std::string> plugins;
  std::string specification;
  std::string topology;
  bool iterations = false;
  std::string iterations_of;  // a region; "": the iterations of the detected main loop
  std::string colour = "auto";
  bool quiet = false;             // prints no findings
  std::function<void()> check{};  // called at intervals; may throw
};

void analyze(const AnalyzeArguments& arguments);

}  // namespace lull::cli
