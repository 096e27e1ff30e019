// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Definition data that only a writer of the archive needs, kept so that a copy loses nothing.
// Numbers are OTF2's; references are ids. Tables are indexed by id, like the tables in Definitions;
// a missing trailing entry has neutral values.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "lull/trace/event/ids.hpp"

namespace lull {

struct AttributeDetails {
  std::string description;
  std::uint8_t type = 0;
};
struct InterruptGeneratorDetails {
  std::uint8_t mode = 0;
  std::uint8_t base = 1;  // decimal
  std::int64_t exponent = -9;
};
struct MetricDetails {
  std::uint8_t recorder_kind = 2;  // the processor
  MetricId metric_class;           // for an instance: its class
  std::uint8_t scope = 0;
  std::uint64_t scope_reference = 0;  // for a location, its reference; otherwise an id
};
struct IoParadigmDetails {
  std::string name;
  std::uint8_t io_class = 0;
  std::uint32_t flags = 0;
  // Kind, type and value of each property.
  struct Property {
    std::uint8_t kind = 0;
    std::uint8_t type = 0;
    std::uint64_t value = 0;
  };
  std::vector<Property> properties;
};
struct IoFileDetails {
  bool directory = false;
  SystemNodeId node;
};
struct IoHandleDetails {
  IoFileId file;
  IoParadigmId paradigm;
  std::uint32_t flags = 0;
  CommunicatorId communicator;
  IoHandleId parent;
};

// A record without a table: its numbers in OTF2's order.
struct DefinitionRecord {
  enum class Kind : std::uint8_t {
    Paradigm,
    ParadigmProperty,
    NodeDomain,
    NodeProperty,  // properties whose value is not a string
    ProcessProperty,
    LocationProperty,
    CallpathParameter,
    MetricRecorder,
    ContextProperty,
    IoFileProperty,
    IoHandleState
  };
  Kind kind{};
  std::uint8_t type = 0;  // the value's type; the value, if any, is the last number
  std::array<std::uint64_t, 3> numbers{};
};

struct DefinitionDetails {
  std::uint64_t realtime = ~std::uint64_t{0};  // start of the trace; nanoseconds since 1970
  std::vector<AttributeDetails> attributes;
  std::vector<ProcessId> creators;  // indexed by process
  std::vector<std::uint32_t> group_flags;
  std::vector<std::uint32_t> communicator_flags;
  std::vector<std::uint32_t> window_flags;
  std::vector<std::uint8_t> metric_member_types;
  std::vector<MetricDetails> metrics;
  std::vector<std::uint8_t> parameter_types;
  std::vector<InterruptGeneratorDetails> interrupt_generators;
  std::vector<IoParadigmDetails> io_paradigms;
  std::vector<IoFileDetails> io_files;
  std::vector<IoHandleDetails> io_handles;
  std::vector<DefinitionRecord> records;
};

}  // namespace lull
