// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/trace/otf2/definitions/record_writer.hpp"

#include "lull/trace/otf2/records/attribute_value.hpp"

namespace lull::otf2 {

OTF2_ErrorCode write_record(OTF2_GlobalDefWriter* writer, const Definitions& definitions,
                            const DefinitionRecord& record) {
  using Kind = DefinitionRecord::Kind;
  const auto [first, second, third] = record.numbers;
  const auto owner = static_cast<std::uint32_t>(first);
  const auto name = static_cast<OTF2_StringRef>(second);
  const OTF2_Type type = record.type;
  const OTF2_AttributeValue value = value_of(type, third);
  switch (record.kind) {
    case Kind::Paradigm:
      return OTF2_GlobalDefWriter_WriteParadigm(writer, static_cast<OTF2_Paradigm>(first), name,
                                                static_cast<OTF2_ParadigmClass>(third));
    case Kind::ParadigmProperty:
      return OTF2_GlobalDefWriter_WriteParadigmProperty(writer, static_cast<OTF2_Paradigm>(first),
                                                        static_cast<OTF2_ParadigmProperty>(second),
                                                        type, value);
    case Kind::NodeDomain:
      return OTF2_GlobalDefWriter_WriteSystemTreeNodeDomain(
          writer, owner, static_cast<OTF2_SystemTreeDomain>(second));
    case Kind::NodeProperty:
      return OTF2_GlobalDefWriter_WriteSystemTreeNodeProperty(writer, owner, name, type, value);
    case Kind::ProcessProperty:
      return OTF2_GlobalDefWriter_WriteLocationGroupProperty(writer, owner, name, type, value);
    case Kind::LocationProperty:
      return OTF2_GlobalDefWriter_WriteLocationProperty(
          writer, definitions.locations[first].reference, name, type, value);
    case Kind::CallpathParameter:
      return OTF2_GlobalDefWriter_WriteCallpathParameter(
          writer, owner, static_cast<OTF2_ParameterRef>(second), type, value);
    case Kind::MetricRecorder:
      return OTF2_GlobalDefWriter_WriteMetricClassRecorder(writer, owner, second);
    case Kind::ContextProperty:
      return OTF2_GlobalDefWriter_WriteCallingContextProperty(writer, owner, name, type, value);
    case Kind::IoFileProperty:
      return OTF2_GlobalDefWriter_WriteIoFileProperty(writer, owner, name, type, value);
    case Kind::IoHandleState:
      return OTF2_GlobalDefWriter_WriteIoPreCreatedHandleState(
          writer, owner, static_cast<OTF2_IoAccessMode>(second),
          static_cast<OTF2_IoStatusFlag>(third));
  }
  return OTF2_SUCCESS;
}

}  // namespace lull::otf2
