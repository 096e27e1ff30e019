// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "cli/record/joint_recording.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <string_view>

#include "lull/base/error.hpp"
#include "lull/base/text/printable.hpp"
#include "lull/base/text/shell_word.hpp"

namespace lull::cli {
namespace {

namespace fs = std::filesystem;

// Environment variables that a launcher sets for its processes.
struct Launcher {
  const char* rank;
  const char* size;
  const char* command;
};
constexpr std::array kLaunchers{Launcher{"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", "mpirun"},
                                Launcher{"PMI_RANK", "PMI_SIZE", "mpirun"},
                                Launcher{"SLURM_PROCID", "SLURM_STEP_NUM_TASKS", "srun"},
                                Launcher{"PMIX_RANK", "PMIX_SIZE", "the launcher"}};

std::optional<int> number_in(const char* variable) {
  const char* const text = std::getenv(variable);
  if (text == nullptr) return {};
  const std::string_view digits(text);
  int number = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  const bool whole = error == std::errc() && end == digits.data() + digits.size();
  return whole && number >= 0 ? std::optional(number) : std::nullopt;
}

std::string host() {
  std::array<char, 256> name{};
  return ::gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "";
}

// Returns false if the file already exists.
bool make_file(const fs::path& path, const std::string& text) {
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
  if (file < 0 && errno == EEXIST) return false;
  if (file < 0) throw system_error(path.string(), errno);
  const ssize_t written = ::write(file, text.data(), text.size());
  ::close(file);
  if (written != static_cast<ssize_t>(text.size())) throw system_error(path.string(), errno);
  return true;
}

bool holds_only(const fs::path& directory, std::initializer_list<std::string_view> names) {
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(directory, error))
    if (std::ranges::find(names, entry.path().filename().native()) == names.end()) return false;
  return true;
}

}  // namespace

std::optional<JointRecording> JointRecording::find() {
  for (const Launcher& launcher : kLaunchers) {
    const auto rank = number_in(launcher.rank);
    const auto size = number_in(launcher.size);
    if (rank && size && *size > 1) return JointRecording(*rank, *size);
    if (rank && size) return {};
  }
  return {};
}

fs::path JointRecording::join(const std::string& name) {
  const fs::path output = fs::absolute(name);
  directory_ = output / ".processes";
  std::error_code error;
  fs::create_directories(output, error);
  if (error) throw system_error(name, error.value());
  // The processes progress independently: others may already be recording.
  const auto refuse = [&] {
    return usage_error("{} is not empty: choose another directory with -o", printable(name));
  };
  if (!holds_only(output, {".processes", ".parts", ".unrecorded"})) throw refuse();
  if (::mkdir(directory_.c_str(), 0777) != 0 && errno != EEXIST)
    throw system_error(directory_.string(), errno);
  if (!make_file(directory_ / fmt::format("{}.began", rank_),
                 fmt::format("{} {}\n", host(), ::getpid())))
    throw refuse();
  return output;
}

// A killed process leaves no file; processes on other machines cannot be checked.
bool JointRecording::has_ended(int rank) const {
  std::error_code none;
  if (fs::exists(directory_ / fmt::format("{}.ended", rank), none)) return true;
  std::ifstream file(directory_ / fmt::format("{}.began", rank));
  std::string where;
  pid_t process = 0;
  return file >> where >> process && where == host() && ::kill(process, 0) != 0 && errno == ESRCH;
}

bool JointRecording::leave() {
  std::error_code none;
  if (!make_file(directory_ / fmt::format("{}.ended", rank_), "")) return false;
  joined_ = ended_ = 0;
  for (int rank = 0; rank < size_; ++rank) {
    if (!fs::exists(directory_ / fmt::format("{}.began", rank), none)) continue;
    ++joined_;
    if (has_ended(rank)) ++ended_;
  }
  const bool all_ended = ended_ == joined_;
  some_are_missing_ = all_ended && joined_ < size_;
  if (!all_ended || some_are_missing_) return false;
  // Several processes may find that all have ended; only the one that creates the directory
  // proceeds.
  if (::mkdir((directory_ / "archive").c_str(), 0777) != 0) return false;
  fs::remove_all(directory_, none);
  return true;
}

}  // namespace lull::cli
