// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "cli/analyze/plugins.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <string_view>

#include "lull/base/error.hpp"

namespace lull::cli {
namespace {

namespace fs = std::filesystem;

// Adds the module's directory, as built or installed with this program. Otherwise Python searches
// its usual path.
void set_python_path() {
  const fs::path self = fs::canonical("/proc/self/exe").parent_path().parent_path();
  for (const fs::path& place : {self / "python", self / LULL_PYTHON_INSTALL}) {
    if (!fs::exists(place / "lull" / "__init__.py")) continue;
    std::string path = place.string();
    if (const char* known = std::getenv("PYTHONPATH"); known != nullptr && *known != '\0')
      path += std::string(":") + known;
    ::setenv("PYTHONPATH", path.c_str(), 1);
    return;
  }
}

}  // namespace

void analyze_with_plugins(const fs::path& anchor, const fs::path& output, bool json, bool colour,
                          const std::string& topology, const std::string& clocks,
                          const std::vector<std::string>& plugins) {
  const std::string python = LULL_PYTHON;
  if (python.empty())
    throw Error(ExitStatus::System,
                "--plugin requires the Python module, which this Lull was built without");
  set_python_path();
  std::vector<std::string> words{python,          "-m",       "lull",
                                 anchor.string(), "--output", output.string()};
  if (json) words.emplace_back("--json");
  if (colour) words.emplace_back("--colour");
  if (!topology.empty()) words.push_back("--topology=" + topology);
  words.push_back("--clocks=" + clocks);
  for (const std::string& plugin : plugins) {
    words.emplace_back("--plugin");
    words.push_back(plugin);
  }
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  ::execv(python.c_str(), arguments.data());
  throw system_error(python, errno);
}

}  // namespace lull::cli
