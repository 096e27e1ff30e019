// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// All definitions of a trace: plain tables, indexed by the identifiers of ids.hpp. Names are
// resolved to text. Filled once by a reader, then read-only and shared by all threads.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "lull/base/time.hpp"
#include "lull/trace/definitions/definition_details.hpp"
#include "lull/trace/event/enums.hpp"
#include "lull/trace/event/event.hpp"
#include "lull/trace/event/ids.hpp"

namespace lull {

struct ClockProperties {
  std::uint64_t ticks_per_second = 1'000'000'000;
  Timestamp global_offset;         // time of the first event, according to the writer
  std::uint64_t trace_length = 0;  // ticks
  std::uint64_t origin = 0;        // ticks subtracted from all times of the trace
};

// The offset from the reference clock, measured at a time of the location's clock: reference time =
// time + offset.
struct ClockOffset {
  Timestamp time;
  std::int64_t offset = 0;
  double standard_deviation = 0;
};

using Properties = std::vector<std::pair<std::string, std::string>>;

struct SystemNode {
  std::string name;
  std::string class_name;
  SystemNodeId parent;
  Properties properties;
};

struct Process {  // OTF2's location group
  std::string name;
  ProcessType type = ProcessType::Process;
  SystemNodeId node;
  std::vector<LocationId> locations;  // the first is the master thread
  Properties properties;
};

struct Location {
  std::uint64_t reference = 0;  // the archive's number, which also names its event file
  std::string name;
  LocationType type = LocationType::CpuThread;
  std::uint64_t events = 0;  // according to the definition; not always correct
  ProcessId process;
  Properties properties;
};

struct Region {
  std::string name;
  std::string canonical_name;
  std::string description;
  RegionRole role = RegionRole::Unknown;
  Paradigm paradigm = Paradigm::Unknown;
  std::uint32_t flags = 0;
  std::string file;
  std::uint32_t begin_line = 0;
  std::uint32_t end_line = 0;
};

struct Group {
  std::string name;
  GroupType type = GroupType::Unknown;
  Paradigm paradigm = Paradigm::Unknown;
  std::vector<std::uint64_t> members;  // as stored in the archive
  std::vector<LocationId> locations;   // for communicator groups: rank → location; undefined
                                       // where the archive names an undefined location
};

enum class CommunicatorKind : std::uint8_t { Intra, Self, Inter };

struct Communicator {
  std::string name;
  CommunicatorKind kind = CommunicatorKind::Intra;
  GroupId group;         // for an inter-communicator: group A
  GroupId remote_group;  // for an inter-communicator: group B
  CommunicatorId parent;
};

struct Window {
  std::string name;
  CommunicatorId communicator;
};

struct MetricMember {
  std::string name;
  std::string description;
  std::string unit;
  MetricMode mode = MetricMode::AccumulatedStart;
  ValueKind kind = ValueKind::Unsigned;
  bool decimal = true;  // base of the exponent: 10 or 2
  std::int64_t exponent = 0;
};

struct Metric {  // a metric class, or an instance of one with its own scope
  std::vector<MetricMemberId> members;
  MetricOccurrence occurrence = MetricOccurrence::SynchronousStrict;
  bool instance = false;
  LocationId recorder;
};

struct Callsite {
  std::string file;
  std::uint32_t line = 0;
  RegionId entered;
  RegionId left;
};

struct Callpath {
  CallpathId parent;
  RegionId region;
};

struct SourceLocation {
  std::string file;
  std::uint32_t line = 0;
};

struct CallingContext {
  RegionId region;
  SourceLocationId source;
  CallingContextId parent;
};

struct InterruptGenerator {
  std::string name;
  std::uint64_t period = 0;
};

struct Topology {  // Cartesian
  struct Dimension {
    std::string name;
    std::uint32_t size = 0;
    bool periodic = false;
  };
  std::string name;
  CommunicatorId communicator;
  std::vector<Dimension> dimensions;
  std::vector<std::pair<std::uint32_t, std::vector<std::uint32_t>>> coordinates;  // indexed by rank
};

struct Definitions {
  std::string writer;  // such as "Score-P 8.4"; from the anchor file
  ClockProperties clock;
  Properties archive_properties;

  std::vector<std::string> strings;
  std::vector<std::string> attributes;
  std::vector<SystemNode> system_nodes;
  std::vector<Process> processes;
  std::vector<Location> locations;
  std::vector<Region> regions;
  std::vector<Group> groups;
  std::vector<Communicator> communicators;
  std::vector<Window> windows;
  std::vector<MetricMember> metric_members;
  std::vector<Metric> metrics;
  std::vector<std::string> parameters;
  std::vector<Callsite> callsites;
  std::vector<Callpath> callpaths;
  std::vector<SourceLocation> source_locations;
  std::vector<CallingContext> calling_contexts;
  std::vector<InterruptGenerator> interrupt_generators;
  std::vector<std::string> io_paradigms;
  std::vector<std::string> io_files;
  std::vector<std::string> io_handles;
  std::vector<Topology> topologies;

  std::vector<std::vector<ClockOffset>> clock_offsets;  // indexed by location, ascending times
  std::map<std::string, std::uint64_t> counts;          // number of records read, by kind
  std::vector<std::string> defects;  // data defects of the definitions, as sentences
  DefinitionDetails details;

  [[nodiscard]] std::size_t location_count() const { return locations.size(); }
  [[nodiscard]] double seconds(Duration duration) const {
    return static_cast<double>(duration.ticks) / static_cast<double>(clock.ticks_per_second);
  }
  // Returns the location of a rank as seen by `caller`: in its communicator or, for an
  // inter-communicator, in the remote group. Undefined if there is none.
  [[nodiscard]] LocationId location_of(CommunicatorId communicator, std::uint32_t rank,
                                       LocationId caller) const;
  // Returns the number of members; for an inter-communicator, of both groups.
  [[nodiscard]] std::size_t size_of(CommunicatorId communicator) const;
  // Returns rank → location for MPI_COMM_WORLD, or null when the trace has no MPI.
  [[nodiscard]] const std::vector<LocationId>* mpi_world() const;
};

}  // namespace lull
