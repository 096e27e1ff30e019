// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/exchange/names.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace lull::exchange {
namespace {

template <class Table, class Identifier>
std::string name_in(const Table& table, Identifier id, const char* what) {
  if (id.index() >= table.size()) return fmt::format("(undefined {})", what);
  const std::string& name = table[id.index()].name;
  return name.empty() ? fmt::format("{} {}", what, id.index()) : name;
}

}  // namespace

std::string name_of(const Definitions& definitions, RegionId region) {
  return name_in(definitions.regions, region, "region");
}
std::string name_of(const Definitions& definitions, LocationId location) {
  return name_in(definitions.locations, location, "location");
}
std::string name_of(const Definitions& definitions, ProcessId process) {
  return name_in(definitions.processes, process, "process");
}
std::string name_of(const Definitions& definitions, SystemNodeId node) {
  return name_in(definitions.system_nodes, node, "node");
}
std::string name_of(const Definitions& definitions, CommunicatorId communicator) {
  return name_in(definitions.communicators, communicator, "communicator");
}
std::string name_of(const Definitions& definitions, MetricMemberId metric) {
  return name_in(definitions.metric_members, metric, "metric");
}

std::string category_of(const Definitions& definitions, RegionId region) {
  if (region.index() >= definitions.regions.size()) return "unknown";
  switch (definitions.regions[region.index()].paradigm) {
    case Paradigm::User:
    case Paradigm::Compiler:
      return "user";
    case Paradigm::Mpi:
      return "MPI";
    case Paradigm::OpenMp:
      return "OpenMP";
    case Paradigm::Pthread:
      return "Pthread";
    case Paradigm::Shmem:
      return "SHMEM";
    case Paradigm::Cuda:
      return "CUDA";
    case Paradigm::Hip:
      return "HIP";
    case Paradigm::MeasurementSystem:
      return "measurement";
    default:
      return "other";
  }
}

std::string in_a_line(std::string text) {
  std::ranges::replace_if(
      text,
      [](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return byte < 0x20 || byte == 0x7F || c == '"';
      },
      ' ');
  return text;
}

}  // namespace lull::exchange
