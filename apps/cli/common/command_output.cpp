// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "cli/common/command_output.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <fstream>
#include <iterator>

#include "lull/base/error.hpp"

namespace lull::cli {

namespace fs = std::filesystem;

WorkDirectory::WorkDirectory() {
  std::error_code unusable;
  const fs::path directory = fs::temp_directory_path(unusable);
  if (unusable)
    throw Error(ExitStatus::System, "there is no directory for temporary files: see TMPDIR");
  std::string name = (directory / "lull-work-XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr) throw system_error(directory.string(), errno);
  path_ = name;
}

WorkDirectory::~WorkDirectory() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

std::string file_bytes(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void write_content(const fs::path& path, std::string_view text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  if (!file.flush()) throw system_error(path.string(), errno);
}

CommandOutput run_tool(const std::vector<std::string>& command, const WorkDirectory& work) {
  const fs::path text = work / "stdout";
  const fs::path messages = work / "stderr";
  constexpr int kFresh = O_WRONLY | O_CREAT | O_TRUNC;
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, text.c_str(), kFresh, 0600);
  ::posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, messages.c_str(), kFresh, 0600);
  std::vector<char*> words;
  for (const std::string& word : command) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  pid_t child = 0;
  const int failure = ::posix_spawnp(&child, words[0], &actions, nullptr, words.data(), environ);
  ::posix_spawn_file_actions_destroy(&actions);
  if (failure != 0) throw system_error(command.front(), failure);
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return {status == 0, file_bytes(text), file_bytes(messages)};
}

}  // namespace lull::cli
