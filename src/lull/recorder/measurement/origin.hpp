// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The origin of this process: its node and its launcher. After the run, these identify the
// processes of one run and the processes that share a clock, without communication. Reads a few
// files of /proc and the environment, before MPI begins.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace lull::recorder {

// Identifies the node since its last boot. Empty if unknown.
[[nodiscard]] std::string boot_id();
// Processes of one node in the same time namespace share one CLOCK_MONOTONIC.
[[nodiscard]] std::string time_namespace();

// `job`: by kind of launcher, its id of this process's job, which all its processes share. `rank`:
// given by the launcher, below 0 if it gave none. `parent`: the process that started this one.
struct Launch {
  nlohmann::json job = nlohmann::json::object();
  int rank = -1;
  std::string parent;
};
[[nodiscard]] Launch launch_of_this_process();

// Returns whether the launcher reports that all processes of the job are on this node.
[[nodiscard]] bool is_on_one_node();

// Returns the job of the launcher that a Hydra proxy runs, from its command line. Empty for another
// program.
[[nodiscard]] std::string hydra_job(std::string_view command_line);

}  // namespace lull::recorder
