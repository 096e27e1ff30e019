// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "cli/exported_functions.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <map>
#include <sstream>

#include "cli/cxx_function.hpp"
#include "lull/base/error.hpp"
#include "lull/base/printable.hpp"

namespace lull::cli {
namespace {

std::string text_of(const std::vector<std::string>& command, const WorkDirectory& work) {
  const CommandOutput output = run_tool(command, work);
  if (output.succeeded) return output.text;
  throw input_error("{}", printable(output.messages.substr(0, output.messages.find('\n'))));
}

// "0x... (SONAME) Library soname: [libz.so.1]".
std::string loader_name(const std::string& library, const WorkDirectory& work) {
  std::istringstream lines(text_of({"readelf", "-Wd", library}, work));
  for (std::string line; std::getline(lines, line);) {
    const std::size_t begin = line.find('[');
    if (line.find("(SONAME)") != line.npos && begin != line.npos)
      return line.substr(begin + 1, line.rfind(']') - begin - 1);
  }
  return std::filesystem::path(library).filename();
}

}  // namespace

// Of nm: address, kind, name; behind that its version: "@@V" for the one in use, "@V" for others.
ExportedFunctions exported_functions(const std::string& library, const WorkDirectory& work) {
  ExportedFunctions found;
  found.loaded_as = loader_name(library, work);
  std::map<std::string, bool> versions;  // whether there is exactly one, and that is in use
  std::istringstream lines(text_of({"nm", "-D", "--defined-only", library}, work));
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string address;
    std::string kind;
    std::string name;
    words >> address >> kind >> name;
    const std::size_t at = name.find('@');
    const bool in_use = at == name.npos || name.substr(at, 2) == "@@";
    name = name.substr(0, at);
    if (name.starts_with("_ZTT")) found.tables.insert(demangled_symbol(name));
    if (kind != "T" && kind != "W" && kind != "i") continue;
    if (name == "_init" || name == "_fini" || name == "main") continue;
    const auto [entry, fresh] = versions.emplace(name, in_use);
    if (!fresh) entry->second = false;
  }
  for (const auto& [name, single] : versions)
    (single ? found.symbols : found.versioned).push_back(name);
  return found;
}

}  // namespace lull::cli
