// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "cli/record/shared_libraries.hpp"

#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstring>
#include <fstream>
#include <sstream>

namespace lull::cli {
namespace {

namespace fs = std::filesystem;

template <class Record>
bool read_at(std::ifstream& file, std::uint64_t offset, Record& record) {
  file.seekg(static_cast<std::streamoff>(offset));
  return static_cast<bool>(file.read(reinterpret_cast<char*>(&record), sizeof record));
}

// Returns the loader of a program for this architecture; empty for all other files.
std::string loader_of(const fs::path& program) {
  std::ifstream file(program, std::ios::binary);
  ElfW(Ehdr) header{};
  if (!read_at(file, 0, header) || std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0) return {};
  if (header.e_ident[EI_CLASS] != (sizeof(void*) == 8 ? ELFCLASS64 : ELFCLASS32)) return {};
  for (unsigned i = 0; i < header.e_phnum; ++i) {
    ElfW(Phdr) part{};
    if (!read_at(file, header.e_phoff + std::uint64_t{i} * header.e_phentsize, part)) return {};
    std::array<char, 4096> name{};
    if (part.p_type != PT_INTERP || part.p_filesz >= name.size()) continue;
    file.seekg(static_cast<std::streamoff>(part.p_offset));
    file.read(name.data(), static_cast<std::streamsize>(part.p_filesz));
    return file ? name.data() : std::string();
  }
  return {};
}

// Checks the dynamic section: position-independent programs otherwise look like libraries.
bool claims_to_be_program(std::ifstream& file, const ElfW(Phdr) & part) {
  for (std::uint64_t at = 0; at + sizeof(ElfW(Dyn)) <= part.p_filesz; at += sizeof(ElfW(Dyn))) {
    ElfW(Dyn) entry{};
    if (!read_at(file, part.p_offset + at, entry) || entry.d_tag == DT_NULL) return false;
    if (entry.d_tag == DT_FLAGS_1) return (entry.d_un.d_val & DF_1_PIE) != 0;
  }
  return false;
}

// Returns the output of a command.
std::string output_of(std::vector<std::string> words) {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return {};
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  pid_t child = 0;
  const int failure =
      ::posix_spawn(&child, arguments[0], &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  ::close(ends[1]);
  std::string text;
  std::array<char, 4096> buffer{};
  for (ssize_t count = 0; (count = ::read(ends[0], buffer.data(), buffer.size())) > 0;)
    text.append(buffer.data(), static_cast<std::size_t>(count));
  ::close(ends[0]);
  if (failure == 0) ::waitpid(child, nullptr, 0);
  return text;
}

// Only glibc's loader is known to list libraries without running the program.
std::istringstream list_libraries(const fs::path& program) {
  const std::string loader = loader_of(program);
  if (fs::path(loader).filename().string().rfind("ld", 0) != 0 ||
      loader.find("musl") != loader.npos)
    return {};
  return std::istringstream(output_of({loader, "--list", program.string()}));
}

}  // namespace

bool is_static(const fs::path& program) {
  std::ifstream file(program, std::ios::binary);
  ElfW(Ehdr) header{};
  if (!read_at(file, 0, header) || std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0) return false;
  if (header.e_ident[EI_CLASS] != (sizeof(void*) == 8 ? ELFCLASS64 : ELFCLASS32)) return false;
  bool is_program = header.e_type == ET_EXEC;
  for (unsigned i = 0; i < header.e_phnum; ++i) {
    ElfW(Phdr) part{};
    if (!read_at(file, header.e_phoff + std::uint64_t{i} * header.e_phentsize, part)) return false;
    if (part.p_type == PT_INTERP) return false;
    if (part.p_type == PT_DYNAMIC && header.e_type == ET_DYN)
      is_program = claims_to_be_program(file, part);
  }
  return is_program && header.e_phnum > 0 && ::access(program.c_str(), X_OK) == 0;
}

std::vector<std::string> shared_libraries_of(const fs::path& program) {
  std::vector<std::string> libraries;
  std::istringstream lines = list_libraries(program);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    if (std::string name; words >> name) libraries.push_back(fs::path(name).filename());
  }
  return libraries;
}

std::vector<fs::path> library_files_of(const fs::path& program) {
  std::vector<fs::path> files;
  std::istringstream lines = list_libraries(program);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string name;
    std::string arrow;
    std::string file;
    std::error_code ignored;
    if (words >> name >> arrow >> file && arrow == "=>" && fs::exists(file, ignored))
      files.emplace_back(file);
  }
  return files;
}

}  // namespace lull::cli
