// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "support/otf2_print.hpp"

#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <sstream>

#include "lull/base/error.hpp"

namespace lull::support {
namespace {

struct PipeCloser {
  void operator()(std::FILE* pipe) const { ::pclose(pipe); }
};

std::vector<std::string> run(const std::string& options, const std::filesystem::path& anchor) {
  const std::string command = fmt::format("otf2-print {} '{}' 2>&1", options, anchor.string());
  std::unique_ptr<std::FILE, PipeCloser> pipe(::popen(command.c_str(), "r"));
  if (!pipe) throw Error(ExitStatus::System, "otf2-print cannot be started");
  std::string text;
  char block[65536];
  for (std::size_t size; (size = std::fread(block, 1, sizeof block, pipe.get())) > 0;)
    text.append(block, size);
  if (::pclose(pipe.release()) != 0) throw Error(ExitStatus::System, "otf2-print: " + text);
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);)
    if (!line.empty() && line[0] != '=' && line[0] != '-') lines.push_back(line);
  return lines;
}

}  // namespace

bool have_otf2_print() {
  static const bool have = std::system("otf2-print --version > /dev/null 2>&1") == 0;
  return have;
}

bool otf2_print_accepts(const std::filesystem::path& anchor) {
  const std::string command =
      fmt::format("otf2-print --silent '{}' > /dev/null 2>&1", anchor.string());
  return std::system(command.c_str()) == 0;
}

std::vector<std::string> print_events(const std::filesystem::path& anchor) {
  return run("", anchor);
}
std::vector<std::string> print_definitions(const std::filesystem::path& anchor) {
  return run("-G", anchor);
}

std::vector<std::string> event_heads(const std::vector<std::string>& lines) {
  std::vector<std::string> heads;
  for (const std::string& line : lines) {
    std::istringstream words(line);
    std::string name;
    std::string location;
    std::string time;
    if (words >> name >> location >> time && std::isupper(static_cast<unsigned char>(line[0])) &&
        std::isdigit(static_cast<unsigned char>(time[0])))
      heads.push_back(fmt::format("{} {} {}", name, location, time));
  }
  return heads;
}

}  // namespace lull::support
