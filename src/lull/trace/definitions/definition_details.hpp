// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// What archives say in their definitions that nobody needs but who writes one again: nothing of it
// may get lost. Numbers are OTF2's, references are ids. Tables are by id, like those of
// Definitions; behind the end of one that is shorter, values are neutral.
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
  MetricId metric_class;           // of an instance
  std::uint8_t scope = 0;
  std::uint64_t scope_reference = 0;  // of a location: its reference; else an id
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

// A record that has no table: numbers in the order in which OTF2 has them.
struct DefinitionRecord {
  enum class Kind : std::uint8_t {
    Paradigm,
    ParadigmProperty,
    NodeDomain,
    NodeProperty,  // the properties here are those that are no texts
    ProcessProperty,
    LocationProperty,
    CallpathParameter,
    MetricRecorder,
    ContextProperty,
    IoFileProperty,
    IoHandleState
  };
  Kind kind{};
  std::uint8_t type = 0;  // of its value, which is the last number, if it has one
  std::array<std::uint64_t, 3> numbers{};
};

struct DefinitionDetails {
  std::uint64_t realtime = ~std::uint64_t{0};  // when the trace begins; nanoseconds since 1970
  std::vector<AttributeDetails> attributes;
  std::vector<ProcessId> creators;  // of processes
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
