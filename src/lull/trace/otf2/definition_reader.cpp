// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/trace/otf2/definition_reader.hpp"

#include <fmt/format.h>

#include <memory>

#include "lull/base/error.hpp"
#include "lull/trace/otf2/archive_check.hpp"
#include "lull/trace/otf2/library.hpp"

namespace lull::otf2 {
namespace {

struct Context {
  Definitions& definitions;
  ReferenceMaps& maps;
  std::size_t duplicates = 0;
  std::size_t undefined_references = 0;
  // CartDimension records are only parts of topologies.
  std::vector<Topology::Dimension> dimensions;

  [[nodiscard]] std::string text(OTF2_StringRef reference) {
    if (reference == OTF2_UNDEFINED_STRING) return {};
    const std::uint32_t index = maps.strings.find(reference);
    if (index != ReferenceMap::kUndefined) return definitions.strings[index];
    ++undefined_references;
    return {};
  }

  // The id behind a reference; a reference to nothing is counted and gives an undefined id.
  template <class IdType, class Reference>
  [[nodiscard]] IdType id(const ReferenceMap& map, Reference reference, Reference undefined) {
    IdType result;
    if (reference == undefined) return result;
    result.value = map.find(reference);
    if (!result.defined()) ++undefined_references;
    return result;
  }

