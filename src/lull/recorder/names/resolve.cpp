// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/recorder/names/resolve.hpp"

#include <fmt/format.h>
#include <otf2/otf2.h>

#include <filesystem>
#include <map>
#include <tuple>

#include "lull/base/memory/large_stack.hpp"
#include "lull/recorder/names/code_names.hpp"
#include "lull/recorder/names/construct_lines.hpp"
#include "lull/recorder/names/debug_object.hpp"
#include "lull/recorder/names/short_names.hpp"

namespace lull::recorder {
namespace {

// The file of a library that was unloaded may have changed or disappeared.
void name_function(CodeNames& names, RecordedRegion& region) {
  CodeName found = names.function_at(region.object, region.offset);
  if (!region.loaded_name.empty() && found.symbol != region.loaded_name)
    found = {.function = demangled(region.loaded_name), .symbol = region.loaded_name, .file = {}};
  region.name =
      found.function.empty() ? address_name(region.object, region.offset) : found.function;
  region.symbol = found.symbol;
  region.file = found.file;
  region.line = found.line;
  region.end_line = found.end_line;
}

void name_place(CodeNames& names, const ConstructLines& constructs, RecordedRegion& region) {
  const CodeName around = names.function_at(region.object, region.offset);
  const ConstructLines::Found construct = constructs.of(region);
  const CodeLine line =
      construct.place.line != 0 ? construct.place : names.line_at(region.object, region.offset);
  if (construct.is_barrier) region.name = "!$omp barrier";
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

// Caches C++ functions' short names: processes have the same names.
class ShortNames {
 public:
  void apply(RecordedRegion& region) {
    if (!region.symbol.starts_with("_Z")) return;
    const auto [entry, fresh] = known_.try_emplace(region.name);
    if (fresh) entry->second = short_name(region.name);
    region.name = entry->second;
  }

 private:
  std::map<std::string, std::string> known_;
};

void resolve_all(std::span<ProcessPart> parts, NameLength length) {
  ShortNames shortened;
  CodeNames names;
  const ConstructLines constructs(names, parts);
  std::map<std::tuple<std::string, std::uint64_t, std::string, std::string>, RecordedRegion> known;
  for (ProcessPart& part : parts)
    for (RecordedRegion& region : part.regions) {
      if (region.object.empty()) {
        if (length == NameLength::Short) shortened.apply(region);
        continue;
      }
      const auto [entry, fresh] = known.try_emplace(
          {region.object, region.offset, region.name, region.loaded_name}, region);
      if (fresh) {
        RecordedRegion& resolved = entry->second;
        resolved.name.empty() ? name_function(names, resolved)
                              : name_place(names, constructs, resolved);
        if (length == NameLength::Short) shortened.apply(resolved);
        resolved.object.clear();  // from here on, regions are equal in all objects and addresses
        resolved.offset = 0;
        resolved.loaded_name.clear();
      }
      const auto [role, paradigm] = std::pair(region.role, region.paradigm);
      region = entry->second;
      region.role = role;
      if (region.name.starts_with("!$omp barrier")) region.role = OTF2_REGION_ROLE_BARRIER;
      region.paradigm = paradigm;
    }
}

}  // namespace

// The reader of debug information keeps the line table of a file on the stack.
void resolve_names(std::span<ProcessPart> parts, NameLength length) {
  with_large_stack([&] { resolve_all(parts, length); });
}

}  // namespace lull::recorder
