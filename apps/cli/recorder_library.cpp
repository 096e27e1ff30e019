// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "cli/recorder_library.hpp"

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <sstream>

#include "lull/base/error.hpp"

namespace lull::cli {
namespace {

namespace fs = std::filesystem;

// The file that a word of a command line would run; empty when there is none.
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

// A program names the libraries it needs in its table of strings.
std::string needed_mpi_library(const fs::path& program) {
  std::ifstream file(program, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(file), {}};
  if (!bytes.starts_with("\x7f"
                         "ELF"))
    return {};
  for (const char* name : {"libmpich.so", "libmpichfort.so", "libmpich-", "libmpi_abi.so"})
    if (bytes.find(name) != bytes.npos) return "mpich";
  for (const char* name : {"libmpi.so", "libmpi_mpifh.so", "libmpi_usempif08.so"})
    if (bytes.find(name) != bytes.npos) return "openmpi";
  return {};
}

// "mpirun" is a link to a launcher whose name tells.
std::string launched_mpi_library(const fs::path& launcher) {
  std::error_code ignored;
  const std::string name = fs::canonical(launcher, ignored).filename();
  if (name.find("hydra") != name.npos || name.find("mpich") != name.npos) return "mpich";
  if (name == "orterun" || name == "prterun" || name.find("openmpi") != name.npos) return "openmpi";
  return {};
}

}  // namespace

std::string mpi_library_of(const std::vector<std::string>& command) {
  for (const std::string& word : command)
    if (const fs::path program = program_of(word); !program.empty())
      if (std::string mpi = launched_mpi_library(program); !mpi.empty()) return mpi;
  for (const std::string& word : command)
    if (const fs::path program = program_of(word); !program.empty())
      if (std::string mpi = needed_mpi_library(program); !mpi.empty()) return mpi;
  return {};
}

fs::path recorder_library(const std::string& part) {
  const std::string name = part.empty() ? "liblull-record.so" : "liblull-record-" + part + ".so";
  std::error_code ignored;
  const fs::path self = fs::canonical("/proc/self/exe", ignored).parent_path();
  for (const fs::path& directory : {self.parent_path() / "lib", self.parent_path() / "lib" / "lull",
                                    fs::path(LULL_LIBRARY_DIRECTORY)})
    if (fs::exists(directory / name, ignored)) return directory / name;
  throw usage_error("this Lull was built without {}", name);
}

}  // namespace lull::cli
