// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/trace/otf2/definition_reader.hpp"

#include <fmt/format.h>

#include <memory>

#include "lull/base/counted.hpp"
#include "lull/base/error.hpp"
#include "lull/trace/otf2/archive_check.hpp"
#include "lull/trace/otf2/definition_context.hpp"
#include "lull/trace/otf2/library.hpp"

namespace lull::otf2 {
namespace {

OTF2_CallbackCode on_clock_offset(void* user, OTF2_TimeStamp time, int64_t offset,
                                  double deviation) {
  static_cast<LocalDefinitions*>(user)->clock_offsets.push_back(
      {Timestamp{time}, offset, deviation});
  return kGoOn;
}

OTF2_CallbackCode on_mapping_table(void* user, OTF2_MappingType, const OTF2_IdMap*) {
  static_cast<LocalDefinitions*>(user)->mapped = true;
  return kGoOn;
}

using GlobalCallbacks = std::unique_ptr<OTF2_GlobalDefReaderCallbacks, GlobalCallbacksDeleter>;

}  // namespace

void read_global_definitions(OTF2_Reader* reader, const std::string& archive,
                             Definitions& definitions, ReferenceMaps& maps) {
  OTF2_GlobalDefReader* global = OTF2_Reader_GetGlobalDefReader(reader);
  if (global == nullptr)
    throw input_error("{}: the global definitions cannot be opened: {}", archive,
                      take_library_error(OTF2_ERROR_INVALID));
  DefinitionContext context{definitions, maps, 0, 0, {}};
  const GlobalCallbacks callbacks(OTF2_GlobalDefReaderCallbacks_New());
  set_system_callbacks(callbacks.get());
  set_detail_callbacks(callbacks.get());
  OTF2_Reader_RegisterGlobalDefCallbacks(reader, global, callbacks.get(), &context);
  uint64_t read = 0;
  const OTF2_ErrorCode code = OTF2_Reader_ReadAllGlobalDefinitions(reader, global, &read);
  OTF2_Reader_CloseGlobalDefReader(reader, global);
  if (code != OTF2_SUCCESS)
    throw input_error("{}: the global definitions are damaged after {}: {}", archive,
                      counted(read, "record"), take_library_error(code));
  if (context.duplicates > 0)
    definitions.oddities.push_back(
        counted(context.duplicates, "definition is given more than once; the first is used.",
                "definitions are given more than once; the first of each is used."));
  if (context.undefined_references > 0)
    definitions.oddities.push_back(
        counted(context.undefined_references,
                "reference in the definitions points to something that is not defined.",
                "references in the definitions point to something that is not defined."));
}

namespace {

// What is wrong with them.
std::string read_local(OTF2_Reader* reader, const ArchiveFiles& files, std::uint64_t location,
                       OTF2_DefReaderCallbacks* callbacks, LocalDefinitions& found) {
  if (files.plain) {
    const std::filesystem::path file = files.definitions_of(location);
    const DefinitionFileFindings findings = check_definition_file(file, DefinitionScope::Local);
    if (findings.missing) return {};  // optional by the format
    if (!findings.damage.empty() || findings.empty) return findings.damage;
  }
  OTF2_DefReader* local = OTF2_Reader_GetDefReader(reader, location);
  if (local == nullptr) {
    keep_library_errors();
    return {};
  }
  OTF2_Reader_RegisterDefCallbacks(reader, local, callbacks, &found);
  uint64_t read = 0;
  const OTF2_ErrorCode code = OTF2_Reader_ReadAllLocalDefinitions(reader, local, &read);
  OTF2_Reader_CloseDefReader(reader, local);
  if (code == OTF2_SUCCESS) return {};
  return fmt::format("damaged after {}: {}", counted(read, "record"), take_library_error(code));
}

}  // namespace

std::vector<LocalDefinitions> read_local_definitions(OTF2_Reader* reader, const ArchiveFiles& files,
                                                     std::span<const Location> locations) {
  std::vector<LocalDefinitions> all(locations.size());
  if (OTF2_Reader_OpenDefFiles(reader) != OTF2_SUCCESS) {
    const std::string reason = take_library_error(OTF2_ERROR_INVALID);
    for (LocalDefinitions& each : all)
      each.damage = "its local definitions cannot be opened: " + reason;
    return all;
  }
  const std::unique_ptr<OTF2_DefReaderCallbacks, LocalCallbacksDeleter> callbacks(
      OTF2_DefReaderCallbacks_New());
  OTF2_DefReaderCallbacks_SetClockOffsetCallback(callbacks.get(), on_clock_offset);
  OTF2_DefReaderCallbacks_SetMappingTableCallback(callbacks.get(), on_mapping_table);
  for (std::size_t i = 0; i < locations.size(); ++i) {
    std::string& damage = all[i].damage;
    damage = read_local(reader, files, locations[i].reference, callbacks.get(), all[i]);
    if (!damage.empty()) damage.insert(0, "its local definitions cannot be read: ");
  }
  OTF2_Reader_CloseDefFiles(reader);
  return all;
}

void resolve_definitions(Definitions& definitions, const ReferenceMaps& maps) {
  std::size_t missing = 0;
  const auto location_id = [&](std::uint64_t reference) {
    LocationId id;
    id.value = maps.locations.find(reference);
    if (!id.defined()) ++missing;
    return id;
  };
  std::unordered_map<int, const Group*> communicating;  // COMM_LOCATIONS by paradigm
  for (Group& group : definitions.groups) {
    if (group.type != GroupType::CommLocations) continue;
    for (const std::uint64_t member : group.members) group.locations.push_back(location_id(member));
    communicating.emplace(static_cast<int>(group.paradigm), &group);
  }
  for (Group& group : definitions.groups) {
    if (group.type != GroupType::CommGroup) continue;
    const auto found = communicating.find(static_cast<int>(group.paradigm));
    for (const std::uint64_t member : group.members) {
      const bool known = found != communicating.end() && member < found->second->locations.size();
      if (!known) ++missing;
      group.locations.push_back(known ? found->second->locations[member] : LocationId{});
    }
  }
  for (std::size_t i = 0; i < definitions.locations.size(); ++i) {
    ProcessId& process = definitions.locations[i].process;
    if (!process.defined()) {  // every location belongs to a process, be it one of its own
      process = ProcessId(definitions.processes.size());
      definitions.processes.push_back(
          {definitions.locations[i].name, ProcessType::Unknown, {}, {}, {}});
    }
    definitions.processes[process.index()].locations.emplace_back(i);
  }
  if (missing > 0)
    definitions.oddities.push_back(
        counted(missing, "member of a communicator is not among the defined locations.",
                "members of communicators are not among the defined locations."));
}

}  // namespace lull::otf2
