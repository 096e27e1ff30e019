// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/trace/otf2/records/attribute_value.hpp"

#include <bit>
#include <cstdint>
#include <optional>

namespace lull::otf2 {
namespace {

// Returns the mapping for types that refer to a definition by 32 bits.
std::optional<OTF2_MappingType> mapping_of(OTF2_Type type) {
  switch (type) {
    case OTF2_TYPE_STRING:
      return OTF2_MAPPING_STRING;
    case OTF2_TYPE_ATTRIBUTE:
      return OTF2_MAPPING_ATTRIBUTE;
    case OTF2_TYPE_REGION:
      return OTF2_MAPPING_REGION;
    case OTF2_TYPE_GROUP:
      return OTF2_MAPPING_GROUP;
    case OTF2_TYPE_METRIC:
      return OTF2_MAPPING_METRIC;
    case OTF2_TYPE_COMM:
      return OTF2_MAPPING_COMM;
    case OTF2_TYPE_PARAMETER:
      return OTF2_MAPPING_PARAMETER;
    case OTF2_TYPE_RMA_WIN:
      return OTF2_MAPPING_RMA_WIN;
    case OTF2_TYPE_SOURCE_CODE_LOCATION:
      return OTF2_MAPPING_SOURCE_CODE_LOCATION;
    case OTF2_TYPE_CALLING_CONTEXT:
      return OTF2_MAPPING_CALLING_CONTEXT;
    case OTF2_TYPE_INTERRUPT_GENERATOR:
      return OTF2_MAPPING_INTERRUPT_GENERATOR;
    case OTF2_TYPE_IO_FILE:
      return OTF2_MAPPING_IO_FILE;
    case OTF2_TYPE_IO_HANDLE:
      return OTF2_MAPPING_IO_HANDLE;
    case OTF2_TYPE_LOCATION_GROUP:
      return OTF2_MAPPING_LOCATION_GROUP;
    default:
      return std::nullopt;
  }
}

}  // namespace

bool read_value(RecordReader& record, OTF2_Type type, OTF2_AttributeValue& value) {
  switch (type) {
    case OTF2_TYPE_UINT8:
    case OTF2_TYPE_INT8:
      value.uint8 = record.u8();
      return true;
    case OTF2_TYPE_UINT16:
    case OTF2_TYPE_INT16:
      value.uint16 = record.u16();
      return true;
    case OTF2_TYPE_UINT32:
    case OTF2_TYPE_INT32:
      value.uint32 = record.u32();
      return true;
    case OTF2_TYPE_UINT64:
    case OTF2_TYPE_INT64:
      value.uint64 = record.u64();
      return true;
    case OTF2_TYPE_FLOAT:
      value.float32 = std::bit_cast<float>(static_cast<std::uint32_t>(record.fixed(4)));
      return true;
    case OTF2_TYPE_DOUBLE:
      value.float64 = std::bit_cast<double>(record.fixed(8));
      return true;
    case OTF2_TYPE_LOCATION:
      value.locationRef = record.reference64(OTF2_MAPPING_LOCATION);
      return true;
    default:
      break;
  }
  const auto kind = mapping_of(type);
  if (kind) value.uint32 = record.reference(*kind);
  return kind.has_value();
}

std::uint64_t with_id(const ReferenceMaps& maps, OTF2_Type type, std::uint64_t value) {
  switch (type) {
    case OTF2_TYPE_STRING:
      return maps.strings.find(value);
    case OTF2_TYPE_ATTRIBUTE:
      return maps.attributes.find(value);
    case OTF2_TYPE_REGION:
      return maps.regions.find(value);
    case OTF2_TYPE_GROUP:
      return maps.groups.find(value);
    case OTF2_TYPE_METRIC:
      return maps.metrics.find(value);
    case OTF2_TYPE_COMM:
      return maps.communicators.find(value);
    case OTF2_TYPE_PARAMETER:
      return maps.parameters.find(value);
    case OTF2_TYPE_RMA_WIN:
      return maps.windows.find(value);
    case OTF2_TYPE_SOURCE_CODE_LOCATION:
      return maps.source_locations.find(value);
    case OTF2_TYPE_CALLING_CONTEXT:
      return maps.calling_contexts.find(value);
    case OTF2_TYPE_INTERRUPT_GENERATOR:
      return maps.interrupt_generators.find(value);
    case OTF2_TYPE_IO_FILE:
      return maps.io_files.find(value);
    case OTF2_TYPE_IO_HANDLE:
      return maps.io_handles.find(value);
    case OTF2_TYPE_LOCATION_GROUP:
      return maps.processes.find(value);
    default:
      return value;
  }
}

// On little-endian machines, small integers are stored where all others start.
OTF2_AttributeValue value_of(OTF2_Type type, std::uint64_t number) {
  OTF2_AttributeValue value{};
  if (type == OTF2_TYPE_FLOAT)
    value.float32 = static_cast<float>(std::bit_cast<double>(number));
  else
    value.uint64 = number;
  return value;
}

}  // namespace lull::otf2
