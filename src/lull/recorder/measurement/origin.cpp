// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/recorder/measurement/origin.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>

namespace lull::recorder {
namespace {

std::string contents_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::string variable(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

bool is_set(const char* name) { return std::getenv(name) != nullptr; }

struct Ancestor {
  int parent = 0;
  std::string started;
};

// Returns the parent of a process on this node.
Ancestor ancestor_of(int process) {
  constexpr int kParent = 2;  // index of the field after the name
  constexpr int kStarted = 20;
  const std::string text = contents_of(fmt::format("/proc/{}/stat", process));
  std::size_t at = text.rfind(')');  // the name may contain anything
  Ancestor ancestor;
  for (int field = 1; at != text.npos && field <= kStarted; ++field) {
    at = text.find(' ', at + 1);
    if (at == text.npos) break;
    if (field == kParent) ancestor.parent = std::atoi(text.c_str() + at);
    if (field == kStarted) ancestor.started = text.substr(at + 1, text.find(' ', at + 1) - at - 1);
  }
  return ancestor;
}

// Scripts may be between a process and its proxy.
std::string hydra_job_above(int process) {
  constexpr int kMostScripts = 16;
  for (int i = 0; i < kMostScripts && process > 1; ++i) {
    const std::string job = hydra_job(contents_of(fmt::format("/proc/{}/cmdline", process)));
    if (!job.empty()) return job;
    process = ancestor_of(process).parent;
  }
  return {};
}

std::optional<int> number_in(const char* name) {
  if (!is_set(name)) return std::nullopt;
  return std::atoi(std::getenv(name));
}

// A launcher may have been started by another one, whose variables are still set.
int rank_of_launcher(bool hydra) {
  for (const char* name : {hydra ? "PMI_RANK" : "PMIX_RANK", "OMPI_COMM_WORLD_RANK", "PMIX_RANK",
                           "PMI_RANK", "PALS_RANKID", "FLUX_TASK_RANK", "SLURM_PROCID"})
    if (const auto rank = number_in(name)) return *rank;
  return -1;
}

}  // namespace

std::string boot_id() {
  std::string id = contents_of("/proc/sys/kernel/random/boot_id");
  while (!id.empty() && id.back() == '\n') id.pop_back();
  return id;
}

std::string time_namespace() {
  std::error_code none;
  return std::filesystem::read_symlink("/proc/self/ns/time", none).string();
}

std::string hydra_job(std::string_view command_line) {
  const auto behind = [&](std::string_view option) {
    std::size_t at = command_line.find(option);
    if (at == command_line.npos) return std::string_view{};
    at += option.size();
    return command_line.substr(at, command_line.find('\0', at) - at);
  };
  using namespace std::string_view_literals;
  const std::string_view launcher = behind("\0--control-port\0"sv);
  if (launcher.empty()) return {};
  return fmt::format("{} {}", launcher, behind("\0--pgid\0"sv));
}

bool is_on_one_node() {
  const bool hydra = is_set("PMI_FD") || is_set("PMI_PORT");
  const auto size = number_in(hydra ? "PMI_SIZE" : "OMPI_COMM_WORLD_SIZE");
  if (size == 1) return true;
  if (size) return size == number_in(hydra ? "MPI_LOCALNRANKS" : "OMPI_COMM_WORLD_LOCAL_SIZE");
  return number_in("SLURM_STEP_NUM_NODES") == 1;
}

Launch launch_of_this_process() {
  Launch launch;
  const auto note = [&launch](const char* kind, std::string value) {
    if (!value.empty()) launch.job[kind] = std::move(value);
  };
  // Numbers of jobs are short: with the address of the launcher, they are unique.
  if (is_set("PMIX_NAMESPACE"))
    note("pmix", variable("PMIX_NAMESPACE") + " " + variable("OMPI_MCA_orte_hnp_uri"));
  const bool hydra = is_set("PMI_FD") || is_set("PMI_PORT") || is_set("HYDI_CONTROL_FD");
  const int parent = ::getppid();
  if (hydra) note("hydra", hydra_job_above(parent));
  if (is_set("SLURM_JOB_ID") && is_set("SLURM_STEP_ID"))
    note("slurm", variable("SLURM_JOB_ID") + "." + variable("SLURM_STEP_ID"));
  for (const char* name : {"FLUX_JOB_ID", "PALS_APID", "ALPS_APP_ID"}) note(name, variable(name));
  launch.rank = rank_of_launcher(hydra);
  launch.parent = fmt::format("{}.{}", parent, ancestor_of(parent).started);
  return launch;
}

}  // namespace lull::recorder
