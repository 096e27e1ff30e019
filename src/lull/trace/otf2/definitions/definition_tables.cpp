// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Calls, input and output, topologies, properties.
#include "lull/trace/otf2/definitions/definition_tables.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "lull/base/error.hpp"
#include "lull/trace/otf2/definitions/record_writer.hpp"
#include "lull/trace/otf2/library/library.hpp"
#include "lull/trace/otf2/records/attribute_value.hpp"

namespace lull::otf2 {

void check_written(OTF2_ErrorCode code, const char* kind) {
  if (code != OTF2_SUCCESS)
    throw Error(ExitStatus::System, fmt::format("The definition of a {} cannot be written: {}",
                                                kind, take_library_error(code)));
}

namespace {

// Deprecated, but existing ones are kept.
OTF2_ErrorCode write_callsite(OTF2_GlobalDefWriter* writer, std::uint32_t self, OTF2_StringRef file,
                              const Callsite& callsite) {
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
  return OTF2_GlobalDefWriter_WriteCallsite(writer, self, file, callsite.line,
                                            callsite.entered.value, callsite.left.value);
#pragma GCC diagnostic pop
}

}  // namespace

void DefinitionTables::calls() {
  for (std::size_t i = 0; i < d_.callpaths.size(); ++i)
    check_written(OTF2_GlobalDefWriter_WriteCallpath(writer_, static_cast<uint32_t>(i),
                                                     d_.callpaths[i].parent.value,
                                                     d_.callpaths[i].region.value),
                  "call path");
  for (std::size_t i = 0; i < d_.source_locations.size(); ++i)
    check_written(OTF2_GlobalDefWriter_WriteSourceCodeLocation(writer_, static_cast<uint32_t>(i),
                                                               text(d_.source_locations[i].file),
                                                               d_.source_locations[i].line),
                  "source code location");
  for (std::size_t i = 0; i < d_.calling_contexts.size(); ++i) {
    const CallingContext& context = d_.calling_contexts[i];
    check_written(OTF2_GlobalDefWriter_WriteCallingContext(
                      writer_, static_cast<uint32_t>(i), context.region.value, context.source.value,
                      context.parent.value),
                  "calling context");
  }
  for (std::size_t i = 0; i < d_.interrupt_generators.size(); ++i) {
    const InterruptGeneratorDetails details = at(d_.details.interrupt_generators, i);
    check_written(
        OTF2_GlobalDefWriter_WriteInterruptGenerator(
            writer_, static_cast<uint32_t>(i), text(d_.interrupt_generators[i].name), details.mode,
            details.base, details.exponent, d_.interrupt_generators[i].period),
        "interrupt generator");
  }
  for (std::size_t i = 0; i < d_.callsites.size(); ++i)
    check_written(write_callsite(writer_, static_cast<uint32_t>(i), text(d_.callsites[i].file),
                                 d_.callsites[i]),
                  "call site");
}

void DefinitionTables::input_output() {
  for (std::size_t i = 0; i < d_.io_paradigms.size(); ++i) {
    const OTF2_StringRef name = text(d_.io_paradigms[i]);
    const IoParadigmDetails details =
        at(d_.details.io_paradigms, i, {d_.io_paradigms[i], 0, 0, {}});
    std::vector<OTF2_IoParadigmProperty> kinds;
    std::vector<OTF2_Type> types;
    std::vector<OTF2_AttributeValue> values;
    for (const auto& property : details.properties) {
      kinds.push_back(property.kind);
      types.push_back(property.type);
      values.push_back(value_of(property.type, property.value));
    }
    check_written(OTF2_GlobalDefWriter_WriteIoParadigm(
                      writer_, static_cast<OTF2_IoParadigmRef>(i), name, text(details.name),
                      details.io_class, details.flags, static_cast<uint8_t>(kinds.size()),
                      kinds.data(), types.data(), values.data()),
                  "I/O paradigm");
  }
  for (std::size_t i = 0; i < d_.io_files.size(); ++i) {
    const IoFileDetails details = at(d_.details.io_files, i);
    const auto write = details.directory ? OTF2_GlobalDefWriter_WriteIoDirectory
                                         : OTF2_GlobalDefWriter_WriteIoRegularFile;
    check_written(
        write(writer_, static_cast<uint32_t>(i), text(d_.io_files[i]), details.node.value),
        "I/O file");
  }
  const IoParadigmId first_paradigm = d_.io_paradigms.empty() ? IoParadigmId() : IoParadigmId(0);
  for (std::size_t i = 0; i < d_.io_handles.size(); ++i) {
    const IoHandleDetails details = at(d_.details.io_handles, i, {{}, first_paradigm, 0, {}, {}});
    check_written(
        OTF2_GlobalDefWriter_WriteIoHandle(
            writer_, static_cast<uint32_t>(i), text(d_.io_handles[i]), details.file.value,
            details.paradigm.defined() ? static_cast<OTF2_IoParadigmRef>(details.paradigm.value)
                                       : OTF2_UNDEFINED_IO_PARADIGM,
            details.flags, details.communicator.value, details.parent.value),
        "I/O handle");
  }
}

void DefinitionTables::topologies() {
  OTF2_CartDimensionRef next = 0;
  for (std::size_t i = 0; i < d_.topologies.size(); ++i) {
    const Topology& topology = d_.topologies[i];
    std::vector<OTF2_CartDimensionRef> dimensions;
    for (const Topology::Dimension& dimension : topology.dimensions) {
      check_written(OTF2_GlobalDefWriter_WriteCartDimension(
                        writer_, next, text(dimension.name), dimension.size,
                        dimension.periodic ? OTF2_CART_PERIODIC_TRUE : OTF2_CART_PERIODIC_FALSE),
                    "Cartesian dimension");
      dimensions.push_back(next++);
    }
    check_written(
        OTF2_GlobalDefWriter_WriteCartTopology(
            writer_, static_cast<uint32_t>(i), text(topology.name), topology.communicator.value,
            static_cast<uint8_t>(dimensions.size()), dimensions.data()),
        "Cartesian topology");
    for (const auto& [rank, coordinates] : topology.coordinates)
      check_written(OTF2_GlobalDefWriter_WriteCartCoordinate(
                        writer_, static_cast<uint32_t>(i), rank,
                        static_cast<uint8_t>(coordinates.size()), coordinates.data()),
                    "Cartesian coordinate");
  }
}

void DefinitionTables::properties() {
  const auto value = [this](const std::string& string) {
    OTF2_AttributeValue result;
    result.stringRef = text(string);
    return result;
  };
  using Kind = DefinitionRecord::Kind;
  for (std::size_t i = 0; i < d_.system_nodes.size(); ++i)
    for (const auto& [name, string] : d_.system_nodes[i].properties)
      if (is_text(Kind::NodeProperty, i, name))
        check_written(
            OTF2_GlobalDefWriter_WriteSystemTreeNodeProperty(
                writer_, static_cast<uint32_t>(i), text(name), OTF2_TYPE_STRING, value(string)),
            "property");
  for (std::size_t i = 0; i < d_.processes.size(); ++i)
    for (const auto& [name, string] : d_.processes[i].properties)
      if (is_text(Kind::ProcessProperty, i, name))
        check_written(
            OTF2_GlobalDefWriter_WriteLocationGroupProperty(
                writer_, static_cast<uint32_t>(i), text(name), OTF2_TYPE_STRING, value(string)),
            "property");
  for (std::size_t i = 0; i < d_.locations.size(); ++i)
    for (const auto& [name, string] : d_.locations[i].properties)
      if (is_text(Kind::LocationProperty, i, name))
        check_written(
            OTF2_GlobalDefWriter_WriteLocationProperty(writer_, d_.locations[i].reference,
                                                       text(name), OTF2_TYPE_STRING, value(string)),
            "property");
  for (std::size_t i = 0; i < d_.attributes.size(); ++i) {
    const AttributeDetails details = at(d_.details.attributes, i, {{}, OTF2_TYPE_UINT64});
    check_written(OTF2_GlobalDefWriter_WriteAttribute(writer_, static_cast<uint32_t>(i),
                                                      text(d_.attributes[i]),
                                                      text(details.description), details.type),
                  "attribute");
  }
}

const std::string* DefinitionTables::property_name(const DefinitionRecord& record) const {
  using Kind = DefinitionRecord::Kind;
  const bool is_one = record.kind == Kind::NodeProperty || record.kind == Kind::ProcessProperty ||
                      record.kind == Kind::LocationProperty;
  return is_one ? &d_.strings[record.numbers[1]] : nullptr;
}

// Writes the records of paradigms, which come first, or all others.
void DefinitionTables::records(bool of_paradigms) {
  using Kind = DefinitionRecord::Kind;
  for (const DefinitionRecord& record : d_.details.records)
    if ((record.kind == Kind::Paradigm || record.kind == Kind::ParadigmProperty) == of_paradigms)
      check_written(write_record(writer_, d_, record), "definition");
}

}  // namespace lull::otf2
