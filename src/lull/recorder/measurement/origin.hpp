// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Where this process comes from: its node, its launcher. By that the processes of one run, and
// those that have one clock, find each other when all have ended: none has to ask another one.
// Reads a few files of /proc and the environment, before MPI begins.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace lull::recorder {

// The node since its last start. Empty where the system does not tell.
[[nodiscard]] std::string boot_id();
// Processes of one node that are in the same one have one CLOCK_MONOTONIC.
[[nodiscard]] std::string time_namespace();

// By kind of launcher what it calls the job that this process is one of; processes of one job have
// the same. `rank` is the one that the launcher gave, below 0 where it gave none; `parent` is the
// process that started this one.
struct Launch {
  nlohmann::json job = nlohmann::json::object();
  int rank = -1;
  std::string parent;
};
[[nodiscard]] Launch launch_of_this_process();

// Whether the launcher says that all processes of the job are on this node.
[[nodiscard]] bool is_on_one_node();

// Of Hydra's proxy: which of which launcher's jobs it runs, by its command line. Empty for another
// program.
[[nodiscard]] std::string hydra_job(std::string_view command_line);

}  // namespace lull::recorder
