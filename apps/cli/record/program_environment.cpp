// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "cli/record/program_environment.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <sstream>

#include "cli/record/shared_libraries.hpp"
#include "lull/base/error.hpp"
#include "lull/base/text/printable.hpp"

namespace lull::cli {
namespace {

namespace fs = std::filesystem;

// Returns the file that a command-line word would run; empty if there is none.
fs::path program_of(const std::string& word) {
  std::error_code ignored;
  if (word.find('/') != word.npos)
    return fs::is_regular_file(word, ignored) ? fs::path(word) : fs::path();
  const char* const path = std::getenv("PATH");
  std::istringstream directories(path == nullptr ? "" : path);
  for (std::string directory; std::getline(directories, directory, ':');)
    if (fs::path file = fs::path(directory) / word; fs::is_regular_file(file, ignored)) return file;
  return {};
}

}  // namespace

bool NamedProgram::needs(const std::string& library) const {
  return std::ranges::any_of(libraries,
                             [&](const std::string& name) { return name.starts_with(library); });
}

std::vector<NamedProgram> programs_of(const std::vector<std::string>& command) {
  std::vector<NamedProgram> programs;
  for (const std::string& word : command)
    if (const fs::path file = program_of(word); !file.empty())
      programs.push_back({file, shared_libraries_of(file)});
  return programs;
}

void ProgramEnvironment::load(const fs::path& library) {
  const std::string& name = library.native();
  if (name.find_first_of(" :") != name.npos)
    throw usage_error(
        "{} cannot be loaded into programs: LD_PRELOAD separates paths at blanks and "
        "colons; {} in a directory whose path has none",
        printable(name),
        library.filename().native().starts_with("liblull-record") ? "install Lull"
                                                                  : "put the library");
  if (std::ranges::find(libraries_, library) == libraries_.end()) libraries_.push_back(library);
}

namespace {

// The C library reserves little space for thread-local variables of libraries that are loaded
// later. This adds the space that the recorder's own libraries take.
std::string tunables() {
  constexpr std::string_view kRoom = "glibc.rtld.optional_static_tls=";
  constexpr unsigned long kUsual = 512;
  constexpr unsigned long kOurs = 1024;
  const char* const known = std::getenv("GLIBC_TUNABLES");
  std::string all = known == nullptr ? "" : known;
  unsigned long room = kUsual;
  if (const std::size_t at = all.rfind(kRoom); at != all.npos)
    room = std::strtoul(all.c_str() + at + kRoom.size(), nullptr, 0);
  return fmt::format("{}{}{}{}", all, all.empty() ? "" : ":", kRoom, room + kOurs);
}

}  // namespace

ProgramEnvironment::Variables ProgramEnvironment::variables() const {
  Variables all = variables_;
  std::string preload;
  for (const fs::path& library : libraries_)
    preload += (preload.empty() ? "" : ":") + library.string();
  if (const char* others = std::getenv("LD_PRELOAD"); others != nullptr && *others != '\0')
    preload += std::string(":") + others;
  all.emplace_back("LD_PRELOAD", preload);
  all.emplace_back("GLIBC_TUNABLES", tunables());
  return all;
}

namespace {

std::string file_of_recorder(const std::string& name) {
  return "liblull-record" + (name.empty() ? "" : "-" + name) + ".so";
}

}  // namespace

fs::path find_recorder_library(const std::string& name) {
  const std::string file = file_of_recorder(name);
  std::error_code ignored;
  const fs::path self = fs::canonical("/proc/self/exe", ignored).parent_path();
  for (const fs::path& directory : {self.parent_path() / "lib", self.parent_path() / "lib" / "lull",
                                    fs::path(LULL_LIBRARY_DIRECTORY)})
    if (fs::exists(directory / file, ignored)) return directory / file;
  return {};
}

fs::path recorder_library(const std::string& name) {
  const fs::path found = find_recorder_library(name);
  if (found.empty()) throw usage_error("this Lull was built without {}", file_of_recorder(name));
  return found;
}

void load_call_recorder(ProgramEnvironment& environment, bool wanted) {
  if (wanted || !find_recorder_library("mpi").empty()) environment.load(recorder_library("mpi"));
}

}  // namespace lull::cli
