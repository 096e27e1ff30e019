// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/recorder/names/resolve.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <map>
#include <tuple>

#include "lull/recorder/names/code_names.hpp"

namespace lull::recorder {
namespace {

void name_function(CodeNames& names, RecordedRegion& region) {
  const CodeName found = names.function_at(region.object, region.offset);
  region.name =
      found.function.empty() ? address_name(region.object, region.offset) : found.function;
  region.symbol = found.symbol;
  region.file = found.file;
  region.line = found.line;
  region.end_line = found.end_line;
}

void name_place(CodeNames& names, RecordedRegion& region) {
  const CodeName around = names.function_at(region.object, region.offset);
  const CodeLine line = names.line_at(region.object, region.offset);
  std::string place;
  if (line.line != 0) {
    place = fmt::format("{}:{}", std::filesystem::path(line.file).filename().string(), line.line);
    region.file = line.file;
    region.line = region.end_line = line.line;
  } else if (around.function.empty()) {
    place = address_name(region.object, region.offset);
  } else {
    place = fmt::format("{}+{:#x}", around.function, around.distance);
  }
  region.name += " @" + place;
}

}  // namespace

void resolve_names(std::span<ProcessPart> parts) {
  CodeNames names;
  std::map<std::tuple<std::string, std::uint64_t, std::string>, RecordedRegion> known;
  for (ProcessPart& part : parts)
    for (RecordedRegion& region : part.regions) {
      if (region.object.empty()) continue;
      const auto [entry, fresh] =
          known.try_emplace({region.object, region.offset, region.name}, region);
      if (fresh) {
        RecordedRegion& resolved = entry->second;
        resolved.name.empty() ? name_function(names, resolved) : name_place(names, resolved);
        resolved.object.clear();  // from here on the same in all objects and at all addresses
        resolved.offset = 0;
      }
      const auto [role, paradigm] = std::pair(region.role, region.paradigm);
      region = entry->second;
      region.role = role;
      region.paradigm = paradigm;
    }
}

}  // namespace lull::recorder
