// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/trace/otf2/definitions/definition_reader.hpp"

#include <fmt/format.h>

#include <memory>

#include "lull/base/error.hpp"
#include "lull/base/text/counted.hpp"
#include "lull/trace/otf2/definitions/archive_check.hpp"
#include "lull/trace/otf2/definitions/definition_context.hpp"
#include "lull/trace/otf2/library/library.hpp"

namespace lull::otf2 {
namespace {

OTF2_CallbackCode on_clock_offset(void* user, OTF2_TimeStamp time, int64_t offset,
                                  double deviation) {
  static_cast<LocalDefinitions*>(user)->clock_offsets.push_back(
      {Timestamp{time}, offset, deviation});
  return kGoOn;
}

OTF2_CallbackCode on_mapping_table(void* user, OTF2_MappingType kind, const OTF2_IdMap* map) {
  LocalDefinitions& local = *static_cast<LocalDefinitions*>(user);
  local.mapped = true;
  if (!local.maps) local.maps = std::make_shared<LocalMaps>();
  local.maps->add(kind, map);
  return kGoOn;
}

using GlobalCallbacks = std::unique_ptr<OTF2_GlobalDefReaderCallbacks, GlobalCallbacksDeleter>;

void note_defects(const DefinitionContext& context, std::vector<std::string>& defects) {
  if (context.duplicates > 0)
    defects.push_back(counted(context.duplicates, "definition is", "definitions are") +
                      " repeated; the first of each is used.");
  if (context.undefined_references > 0)
    defects.push_back(counted(context.undefined_references, "reference in the definitions is",
                              "references in the definitions are") +
                      " undefined.");
  if (!context.has_clock && !context.definitions.locations.empty())
    defects.emplace_back(
        "The archive does not specify its clock resolution; 1 tick per nanosecond is assumed.");
  if (context.mended_texts > 0)
    defects.push_back(
        counted(context.mended_texts, "string of the archive is", "strings of the archive are") +
        " not valid UTF-8; U+FFFD replaces each invalid byte.");
}

// The anchor file gives the number of definitions. Lost ones may have been of any kind.
void compare_with_anchor(OTF2_Reader* reader, const std::string& archive, std::uint64_t read,
                         Definitions& definitions) {
  const auto announced = [reader](auto get) {
    uint64_t number = 0;
    return get(reader, &number) == OTF2_SUCCESS ? std::optional<std::uint64_t>(number)
                                                : std::nullopt;
  };
  const auto records = announced(OTF2_Reader_GetNumberOfGlobalDefinitions);
  const auto locations = announced(OTF2_Reader_GetNumberOfLocations);
  const std::size_t found = definitions.locations.size();
  const bool records_agree = !records || *records == read;
  const bool locations_agree = !locations || *locations == found;
  if (found == 0 && !(records_agree && locations_agree))
    throw input_error(
        "{}: the definition file does not define any of the {} that the anchor file "
        "declares",
        archive, counted(locations.value_or(0), "location"));
  if (!records_agree)
    definitions.defects.push_back(fmt::format(
        "The anchor file declares {}, but the definition file contains {}: some are lost "
        "or damaged, and results may be wrong.",
        counted(*records, "definition"), grouped(read)));
  if (!locations_agree)
    definitions.defects.push_back(fmt::format("The anchor file declares {}, but {} defined.",
                                              counted(*locations, "location"),
                                              found == 1 ? "1 is" : grouped(found) + " are"));
}

}  // namespace

void read_global_definitions(OTF2_Reader* reader, const std::string& archive,
                             Definitions& definitions, ReferenceMaps& maps) {
  OTF2_GlobalDefReader* global = OTF2_Reader_GetGlobalDefReader(reader);
  if (global == nullptr)
    throw input_error("{}: the global definitions cannot be opened: {}", archive,
                      take_library_error(OTF2_ERROR_INVALID));
  DefinitionContext context{.definitions = definitions, .maps = maps};
  const GlobalCallbacks callbacks(OTF2_GlobalDefReaderCallbacks_New());
  set_system_callbacks(callbacks.get());
  set_detail_callbacks(callbacks.get());
  set_record_callbacks(callbacks.get());
  OTF2_Reader_RegisterGlobalDefCallbacks(reader, global, callbacks.get(), &context);
  uint64_t read = 0;
  const OTF2_ErrorCode code = OTF2_Reader_ReadAllGlobalDefinitions(reader, global, &read);
  OTF2_Reader_CloseGlobalDefReader(reader, global);
  if (code != OTF2_SUCCESS)
    throw input_error("{}: the global definitions are damaged after {}: {}", archive,
                      counted(read, "record"), take_library_error(code));
  resolve_records(definitions.details.records, maps);
  note_defects(context, definitions.defects);
  compare_with_anchor(reader, archive, read, definitions);
}

namespace {

// Returns what is wrong with the local definitions.
std::string read_local(OTF2_Reader* reader, const ArchiveFiles& files, std::uint64_t location,
                       OTF2_DefReaderCallbacks* callbacks, LocalDefinitions& found) {
  if (files.plain) {
    const std::filesystem::path file = files.definitions_of(location);
    const DefinitionFileFindings findings = check_definition_file(file, DefinitionScope::Local);
    if (findings.missing) {  // optional according to the format
      found.missing = true;
      return {};
    }
    found.unknown = findings.unknown;
    if (!findings.damage.empty() || findings.empty) return findings.damage;
  }
  OTF2_DefReader* local = OTF2_Reader_GetDefReader(reader, location);
  if (local == nullptr) {
    keep_library_errors();
    found.missing = true;
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
    // Many locations have the same mapping.
    if (i > 0 && all[i].maps && all[i - 1].maps && *all[i].maps == *all[i - 1].maps)
      all[i].maps = all[i - 1].maps;
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
  std::unordered_map<int, const Group*> communicating;  // COMM_LOCATIONS, by paradigm
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
    if (!process.defined()) {  // without a process, a location becomes a process by itself
      process = ProcessId(definitions.processes.size());
      definitions.processes.push_back(
          {definitions.locations[i].name, ProcessType::Unknown, {}, {}, {}});
    }
    definitions.processes[process.index()].locations.emplace_back(i);
  }
  if (missing > 0)
    definitions.defects.push_back(counted(missing, "communicator member is not a defined location.",
                                          "communicator members are not defined locations."));
}

}  // namespace lull::otf2
