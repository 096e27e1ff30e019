// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Callbacks for global definitions that are kept as records. They may precede what they refer to,
// so references are resolved after all have been read.
#include <optional>

#include "lull/trace/otf2/definitions/definition_context.hpp"
#include "lull/trace/otf2/records/attribute_value.hpp"

namespace lull::otf2 {
namespace {

using Kind = DefinitionRecord::Kind;

OTF2_CallbackCode keep(void* user, Kind kind, std::uint64_t first, std::uint64_t second,
                       std::uint64_t third = 0, OTF2_Type type = OTF2_TYPE_NONE) {
  context(user).definitions.details.records.push_back({kind, type, {first, second, third}});
  return kGoOn;
}
OTF2_CallbackCode keep(void* user, Kind kind, std::uint64_t first, std::uint64_t second,
                       OTF2_Type type, OTF2_AttributeValue value) {
  return keep(user, kind, first, second, to_value(type, value).as_unsigned, type);
}

OTF2_CallbackCode on_paradigm(void* user, OTF2_Paradigm paradigm, OTF2_StringRef name,
                              OTF2_ParadigmClass kind) {
  return keep(user, Kind::Paradigm, paradigm, name, kind);
}
// A property or parameter of a definition, with its value.
template <Kind kind, class Of, class Name>
OTF2_CallbackCode on_property(void* user, Of of, Name name, OTF2_Type type,
                              OTF2_AttributeValue value) {
  return keep(user, kind, of, name, type, value);
}
OTF2_CallbackCode on_domain(void* user, OTF2_SystemTreeNodeRef node, OTF2_SystemTreeDomain domain) {
  return keep(user, Kind::NodeDomain, node, domain);
}
OTF2_CallbackCode on_metric_recorder(void* user, OTF2_MetricRef metric, OTF2_LocationRef recorder) {
  return keep(user, Kind::MetricRecorder, metric, recorder);
}
OTF2_CallbackCode on_handle_state(void* user, OTF2_IoHandleRef handle, OTF2_IoAccessMode mode,
                                  OTF2_IoStatusFlag flags) {
  return keep(user, Kind::IoHandleState, handle, mode, flags);
}

// Returns whether everything that the record refers to is defined.
bool resolve(DefinitionRecord& record, const ReferenceMaps& maps) {
  auto& [first, second, third] = record.numbers;
  const auto become = [](std::uint64_t& number, const ReferenceMap& map) {
    number = map.find(number);
    return number != ReferenceMap::kUndefined;
  };
  if (record.type != OTF2_TYPE_NONE) third = with_id(maps, record.type, third);
  switch (record.kind) {
    case Kind::Paradigm:
      return become(second, maps.strings);
    case Kind::ParadigmProperty:
      return true;
    case Kind::NodeDomain:
      return become(first, maps.system_nodes);
    case Kind::NodeProperty:
      return become(first, maps.system_nodes) && become(second, maps.strings);
    case Kind::ProcessProperty:
      return become(first, maps.processes) && become(second, maps.strings);
    case Kind::LocationProperty:
      return become(first, maps.locations) && become(second, maps.strings);
    case Kind::CallpathParameter:
      return become(first, maps.callpaths) && become(second, maps.parameters);
    case Kind::MetricRecorder:
      return become(first, maps.metrics) && maps.locations.find(second) != ReferenceMap::kUndefined;
    case Kind::ContextProperty:
      return become(first, maps.calling_contexts) && become(second, maps.strings);
    case Kind::IoFileProperty:
      return become(first, maps.io_files) && become(second, maps.strings);
    case Kind::IoHandleState:
      return become(first, maps.io_handles);
  }
  return false;
}

}  // namespace

void keep_property(DefinitionContext& context, Kind kind, std::uint64_t owner, OTF2_StringRef name,
                   OTF2_Type type, OTF2_AttributeValue value) {
  if (type != OTF2_TYPE_STRING) keep(&context, kind, owner, name, type, value);
}

void resolve_records(std::vector<DefinitionRecord>& records, const ReferenceMaps& maps) {
  std::erase_if(records, [&](DefinitionRecord& record) { return !resolve(record, maps); });
}

void set_record_callbacks(OTF2_GlobalDefReaderCallbacks* callbacks) {
  OTF2_GlobalDefReaderCallbacks_SetParadigmCallback(callbacks, on_paradigm);
  OTF2_GlobalDefReaderCallbacks_SetParadigmPropertyCallback(callbacks,
                                                            on_property<Kind::ParadigmProperty>);
  OTF2_GlobalDefReaderCallbacks_SetSystemTreeNodeDomainCallback(callbacks, on_domain);
  OTF2_GlobalDefReaderCallbacks_SetCallpathParameterCallback(callbacks,
                                                             on_property<Kind::CallpathParameter>);
  OTF2_GlobalDefReaderCallbacks_SetMetricClassRecorderCallback(callbacks, on_metric_recorder);
  OTF2_GlobalDefReaderCallbacks_SetCallingContextPropertyCallback(
      callbacks, on_property<Kind::ContextProperty>);
  OTF2_GlobalDefReaderCallbacks_SetIoFilePropertyCallback(callbacks,
                                                          on_property<Kind::IoFileProperty>);
  OTF2_GlobalDefReaderCallbacks_SetIoPreCreatedHandleStateCallback(callbacks, on_handle_state);
}

}  // namespace lull::otf2
