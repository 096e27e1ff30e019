// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Global definitions of metrics, parameters, call paths, I/O and topologies: one callback each.
#include "lull/trace/otf2/definitions/definition_context.hpp"
#include "lull/trace/otf2/records/attribute_value.hpp"

namespace lull::otf2 {
namespace {

OTF2_CallbackCode on_metric_member(void* user, OTF2_MetricMemberRef self, OTF2_StringRef name,
                                   OTF2_StringRef description, OTF2_MetricType type,
                                   OTF2_MetricMode mode, OTF2_Type value_type, OTF2_Base base,
                                   int64_t exponent, OTF2_StringRef unit) {
  DefinitionContext& c = context(user);
  auto* row = c.add(c.definitions.metric_members, c.maps.metric_members, self, "metric members");
  if (row == nullptr) return kGoOn;
  const ValueKind kind = value_type == OTF2_TYPE_DOUBLE  ? ValueKind::Floating
                         : value_type == OTF2_TYPE_INT64 ? ValueKind::Signed
                                                         : ValueKind::Unsigned;
  *row = {c.text(name), c.text(description),      c.text(unit), static_cast<MetricMode>(mode),
          kind,         base != OTF2_BASE_BINARY, exponent};
  detail(c.definitions.details.metric_member_types, c.definitions.metric_members.size()) = type;
  return kGoOn;
}

OTF2_CallbackCode on_metric_class(void* user, OTF2_MetricRef self, uint8_t count,
                                  const OTF2_MetricMemberRef* members,
                                  OTF2_MetricOccurrence occurrence, OTF2_RecorderKind kind) {
  DefinitionContext& c = context(user);
  auto* row = c.add(c.definitions.metrics, c.maps.metrics, self, "metric classes");
  if (row == nullptr) return kGoOn;
  for (uint8_t i = 0; i < count; ++i)
    row->members.push_back(
        c.id<MetricMemberId>(c.maps.metric_members, members[i], OTF2_UNDEFINED_METRIC_MEMBER));
  row->occurrence = static_cast<MetricOccurrence>(occurrence);
  detail(c.definitions.details.metrics, c.definitions.metrics.size()).recorder_kind = kind;
  return kGoOn;
}

// Locations are identified by reference.
std::uint64_t scope_id(const ReferenceMaps& maps, OTF2_MetricScope scope, std::uint64_t reference) {
  switch (scope) {
    case OTF2_SCOPE_LOCATION_GROUP:
      return maps.processes.find(reference);
    case OTF2_SCOPE_SYSTEM_TREE_NODE:
      return maps.system_nodes.find(reference);
    case OTF2_SCOPE_GROUP:
      return maps.groups.find(reference);
    default:
      return reference;
  }
}

OTF2_CallbackCode on_metric_instance(void* user, OTF2_MetricRef self, OTF2_MetricRef metric_class,
                                     OTF2_LocationRef recorder, OTF2_MetricScope scope,
                                     uint64_t scope_reference) {
  DefinitionContext& c = context(user);
  const auto of = c.id<MetricId>(c.maps.metrics, metric_class, OTF2_UNDEFINED_METRIC);
  const Metric base = of.defined() ? c.definitions.metrics[of.index()] : Metric{};
  auto* row = c.add(c.definitions.metrics, c.maps.metrics, self, "metric instances");
  if (row == nullptr) return kGoOn;
  *row = base;
  row->instance = true;
  row->recorder = c.id<LocationId>(c.maps.locations, recorder, OTF2_UNDEFINED_LOCATION);
  MetricDetails& details = detail(c.definitions.details.metrics, c.definitions.metrics.size());
  details.metric_class = of;
  details.scope = scope;
  details.scope_reference = scope_id(c.maps, scope, scope_reference);
  return kGoOn;
}

OTF2_CallbackCode on_parameter(void* user, OTF2_ParameterRef self, OTF2_StringRef name,
                               OTF2_ParameterType type) {
  DefinitionContext& c = context(user);
  std::string text = c.text(name);
  auto* row = c.add(c.definitions.parameters, c.maps.parameters, self, "parameters");
  if (row == nullptr) return kGoOn;
  *row = std::move(text);
  detail(c.definitions.details.parameter_types, c.definitions.parameters.size()) = type;
  return kGoOn;
}

OTF2_CallbackCode on_callsite(void* user, OTF2_CallsiteRef self, OTF2_StringRef file, uint32_t line,
                              OTF2_RegionRef entered, OTF2_RegionRef left) {
  DefinitionContext& c = context(user);
  if (auto* row = c.add(c.definitions.callsites, c.maps.callsites, self, "call sites"))
    *row = {c.text(file), line, c.id<RegionId>(c.maps.regions, entered, OTF2_UNDEFINED_REGION),
            c.id<RegionId>(c.maps.regions, left, OTF2_UNDEFINED_REGION)};
  return kGoOn;
}

OTF2_CallbackCode on_callpath(void* user, OTF2_CallpathRef self, OTF2_CallpathRef parent,
                              OTF2_RegionRef region) {
  DefinitionContext& c = context(user);
  const auto above = c.id<CallpathId>(c.maps.callpaths, parent, OTF2_UNDEFINED_CALLPATH);
  if (auto* row = c.add(c.definitions.callpaths, c.maps.callpaths, self, "call paths"))
    *row = {above, c.id<RegionId>(c.maps.regions, region, OTF2_UNDEFINED_REGION)};
  return kGoOn;
}

OTF2_CallbackCode on_source(void* user, OTF2_SourceCodeLocationRef self, OTF2_StringRef file,
                            uint32_t line) {
  DefinitionContext& c = context(user);
  if (auto* row = c.add(c.definitions.source_locations, c.maps.source_locations, self,
                        "source code locations"))
    *row = {c.text(file), line};
  return kGoOn;
}

OTF2_CallbackCode on_calling_context(void* user, OTF2_CallingContextRef self, OTF2_RegionRef region,
                                     OTF2_SourceCodeLocationRef source,
                                     OTF2_CallingContextRef parent) {
  DefinitionContext& c = context(user);
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
                                         OTF2_StringRef name, OTF2_InterruptGeneratorMode mode,
                                         OTF2_Base base, int64_t exponent, uint64_t period) {
  DefinitionContext& c = context(user);
  Definitions& d = c.definitions;
  auto* row =
      c.add(d.interrupt_generators, c.maps.interrupt_generators, self, "interrupt generators");
  if (row == nullptr) return kGoOn;
  *row = {c.text(name), period};
  detail(d.details.interrupt_generators, d.interrupt_generators.size()) = {mode, base, exponent};
  return kGoOn;
}

template <bool kDirectory>
OTF2_CallbackCode on_io_file(void* user, OTF2_IoFileRef self, OTF2_StringRef name,
                             OTF2_SystemTreeNodeRef scope) {
  DefinitionContext& c = context(user);
  auto* row = c.add(c.definitions.io_files, c.maps.io_files, self, "I/O files");
  if (row == nullptr) return kGoOn;
  *row = c.text(name);
  IoFileDetails& details = detail(c.definitions.details.io_files, c.definitions.io_files.size());
  details.directory = kDirectory;
  details.node.value = c.maps.system_nodes.find(scope);
  return kGoOn;
}

OTF2_CallbackCode on_io_handle(void* user, OTF2_IoHandleRef self, OTF2_StringRef name,
                               OTF2_IoFileRef file, OTF2_IoParadigmRef paradigm,
                               OTF2_IoHandleFlag flags, OTF2_CommRef comm,
                               OTF2_IoHandleRef parent) {
  DefinitionContext& c = context(user);
  auto* row = c.add(c.definitions.io_handles, c.maps.io_handles, self, "I/O handles");
  if (row == nullptr) return kGoOn;
  *row = c.text(name);
  IoHandleDetails& details =
      detail(c.definitions.details.io_handles, c.definitions.io_handles.size());
  details.file.value = c.maps.io_files.find(file);
  details.paradigm.value = c.maps.io_paradigms.find(paradigm);
  details.flags = flags;
  details.communicator.value = c.maps.communicators.find(comm);
  details.parent.value = c.maps.io_handles.find(parent);
  return kGoOn;
}

OTF2_CallbackCode on_io_paradigm(void* user, OTF2_IoParadigmRef self, OTF2_StringRef identification,
                                 OTF2_StringRef name, OTF2_IoParadigmClass io_class,
                                 OTF2_IoParadigmFlag flags, uint8_t count,
                                 const OTF2_IoParadigmProperty* properties, const OTF2_Type* types,
                                 const OTF2_AttributeValue* values) {
  DefinitionContext& c = context(user);
  Definitions& d = c.definitions;
  auto* row = c.add(d.io_paradigms, c.maps.io_paradigms, self, "I/O paradigms");
  if (row == nullptr) return kGoOn;
  *row = c.text(identification);
  IoParadigmDetails& details = detail(d.details.io_paradigms, d.io_paradigms.size());
  details.name = c.text(name);
  details.io_class = io_class;
  details.flags = flags;
  for (uint8_t i = 0; i < count; ++i)
    details.properties.push_back(
        {properties[i], types[i],
         with_id(c.maps, types[i], to_value(types[i], values[i]).as_unsigned)});
  return kGoOn;
}

OTF2_CallbackCode on_dimension(void* user, OTF2_CartDimensionRef self, OTF2_StringRef name,
                               uint32_t size, OTF2_CartPeriodicity periodicity) {
  DefinitionContext& c = context(user);
  if (auto* row = c.add(c.dimensions, c.maps.dimensions, self, "Cartesian dimensions"))
    *row = {c.text(name), size, periodicity == OTF2_CART_PERIODIC_TRUE};
  return kGoOn;
}

OTF2_CallbackCode on_topology(void* user, OTF2_CartTopologyRef self, OTF2_StringRef name,
                              OTF2_CommRef comm, uint8_t count,
                              const OTF2_CartDimensionRef* dimensions) {
  DefinitionContext& c = context(user);
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
  DefinitionContext& c = context(user);
  const std::uint32_t index = c.maps.topologies.find(topology);
  if (index == ReferenceMap::kUndefined)
    ++c.undefined_references;
  else
    c.definitions.topologies[index].coordinates.emplace_back(
        rank, std::vector<std::uint32_t>(coordinates, coordinates + count));
  return kGoOn;
}

}  // namespace

void set_detail_callbacks(OTF2_GlobalDefReaderCallbacks* callbacks) {
  OTF2_GlobalDefReaderCallbacks_SetMetricMemberCallback(callbacks, on_metric_member);
  OTF2_GlobalDefReaderCallbacks_SetMetricClassCallback(callbacks, on_metric_class);
  OTF2_GlobalDefReaderCallbacks_SetMetricInstanceCallback(callbacks, on_metric_instance);
  OTF2_GlobalDefReaderCallbacks_SetParameterCallback(callbacks, on_parameter);
  OTF2_GlobalDefReaderCallbacks_SetCallsiteCallback(callbacks, on_callsite);
  OTF2_GlobalDefReaderCallbacks_SetCallpathCallback(callbacks, on_callpath);
  OTF2_GlobalDefReaderCallbacks_SetSourceCodeLocationCallback(callbacks, on_source);
  OTF2_GlobalDefReaderCallbacks_SetCallingContextCallback(callbacks, on_calling_context);
  OTF2_GlobalDefReaderCallbacks_SetInterruptGeneratorCallback(callbacks, on_interrupt_generator);
  OTF2_GlobalDefReaderCallbacks_SetIoRegularFileCallback(callbacks, on_io_file<false>);
  OTF2_GlobalDefReaderCallbacks_SetIoDirectoryCallback(callbacks, on_io_file<true>);
  OTF2_GlobalDefReaderCallbacks_SetIoHandleCallback(callbacks, on_io_handle);
  OTF2_GlobalDefReaderCallbacks_SetIoParadigmCallback(callbacks, on_io_paradigm);
  OTF2_GlobalDefReaderCallbacks_SetCartDimensionCallback(callbacks, on_dimension);
  OTF2_GlobalDefReaderCallbacks_SetCartTopologyCallback(callbacks, on_topology);
  OTF2_GlobalDefReaderCallbacks_SetCartCoordinateCallback(callbacks, on_coordinate);
}

}  // namespace lull::otf2
