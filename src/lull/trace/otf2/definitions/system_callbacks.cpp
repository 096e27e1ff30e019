// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Global definitions of strings, the system, regions and communicators: one callback each.
#include <fmt/format.h>

#include "lull/base/text/utf8.hpp"
#include "lull/trace/otf2/definitions/definition_context.hpp"

namespace lull::otf2 {
namespace {

OTF2_CallbackCode on_clock(void* user, uint64_t resolution, uint64_t offset, uint64_t length,
                           uint64_t realtime) {
  ClockProperties& clock = context(user).definitions.clock;
  context(user).has_clock = true;
  if (resolution == 0) {
    context(user).definitions.defects.emplace_back(
        "The clock resolution is zero; 1 tick per nanosecond is assumed.");
    resolution = clock.ticks_per_second;
  }
  clock = {resolution, Timestamp{offset}, length};
  context(user).definitions.details.realtime = realtime;
  return kGoOn;
}

OTF2_CallbackCode on_string(void* user, OTF2_StringRef self, const char* text) {
  DefinitionContext& c = context(user);
  auto* const row = c.add(c.definitions.strings, c.maps.strings, self, "strings");
  if (row == nullptr || text == nullptr) return kGoOn;
  // All names are decoded here.
  if (is_utf8(text)) {
    *row = text;
  } else {
    *row = as_utf8(text);
    ++c.mended_texts;
  }
  return kGoOn;
}

OTF2_CallbackCode on_attribute(void* user, OTF2_AttributeRef self, OTF2_StringRef name,
                               OTF2_StringRef description, OTF2_Type type) {
  DefinitionContext& c = context(user);
  std::string text = c.text(name);
  auto* row = c.add(c.definitions.attributes, c.maps.attributes, self, "attributes");
  if (row == nullptr) return kGoOn;
  *row = std::move(text);
  detail(c.definitions.details.attributes, c.definitions.attributes.size()) = {c.text(description),
                                                                               type};
  return kGoOn;
}

OTF2_CallbackCode on_system_node(void* user, OTF2_SystemTreeNodeRef self, OTF2_StringRef name,
                                 OTF2_StringRef class_name, OTF2_SystemTreeNodeRef parent) {
  DefinitionContext& c = context(user);
  const auto above =
      c.id<SystemNodeId>(c.maps.system_nodes, parent, OTF2_UNDEFINED_SYSTEM_TREE_NODE);
  if (auto* row = c.add(c.definitions.system_nodes, c.maps.system_nodes, self, "system tree nodes"))
    *row = {c.text(name), c.text(class_name), above, {}};
  return kGoOn;
}

OTF2_CallbackCode on_process(void* user, OTF2_LocationGroupRef self, OTF2_StringRef name,
                             OTF2_LocationGroupType type, OTF2_SystemTreeNodeRef node,
                             OTF2_LocationGroupRef creator) {
  DefinitionContext& c = context(user);
  auto* row = c.add(c.definitions.processes, c.maps.processes, self, "location groups");
  if (row == nullptr) return kGoOn;
  *row = {c.text(name),
          static_cast<ProcessType>(type),
          c.id<SystemNodeId>(c.maps.system_nodes, node, OTF2_UNDEFINED_SYSTEM_TREE_NODE),
          {},
          {}};
  // The creator has no effect on results, so an undefined or later one is not a data defect.
  if (creator != OTF2_UNDEFINED_LOCATION_GROUP)
    detail(c.definitions.details.creators, c.definitions.processes.size()).value =
        c.maps.processes.find(creator);
  return kGoOn;
}

OTF2_CallbackCode on_location(void* user, OTF2_LocationRef self, OTF2_StringRef name,
                              OTF2_LocationType type, uint64_t events,
                              OTF2_LocationGroupRef group) {
  DefinitionContext& c = context(user);
  if (auto* row = c.add(c.definitions.locations, c.maps.locations, self, "locations"))
    *row = {self,
            c.text(name),
            static_cast<LocationType>(type),
            events,
            c.id<ProcessId>(c.maps.processes, group, OTF2_UNDEFINED_LOCATION_GROUP),
            {}};
  return kGoOn;
}

std::string everything_of(const Region& region) {
  std::string all = fmt::format("{} {} {} {} {}", static_cast<int>(region.role),
                                static_cast<int>(region.paradigm), region.flags, region.begin_line,
                                region.end_line);
  for (const std::string* text :
       {&region.name, &region.canonical_name, &region.description, &region.file}) {
    all += '\0';
    all += *text;
  }
  return all;
}

OTF2_CallbackCode on_region(void* user, OTF2_RegionRef self, OTF2_StringRef name,
                            OTF2_StringRef canonical, OTF2_StringRef description,
                            OTF2_RegionRole role, OTF2_Paradigm paradigm, OTF2_RegionFlag flags,
                            OTF2_StringRef file, uint32_t begin, uint32_t end) {
  DefinitionContext& c = context(user);
  Region region{c.text(name),
                c.text(canonical),
                c.text(description),
                static_cast<RegionRole>(role),
                static_cast<Paradigm>(paradigm),
                flags,
                c.text(file),
                begin,
                end};
  // Identical regions, such as EZTrace defines for each process, are merged into the first one.
  std::string everything = everything_of(region);
  if (const auto same = c.known_regions.find(everything); same != c.known_regions.end()) {
    c.add_same(c.maps.regions, self, same->second, "regions");
    return kGoOn;
  }
  const auto next = static_cast<std::uint32_t>(c.definitions.regions.size());
  if (auto* row = c.add(c.definitions.regions, c.maps.regions, self, "regions")) {
    *row = std::move(region);
    c.known_regions.emplace(std::move(everything), next);
  }
  return kGoOn;
}

OTF2_CallbackCode on_group(void* user, OTF2_GroupRef self, OTF2_StringRef name, OTF2_GroupType type,
                           OTF2_Paradigm paradigm, OTF2_GroupFlag flags, uint32_t count,
                           const uint64_t* members) {
  DefinitionContext& c = context(user);
  auto* row = c.add(c.definitions.groups, c.maps.groups, self, "groups");
  if (row == nullptr) return kGoOn;
  *row = {c.text(name),
          static_cast<GroupType>(type),
          static_cast<Paradigm>(paradigm),
          std::vector<std::uint64_t>(members, members + count),
          {}};
  detail(c.definitions.details.group_flags, c.definitions.groups.size()) = flags;
  return kGoOn;
}

OTF2_CallbackCode on_communicator(void* user, OTF2_CommRef self, OTF2_StringRef name,
                                  OTF2_GroupRef group, OTF2_CommRef parent, OTF2_CommFlag flags) {
  DefinitionContext& c = context(user);
  const auto id = c.id<GroupId>(c.maps.groups, group, OTF2_UNDEFINED_GROUP);
  const auto above = c.id<CommunicatorId>(c.maps.communicators, parent, OTF2_UNDEFINED_COMM);
  auto* row = c.add(c.definitions.communicators, c.maps.communicators, self, "communicators");
  if (row == nullptr) return kGoOn;
  const bool alone = id.defined() && c.definitions.groups[id.index()].type == GroupType::CommSelf;
  *row = {c.text(name), alone ? CommunicatorKind::Self : CommunicatorKind::Intra, id, {}, above};
  detail(c.definitions.details.communicator_flags, c.definitions.communicators.size()) = flags;
  return kGoOn;
}

OTF2_CallbackCode on_intercommunicator(void* user, OTF2_CommRef self, OTF2_StringRef name,
                                       OTF2_GroupRef a, OTF2_GroupRef b, OTF2_CommRef common,
                                       OTF2_CommFlag flags) {
  DefinitionContext& c = context(user);
  const auto above = c.id<CommunicatorId>(c.maps.communicators, common, OTF2_UNDEFINED_COMM);
  auto* row = c.add(c.definitions.communicators, c.maps.communicators, self, "communicators");
  if (row == nullptr) return kGoOn;
  *row = {c.text(name), CommunicatorKind::Inter,
          c.id<GroupId>(c.maps.groups, a, OTF2_UNDEFINED_GROUP),
          c.id<GroupId>(c.maps.groups, b, OTF2_UNDEFINED_GROUP), above};
  detail(c.definitions.details.communicator_flags, c.definitions.communicators.size()) = flags;
  return kGoOn;
}

OTF2_CallbackCode on_window(void* user, OTF2_RmaWinRef self, OTF2_StringRef name, OTF2_CommRef comm,
                            OTF2_RmaWinFlag flags) {
  DefinitionContext& c = context(user);
  auto* row = c.add(c.definitions.windows, c.maps.windows, self, "RMA windows");
  if (row == nullptr) return kGoOn;
  *row = {c.text(name), c.id<CommunicatorId>(c.maps.communicators, comm, OTF2_UNDEFINED_COMM)};
  detail(c.definitions.details.window_flags, c.definitions.windows.size()) = flags;
  return kGoOn;
}

std::string property_text(DefinitionContext& c, OTF2_Type type, OTF2_AttributeValue value) {
  if (type == OTF2_TYPE_STRING) return c.text(value.stringRef);
  const Value number = to_value(type, value);
  if (number.kind == ValueKind::Floating) return fmt::format("{}", number.as_floating);
  if (number.kind == ValueKind::Signed) return fmt::format("{}", number.as_signed);
  return fmt::format("{}", number.as_unsigned);
}

// Handles a property of a row in the table, whose references are in the map.
template <DefinitionRecord::Kind kind, auto table, auto map, class Reference>
OTF2_CallbackCode on_property(void* user, Reference of, OTF2_StringRef name, OTF2_Type type,
                              OTF2_AttributeValue value) {
  DefinitionContext& c = context(user);
  keep_property(c, kind, of, name, type, value);
  const std::uint32_t index = (c.maps.*map).find(of);
  if (index == ReferenceMap::kUndefined)
    ++c.undefined_references;
  else
    (c.definitions.*table)[index].properties.emplace_back(c.text(name),
                                                          property_text(c, type, value));
  return kGoOn;
}

}  // namespace

void set_system_callbacks(OTF2_GlobalDefReaderCallbacks* callbacks) {
  OTF2_GlobalDefReaderCallbacks_SetClockPropertiesCallback(callbacks, on_clock);
  OTF2_GlobalDefReaderCallbacks_SetStringCallback(callbacks, on_string);
  OTF2_GlobalDefReaderCallbacks_SetAttributeCallback(callbacks, on_attribute);
  OTF2_GlobalDefReaderCallbacks_SetSystemTreeNodeCallback(callbacks, on_system_node);
  OTF2_GlobalDefReaderCallbacks_SetLocationGroupCallback(callbacks, on_process);
  OTF2_GlobalDefReaderCallbacks_SetLocationCallback(callbacks, on_location);
  OTF2_GlobalDefReaderCallbacks_SetRegionCallback(callbacks, on_region);
  OTF2_GlobalDefReaderCallbacks_SetGroupCallback(callbacks, on_group);
  OTF2_GlobalDefReaderCallbacks_SetCommCallback(callbacks, on_communicator);
  OTF2_GlobalDefReaderCallbacks_SetInterCommCallback(callbacks, on_intercommunicator);
  OTF2_GlobalDefReaderCallbacks_SetRmaWinCallback(callbacks, on_window);
  OTF2_GlobalDefReaderCallbacks_SetSystemTreeNodePropertyCallback(
      callbacks, on_property<DefinitionRecord::Kind::NodeProperty, &Definitions::system_nodes,
                             &ReferenceMaps::system_nodes>);
  OTF2_GlobalDefReaderCallbacks_SetLocationGroupPropertyCallback(
      callbacks, on_property<DefinitionRecord::Kind::ProcessProperty, &Definitions::processes,
                             &ReferenceMaps::processes>);
  OTF2_GlobalDefReaderCallbacks_SetLocationPropertyCallback(
      callbacks, on_property<DefinitionRecord::Kind::LocationProperty, &Definitions::locations,
                             &ReferenceMaps::locations>);
}

}  // namespace lull::otf2
