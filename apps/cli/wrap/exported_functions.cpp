// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "cli/wrap/exported_functions.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include "cli/wrap/cxx_function.hpp"
#include "lull/base/error.hpp"
#include "lull/base/text/printable.hpp"

namespace lull::cli {
namespace {

std::string text_of(const std::vector<std::string>& command, const WorkDirectory& work) {
  const CommandOutput output = run_tool(command, work);
  if (output.succeeded) return output.text;
  throw input_error("{}", printable(output.messages.substr(0, output.messages.find('\n'))));
}

// Finds a line such as "0x... (SONAME) Library soname: [libz.so.1]".
std::string loader_name(const std::string& library, const WorkDirectory& work) {
  std::istringstream lines(text_of({"readelf", "-Wd", library}, work));
  for (std::string line; std::getline(lines, line);) {
    const std::size_t begin = line.find('[');
    if (line.find("(SONAME)") != line.npos && begin != line.npos)
      return line.substr(begin + 1, line.rfind(']') - begin - 1);
  }
  return std::filesystem::path(library).filename();
}

// Some libraries, such as libm.so, are text files that name the actual one: "GROUP ( /lib/libm.so.6
// )".
void refuse_linker_scripts(const std::string& library) {
  constexpr std::size_t kLongest = 4096;
  std::string text(kLongest, '\0');
  std::ifstream file(library, std::ios::binary);
  file.read(text.data(), kLongest);
  text.resize(static_cast<std::size_t>(file.gcount()));
  const bool names_files = text.find("GROUP") != text.npos || text.find("INPUT") != text.npos;
  if (text.find('\0') != text.npos || !names_files) return;
  std::istringstream words(text);
  for (std::string word; words >> word;)
    if (word.find(".so") != word.npos)
      throw input_error("{} is a linker script, not a library; wrap {} instead", printable(library),
                        printable(word));
}

}  // namespace

// nm prints the address, kind, name and version: "@@V" for the default version, "@V" for other
// versions.
ExportedFunctions exported_functions(const std::string& library, const WorkDirectory& work) {
  refuse_linker_scripts(library);
  ExportedFunctions found;
  found.loaded_as = loader_name(library, work);
  std::map<std::string, bool> versions;  // true: a default version
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
    versions[name] |= in_use;
  }
  for (const auto& [name, usable] : versions)
    (usable ? found.symbols : found.versioned).push_back(name);
  return found;
}

}  // namespace lull::cli