  // A new row of `table` for `reference`; null when there was one before (the first one stays).
  template <class Row>
  Row* add(std::vector<Row>& table, ReferenceMap& map, std::uint64_t reference, const char* kind) {
    ++definitions.counts[kind];
    if (!map.insert(reference, static_cast<std::uint32_t>(table.size()))) {
      ++duplicates;
      return nullptr;
    }
    return &table.emplace_back();
  }
};

Context& context(void* user) { return *static_cast<Context*>(user); }

constexpr OTF2_CallbackCode kGoOn = OTF2_CALLBACK_SUCCESS;

template <class Enum>
Enum to_enum(unsigned value, Enum last) {
  return value <= static_cast<unsigned>(last) ? static_cast<Enum>(value) : Enum{};
}

OTF2_CallbackCode on_clock(void* user, uint64_t resolution, uint64_t offset, uint64_t length,
                           uint64_t /*realtime*/) {
  ClockProperties& clock = context(user).definitions.clock;
  if (resolution == 0) {
    context(user).definitions.oddities.emplace_back(
        "The clock's resolution is given as zero; 1 tick per nanosecond is assumed.");
    resolution = clock.ticks_per_second;
  }
  clock = {resolution, Timestamp{offset}, length};
  return kGoOn;
}

OTF2_CallbackCode on_string(void* user, OTF2_StringRef self, const char* text) {
  Context& c = context(user);
  if (auto* row = c.add(c.definitions.strings, c.maps.strings, self, "strings"))
    *row = text != nullptr ? text : "";
  return kGoOn;
}

OTF2_CallbackCode on_attribute(void* user, OTF2_AttributeRef self, OTF2_StringRef name,
                               OTF2_StringRef /*description*/, OTF2_Type /*type*/) {
  Context& c = context(user);
  std::string text = c.text(name);
  if (auto* row = c.add(c.definitions.attributes, c.maps.attributes, self, "attributes"))
    *row = std::move(text);
  return kGoOn;
}

OTF2_CallbackCode on_system_node(void* user, OTF2_SystemTreeNodeRef self, OTF2_StringRef name,
                                 OTF2_StringRef class_name, OTF2_SystemTreeNodeRef parent) {
  Context& c = context(user);
  const auto above =
      c.id<SystemNodeId>(c.maps.system_nodes, parent, OTF2_UNDEFINED_SYSTEM_TREE_NODE);
  if (auto* row = c.add(c.definitions.system_nodes, c.maps.system_nodes, self, "system tree nodes"))
    *row = {c.text(name), c.text(class_name), above, {}};
  return kGoOn;
}

OTF2_CallbackCode on_process(void* user, OTF2_LocationGroupRef self, OTF2_StringRef name,
                             OTF2_LocationGroupType type, OTF2_SystemTreeNodeRef node,
                             OTF2_LocationGroupRef /*creator*/) {
  Context& c = context(user);
  if (auto* row = c.add(c.definitions.processes, c.maps.processes, self, "location groups"))
    *row = {c.text(name),
            to_enum(type, ProcessType::Accelerator),
            c.id<SystemNodeId>(c.maps.system_nodes, node, OTF2_UNDEFINED_SYSTEM_TREE_NODE),
            {},
            {}};
  return kGoOn;
}

OTF2_CallbackCode on_location(void* user, OTF2_LocationRef self, OTF2_StringRef name,
                              OTF2_LocationType type, uint64_t events,
                              OTF2_LocationGroupRef group) {
  Context& c = context(user);
  if (auto* row = c.add(c.definitions.locations, c.maps.locations, self, "locations"))
    *row = {self,
            c.text(name),
            to_enum(type, LocationType::Metric),
            events,
            c.id<ProcessId>(c.maps.processes, group, OTF2_UNDEFINED_LOCATION_GROUP),
            {}};
  return kGoOn;
}

OTF2_CallbackCode on_region(void* user, OTF2_RegionRef self, OTF2_StringRef name,
                            OTF2_StringRef canonical, OTF2_StringRef description,
                            OTF2_RegionRole role, OTF2_Paradigm paradigm, OTF2_RegionFlag flags,
                            OTF2_StringRef file, uint32_t begin, uint32_t end) {
  Context& c = context(user);
  if (auto* row = c.add(c.definitions.regions, c.maps.regions, self, "regions"))
    *row = {c.text(name),
            c.text(canonical),
            c.text(description),
            to_enum(role, RegionRole::FileIoMetadata),
            to_enum(paradigm, Paradigm::Kokkos),
            flags,
            c.text(file),
            begin,
            end};
  return kGoOn;
}

OTF2_CallbackCode on_group(void* user, OTF2_GroupRef self, OTF2_StringRef name, OTF2_GroupType type,
                           OTF2_Paradigm paradigm, OTF2_GroupFlag /*flags*/, uint32_t count,
                           const uint64_t* members) {
  Context& c = context(user);
  if (auto* row = c.add(c.definitions.groups, c.maps.groups, self, "groups"))
    *row = {c.text(name),
            to_enum(type, GroupType::CommSelf),
            to_enum(paradigm, Paradigm::Kokkos),
            std::vector<std::uint64_t>(members, members + count),
            {}};
  return kGoOn;
}

OTF2_CallbackCode on_communicator(void* user, OTF2_CommRef self, OTF2_StringRef name,
                                  OTF2_GroupRef group, OTF2_CommRef parent, OTF2_CommFlag) {
  Context& c = context(user);
  const auto id = c.id<GroupId>(c.maps.groups, group, OTF2_UNDEFINED_GROUP);
  const auto above = c.id<CommunicatorId>(c.maps.communicators, parent, OTF2_UNDEFINED_COMM);
  auto* row = c.add(c.definitions.communicators, c.maps.communicators, self, "communicators");
  if (row == nullptr) return kGoOn;
  const bool alone = id.defined() && c.definitions.groups[id.index()].type == GroupType::CommSelf;
  *row = {c.text(name), alone ? CommunicatorKind::Self : CommunicatorKind::Intra, id, {}, above};
  return kGoOn;
}

OTF2_CallbackCode on_intercommunicator(void* user, OTF2_CommRef self, OTF2_StringRef name,
                                       OTF2_GroupRef a, OTF2_GroupRef b, OTF2_CommRef common,
                                       OTF2_CommFlag /*flags*/) {
  Context& c = context(user);
  const auto above = c.id<CommunicatorId>(c.maps.communicators, common, OTF2_UNDEFINED_COMM);
  if (auto* row = c.add(c.definitions.communicators, c.maps.communicators, self, "communicators"))
    *row = {c.text(name), CommunicatorKind::Inter,
            c.id<GroupId>(c.maps.groups, a, OTF2_UNDEFINED_GROUP),
            c.id<GroupId>(c.maps.groups, b, OTF2_UNDEFINED_GROUP), above};
  return kGoOn;
}

OTF2_CallbackCode on_window(void* user, OTF2_RmaWinRef self, OTF2_StringRef name, OTF2_CommRef comm,
                            OTF2_RmaWinFlag /*flags*/) {
  Context& c = context(user);
  if (auto* row = c.add(c.definitions.windows, c.maps.windows, self, "RMA windows"))
    *row = {c.text(name), c.id<CommunicatorId>(c.maps.communicators, comm, OTF2_UNDEFINED_COMM)};
  return kGoOn;
}

OTF2_CallbackCode on_metric_member(void* user, OTF2_MetricMemberRef self, OTF2_StringRef name,
                                   OTF2_StringRef description, OTF2_MetricType /*type*/,
                                   OTF2_MetricMode mode, OTF2_Type value_type, OTF2_Base base,
                                   int64_t exponent, OTF2_StringRef unit) {
  Context& c = context(user);
  auto* row = c.add(c.definitions.metric_members, c.maps.metric_members, self, "metric members");
  if (row == nullptr) return kGoOn;
  const ValueKind kind = value_type == OTF2_TYPE_DOUBLE  ? ValueKind::Floating
                         : value_type == OTF2_TYPE_INT64 ? ValueKind::Signed
                                                         : ValueKind::Unsigned;
  *row = {c.text(name), c.text(description),      c.text(unit), static_cast<MetricMode>(mode),
          kind,         base != OTF2_BASE_BINARY, exponent};
  return kGoOn;
}

OTF2_CallbackCode on_metric_class(void* user, OTF2_MetricRef self, uint8_t count,
                                  const OTF2_MetricMemberRef* members,
                                  OTF2_MetricOccurrence occurrence, OTF2_RecorderKind /*kind*/) {
  Context& c = context(user);
  auto* row = c.add(c.definitions.metrics, c.maps.metrics, self, "metric classes");
  if (row == nullptr) return kGoOn;
  for (uint8_t i = 0; i < count; ++i)
    row->members.push_back(
        c.id<MetricMemberId>(c.maps.metric_members, members[i], OTF2_UNDEFINED_METRIC_MEMBER));
  row->occurrence = to_enum(occurrence, MetricOccurrence::Asynchronous);
  return kGoOn;
}

OTF2_CallbackCode on_metric_instance(void* user, OTF2_MetricRef self, OTF2_MetricRef metric_class,
                                     OTF2_LocationRef recorder, OTF2_MetricScope, uint64_t) {
  Context& c = context(user);
  const auto of = c.id<MetricId>(c.maps.metrics, metric_class, OTF2_UNDEFINED_METRIC);
  const Metric base = of.defined() ? c.definitions.metrics[of.index()] : Metric{};
  auto* row = c.add(c.definitions.metrics, c.maps.metrics, self, "metric instances");
  if (row == nullptr) return kGoOn;
  *row = base;
  row->instance = true;
  row->recorder = c.id<LocationId>(c.maps.locations, recorder, OTF2_UNDEFINED_LOCATION);
  return kGoOn;
}

OTF2_CallbackCode on_parameter(void* user, OTF2_ParameterRef self, OTF2_StringRef name,
                               OTF2_ParameterType /*type*/) {
  Context& c = context(user);
  std::string text = c.text(name);
  if (auto* row = c.add(c.definitions.parameters, c.maps.parameters, self, "parameters"))
    *row = std::move(text);
  return kGoOn;
}

OTF2_CallbackCode on_callsite(void* user, OTF2_CallsiteRef self, OTF2_StringRef file, uint32_t line,
                              OTF2_RegionRef entered, OTF2_RegionRef left) {
  Context& c = context(user);
  if (auto* row = c.add(c.definitions.callsites, c.maps.callsites, self, "call sites"))
    *row = {c.text(file), line, c.id<RegionId>(c.maps.regions, entered, OTF2_UNDEFINED_REGION),
            c.id<RegionId>(c.maps.regions, left, OTF2_UNDEFINED_REGION)};
  return kGoOn;
}

OTF2_CallbackCode on_callpath(void* user, OTF2_CallpathRef self, OTF2_CallpathRef parent,
                              OTF2_RegionRef region) {
  Context& c = context(user);
  const auto above = c.id<CallpathId>(c.maps.callpaths, parent, OTF2_UNDEFINED_CALLPATH);
  if (auto* row = c.add(c.definitions.callpaths, c.maps.callpaths, self, "call paths"))
    *row = {above, c.id<RegionId>(c.maps.regions, region, OTF2_UNDEFINED_REGION)};
  return kGoOn;
}

OTF2_CallbackCode on_source(void* user, OTF2_SourceCodeLocationRef self, OTF2_StringRef file,
                            uint32_t line) {
  Context& c = context(user);
  if (auto* row = c.add(c.definitions.source_locations, c.maps.source_locations, self,
                        "source code locations"))
    *row = {c.text(file), line};
  return kGoOn;
}

OTF2_CallbackCode on_calling_context(void* user, OTF2_CallingContextRef self, OTF2_RegionRef region,
                                     OTF2_SourceCodeLocationRef source,
                                     OTF2_CallingContextRef parent) {
  Context& c = context(user);
  const auto above =
      c.id<CallingContextId>(c.maps.calling_contexts, parent, OTF2_UNDEFINED_CALLING_CONTEXT);
  if (auto* row =
          c.add(c.definitions.calling_contexts, c.maps.calling_contexts, self, "calling contexts"))
    *row = {c.id<RegionId>(c.maps.regions, region, OTF2_UNDEFINED_REGION),
            c.id<SourceLocationId>(c.maps.source_locations, source,
                                   OTF2_UNDEFINED_SOURCE_CODE_LOCATION),
            above};
  return kGoOn;
}

OTF2_CallbackCode on_interrupt_generator(void* user, OTF2_InterruptGeneratorRef self,
                                         OTF2_StringRef name, OTF2_InterruptGeneratorMode,
                                         OTF2_Base, int64_t, uint64_t period) {
  Context& c = context(user);
  if (auto* row = c.add(c.definitions.interrupt_generators, c.maps.interrupt_generators, self,
                        "interrupt generators"))
    *row = {c.text(name), period};
  return kGoOn;
}

OTF2_CallbackCode on_io_file(void* user, OTF2_IoFileRef self, OTF2_StringRef name,
                             OTF2_SystemTreeNodeRef /*scope*/) {
  Context& c = context(user);
  if (auto* row = c.add(c.definitions.io_files, c.maps.io_files, self, "I/O files"))
    *row = c.text(name);
  return kGoOn;
}

OTF2_CallbackCode on_io_handle(void* user, OTF2_IoHandleRef self, OTF2_StringRef name,
                               OTF2_IoFileRef, OTF2_IoParadigmRef, OTF2_IoHandleFlag, OTF2_CommRef,
                               OTF2_IoHandleRef /*parent*/) {
  Context& c = context(user);
  if (auto* row = c.add(c.definitions.io_handles, c.maps.io_handles, self, "I/O handles"))
    *row = c.text(name);
  return kGoOn;
}

OTF2_CallbackCode on_io_paradigm(void* user, OTF2_IoParadigmRef self, OTF2_StringRef identification,
                                 OTF2_StringRef /*name*/, OTF2_IoParadigmClass, OTF2_IoParadigmFlag,
                                 uint8_t, const OTF2_IoParadigmProperty*, const OTF2_Type*,
                                 const OTF2_AttributeValue*) {
  Context& c = context(user);
  if (auto* row = c.add(c.definitions.io_paradigms, c.maps.io_paradigms, self, "I/O paradigms"))
    *row = c.text(identification);
  return kGoOn;
}

OTF2_CallbackCode on_dimension(void* user, OTF2_CartDimensionRef self, OTF2_StringRef name,
                               uint32_t size, OTF2_CartPeriodicity periodicity) {
  Context& c = context(user);
  if (auto* row = c.add(c.dimensions, c.maps.dimensions, self, "Cartesian dimensions"))
    *row = {c.text(name), size, periodicity == OTF2_CART_PERIODIC_TRUE};
  return kGoOn;
}

OTF2_CallbackCode on_topology(void* user, OTF2_CartTopologyRef self, OTF2_StringRef name,
                              OTF2_CommRef comm, uint8_t count,
                              const OTF2_CartDimensionRef* dimensions) {
  Context& c = context(user);
  auto* row = c.add(c.definitions.topologies, c.maps.topologies, self, "Cartesian topologies");
  if (row == nullptr) return kGoOn;
  row->name = c.text(name);
  row->communicator = c.id<CommunicatorId>(c.maps.communicators, comm, OTF2_UNDEFINED_COMM);
  for (uint8_t i = 0; i < count; ++i) {
    const std::uint32_t index = c.maps.dimensions.find(dimensions[i]);
    if (index == ReferenceMap::kUndefined)
      ++c.undefined_references;
    else
      row->dimensions.push_back(c.dimensions[index]);
  }
  return kGoOn;
}

OTF2_CallbackCode on_coordinate(void* user, OTF2_CartTopologyRef topology, uint32_t rank,
                                uint8_t count, const uint32_t* coordinates) {
  Context& c = context(user);
  const std::uint32_t index = c.maps.topologies.find(topology);
  if (index == ReferenceMap::kUndefined)
    ++c.undefined_references;
  else
    c.definitions.topologies[index].coordinates.emplace_back(
        rank, std::vector<std::uint32_t>(coordinates, coordinates + count));
  return kGoOn;
}

std::string property_text(Context& c, OTF2_Type type, OTF2_AttributeValue value) {
  if (type == OTF2_TYPE_STRING) return c.text(value.stringRef);
  const Value number = to_value(type, value);
  if (number.kind == ValueKind::Floating) return fmt::format("{}", number.as_floating);
  if (number.kind == ValueKind::Signed) return fmt::format("{}", number.as_signed);
  return fmt::format("{}", number.as_unsigned);
}

template <class Row>
OTF2_CallbackCode add_property(Context& c, std::vector<Row>& table, std::uint32_t index,
                               OTF2_StringRef name, OTF2_Type type, OTF2_AttributeValue value) {
  if (index == ReferenceMap::kUndefined)
    ++c.undefined_references;
  else
    table[index].properties.emplace_back(c.text(name), property_text(c, type, value));
  return kGoOn;
}

OTF2_CallbackCode on_node_property(void* user, OTF2_SystemTreeNodeRef node, OTF2_StringRef name,
                                   OTF2_Type type, OTF2_AttributeValue value) {
  Context& c = context(user);
  return add_property(c, c.definitions.system_nodes, c.maps.system_nodes.find(node), name, type,
                      value);
}

OTF2_CallbackCode on_process_property(void* user, OTF2_LocationGroupRef group, OTF2_StringRef name,
                                      OTF2_Type type, OTF2_AttributeValue value) {
  Context& c = context(user);
  return add_property(c, c.definitions.processes, c.maps.processes.find(group), name, type, value);
}

OTF2_CallbackCode on_location_property(void* user, OTF2_LocationRef location, OTF2_StringRef name,
                                       OTF2_Type type, OTF2_AttributeValue value) {
  Context& c = context(user);
  return add_property(c, c.definitions.locations, c.maps.locations.find(location), name, type,
                      value);
}

OTF2_CallbackCode on_clock_offset(void* user, OTF2_TimeStamp time, int64_t offset,
                                  double deviation) {
  static_cast<std::vector<ClockOffset>*>(user)->push_back({Timestamp{time}, offset, deviation});
  return kGoOn;
}

using GlobalCallbacks = std::unique_ptr<OTF2_GlobalDefReaderCallbacks, GlobalCallbacksDeleter>;

GlobalCallbacks make_global_callbacks() {
  GlobalCallbacks owner(OTF2_GlobalDefReaderCallbacks_New());
  OTF2_GlobalDefReaderCallbacks* c = owner.get();
  OTF2_GlobalDefReaderCallbacks_SetClockPropertiesCallback(c, on_clock);
  OTF2_GlobalDefReaderCallbacks_SetStringCallback(c, on_string);
  OTF2_GlobalDefReaderCallbacks_SetAttributeCallback(c, on_attribute);
  OTF2_GlobalDefReaderCallbacks_SetSystemTreeNodeCallback(c, on_system_node);
  OTF2_GlobalDefReaderCallbacks_SetLocationGroupCallback(c, on_process);
  OTF2_GlobalDefReaderCallbacks_SetLocationCallback(c, on_location);
  OTF2_GlobalDefReaderCallbacks_SetRegionCallback(c, on_region);
  OTF2_GlobalDefReaderCallbacks_SetGroupCallback(c, on_group);
  OTF2_GlobalDefReaderCallbacks_SetCommCallback(c, on_communicator);
  OTF2_GlobalDefReaderCallbacks_SetInterCommCallback(c, on_intercommunicator);
  OTF2_GlobalDefReaderCallbacks_SetRmaWinCallback(c, on_window);
  OTF2_GlobalDefReaderCallbacks_SetMetricMemberCallback(c, on_metric_member);
  OTF2_GlobalDefReaderCallbacks_SetMetricClassCallback(c, on_metric_class);
  OTF2_GlobalDefReaderCallbacks_SetMetricInstanceCallback(c, on_metric_instance);
  OTF2_GlobalDefReaderCallbacks_SetParameterCallback(c, on_parameter);
  OTF2_GlobalDefReaderCallbacks_SetCallsiteCallback(c, on_callsite);
  OTF2_GlobalDefReaderCallbacks_SetCallpathCallback(c, on_callpath);
  OTF2_GlobalDefReaderCallbacks_SetSourceCodeLocationCallback(c, on_source);
  OTF2_GlobalDefReaderCallbacks_SetCallingContextCallback(c, on_calling_context);
  OTF2_GlobalDefReaderCallbacks_SetInterruptGeneratorCallback(c, on_interrupt_generator);
  OTF2_GlobalDefReaderCallbacks_SetIoRegularFileCallback(c, on_io_file);
  OTF2_GlobalDefReaderCallbacks_SetIoDirectoryCallback(c, on_io_file);
  OTF2_GlobalDefReaderCallbacks_SetIoHandleCallback(c, on_io_handle);
  OTF2_GlobalDefReaderCallbacks_SetIoParadigmCallback(c, on_io_paradigm);
  OTF2_GlobalDefReaderCallbacks_SetCartDimensionCallback(c, on_dimension);
  OTF2_GlobalDefReaderCallbacks_SetCartTopologyCallback(c, on_topology);
  OTF2_GlobalDefReaderCallbacks_SetCartCoordinateCallback(c, on_coordinate);
  OTF2_GlobalDefReaderCallbacks_SetSystemTreeNodePropertyCallback(c, on_node_property);
  OTF2_GlobalDefReaderCallbacks_SetLocationGroupPropertyCallback(c, on_process_property);
  OTF2_GlobalDefReaderCallbacks_SetLocationPropertyCallback(c, on_location_property);
  return owner;
}

}  // namespace

void read_global_definitions(OTF2_Reader* reader, const std::string& archive,
                             Definitions& definitions, ReferenceMaps& maps) {
  OTF2_GlobalDefReader* global = OTF2_Reader_GetGlobalDefReader(reader);
  if (global == nullptr)
    throw input_error("{}: the global definitions cannot be opened: {}", archive,
                      take_library_error(OTF2_ERROR_INVALID));
  Context context{definitions, maps, 0, 0, {}};
  const GlobalCallbacks callbacks = make_global_callbacks();
  OTF2_Reader_RegisterGlobalDefCallbacks(reader, global, callbacks.get(), &context);
  uint64_t read = 0;
  const OTF2_ErrorCode code = OTF2_Reader_ReadAllGlobalDefinitions(reader, global, &read);
  OTF2_Reader_CloseGlobalDefReader(reader, global);
  if (code != OTF2_SUCCESS)
    throw input_error("{}: the global definitions are damaged after {} records: {}", archive, read,
                      take_library_error(code));
  if (context.duplicates > 0)
    definitions.oddities.push_back(fmt::format(
        "{} definitions are given more than once; the first of each is used.", context.duplicates));
  if (context.undefined_references > 0)
    definitions.oddities.push_back(
        fmt::format("{} references in the definitions point to things that are not defined.",
                    context.undefined_references));
}

namespace {

// Reads one location's definitions; what is wrong with them.
std::string read_local(OTF2_Reader* reader, const ArchiveFiles& files, std::uint64_t location,
                       OTF2_DefReaderCallbacks* callbacks, std::vector<ClockOffset>& offsets) {
  const std::filesystem::path file = files.definitions_of(location);
  if (files.plain && !std::filesystem::exists(file)) return {};  // optional by the format
  if (files.plain)
    if (std::string damage = check_definition_file(file, DefinitionScope::Local); !damage.empty())
      return damage;
  OTF2_DefReader* local = OTF2_Reader_GetDefReader(reader, location);
  if (local == nullptr) {
    keep_library_errors();
    return {};
  }
  OTF2_Reader_RegisterDefCallbacks(reader, local, callbacks, &offsets);
  uint64_t read = 0;
  const OTF2_ErrorCode code = OTF2_Reader_ReadAllLocalDefinitions(reader, local, &read);
  OTF2_Reader_CloseDefReader(reader, local);
  if (code == OTF2_SUCCESS) return {};
  return fmt::format("damaged after {} records: {}", read, take_library_error(code));
}

}  // namespace

std::vector<std::string> read_local_definitions(OTF2_Reader* reader, const ArchiveFiles& files,
                                                Definitions& definitions) {
  definitions.clock_offsets.resize(definitions.locations.size());
  std::vector<std::string> damages(definitions.locations.size());
  if (OTF2_Reader_OpenDefFiles(reader) != OTF2_SUCCESS) {
    definitions.oddities.push_back("The local definition files cannot be opened: " +
                                   take_library_error(OTF2_ERROR_INVALID));
    return damages;
  }
  const std::unique_ptr<OTF2_DefReaderCallbacks, LocalCallbacksDeleter> callbacks(
      OTF2_DefReaderCallbacks_New());
  OTF2_DefReaderCallbacks_SetClockOffsetCallback(callbacks.get(), on_clock_offset);
  for (std::size_t i = 0; i < definitions.locations.size(); ++i) {
    const Location& location = definitions.locations[i];
    damages[i] = read_local(reader, files, location.reference, callbacks.get(),
                            definitions.clock_offsets[i]);
    if (damages[i].empty()) continue;
    damages[i] = "its local definitions cannot be read: " + damages[i];
    definitions.oddities.push_back(fmt::format("Location {} (\"{}\") is left out: {}",
                                               location.reference, location.name, damages[i]));
  }
  OTF2_Reader_CloseDefFiles(reader);
  return damages;
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
        fmt::format("{} members of communicators are not among the defined locations.", missing));
}

}  // namespace lull::otf2
