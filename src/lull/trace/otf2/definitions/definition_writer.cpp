// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/trace/otf2/definitions/definition_writer.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "lull/base/error.hpp"
#include "lull/trace/otf2/definitions/definition_tables.hpp"
#include "lull/trace/otf2/definitions/record_writer.hpp"
#include "lull/trace/otf2/library/library.hpp"
#include "lull/trace/otf2/records/attribute_value.hpp"

namespace lull::otf2 {

void DefinitionTables::write(const ClockProperties& clock, std::span<const std::uint64_t> events) {
  check_written(OTF2_GlobalDefWriter_WriteClockProperties(
                    writer_, clock.ticks_per_second, clock.global_offset.ticks + clock.origin,
                    clock.trace_length, realtime_at(clock.global_offset)),
                "clock");
  for (const std::string& string : d_.strings) {  // events refer to them by index
    check_written(OTF2_GlobalDefWriter_WriteString(writer_, next_string_, string.c_str()),
                  "string");
    strings_.emplace(string, next_string_++);
  }
  paradigms();
  system();
  locations(events);
  regions();
  groups();
  communicators();
  metrics();
  calls();
  input_output();
  topologies();
  properties();
  records(false);
}

// The written trace may begin at another time than its original.
std::uint64_t DefinitionTables::realtime_at(Timestamp begin) const {
  const std::uint64_t known = d_.details.realtime;
  if (known == OTF2_UNDEFINED_TIMESTAMP || begin == d_.clock.global_offset) return known;
  constexpr double kNanoseconds = 1e9;
  const double later = d_.seconds(begin - d_.clock.global_offset) * kNanoseconds;
  return known + static_cast<std::uint64_t>(static_cast<std::int64_t>(later));
}

OTF2_StringRef DefinitionTables::text(const std::string& string) {
  const auto [entry, fresh] = strings_.emplace(string, next_string_);
  if (fresh) {
    check_written(OTF2_GlobalDefWriter_WriteString(writer_, next_string_, string.c_str()),
                  "string");
    ++next_string_;
  }
  return entry->second;
}

// Returns the details of a row, if there are any.
// Writes the paradigms in use, with OTF2's names and classes where the trace has none.
void DefinitionTables::paradigms() {
  struct Known {
    Paradigm paradigm;
    const char* name;
    OTF2_ParadigmClass kind;
  };
  static constexpr std::array<Known, 9> kKnown{
      {{Paradigm::OpenMp, "OpenMP", OTF2_PARADIGM_CLASS_THREAD_FORK_JOIN},
       {Paradigm::Mpi, "MPI", OTF2_PARADIGM_CLASS_PROCESS},
       {Paradigm::Cuda, "CUDA", OTF2_PARADIGM_CLASS_ACCELERATOR},
       {Paradigm::Pthread, "POSIX threads", OTF2_PARADIGM_CLASS_THREAD_CREATE_WAIT},
       {Paradigm::Shmem, "OpenSHMEM", OTF2_PARADIGM_CLASS_PROCESS},
       {Paradigm::OpenAcc, "OpenACC", OTF2_PARADIGM_CLASS_ACCELERATOR},
       {Paradigm::OpenCl, "OpenCL", OTF2_PARADIGM_CLASS_ACCELERATOR},
       {Paradigm::Hip, "HIP", OTF2_PARADIGM_CLASS_ACCELERATOR},
       {Paradigm::Kokkos, "Kokkos", OTF2_PARADIGM_CLASS_ACCELERATOR}}};
  std::set<Paradigm> used;
  for (const Region& region : d_.regions) used.insert(region.paradigm);
  for (const Group& group : d_.groups) used.insert(group.paradigm);
  for (const DefinitionRecord& record : d_.details.records)
    if (record.kind == DefinitionRecord::Kind::Paradigm)
      used.erase(static_cast<Paradigm>(record.numbers.front()));
  for (const Known& known : kKnown)
    if (used.contains(known.paradigm))
      check_written(
          OTF2_GlobalDefWriter_WriteParadigm(writer_, static_cast<OTF2_Paradigm>(known.paradigm),
                                             text(known.name), known.kind),
          "paradigm");
  records(true);
}

void DefinitionTables::system() {
  for (std::size_t i = 0; i < d_.system_nodes.size(); ++i) {
    const SystemNode& node = d_.system_nodes[i];
    const OTF2_StringRef name = text(node.name);
    check_written(
        OTF2_GlobalDefWriter_WriteSystemTreeNode(writer_, static_cast<uint32_t>(i), name,
                                                 text(node.class_name), node.parent.value),
        "system tree node");
  }
  for (std::size_t i = 0; i < d_.processes.size(); ++i) {
    const Process& process = d_.processes[i];
    check_written(OTF2_GlobalDefWriter_WriteLocationGroup(
                      writer_, static_cast<uint32_t>(i), text(process.name),
                      static_cast<OTF2_LocationGroupType>(process.type), process.node.value,
                      at(d_.details.creators, i).value),
                  "process");
  }
}

void DefinitionTables::locations(std::span<const std::uint64_t> events) {
  for (std::size_t i = 0; i < d_.locations.size(); ++i) {
    const Location& location = d_.locations[i];
    check_written(
        OTF2_GlobalDefWriter_WriteLocation(writer_, location.reference, text(location.name),
                                           static_cast<OTF2_LocationType>(location.type), events[i],
                                           location.process.value),
        "location");
  }
}

void DefinitionTables::regions() {
  for (std::size_t i = 0; i < d_.regions.size(); ++i) {
    const Region& region = d_.regions[i];
    const OTF2_StringRef name = text(region.name);
    const OTF2_StringRef canonical = text(region.canonical_name);
    const OTF2_StringRef description = text(region.description);
    const OTF2_StringRef file = region.file.empty() ? OTF2_UNDEFINED_STRING : text(region.file);
    check_written(
        OTF2_GlobalDefWriter_WriteRegion(writer_, static_cast<uint32_t>(i), name, canonical,
                                         description, static_cast<OTF2_RegionRole>(region.role),
                                         static_cast<OTF2_Paradigm>(region.paradigm), region.flags,
                                         file, region.begin_line, region.end_line),
        "region");
  }
}

void DefinitionTables::groups() {
  for (std::size_t i = 0; i < d_.groups.size(); ++i) {
    const Group& group = d_.groups[i];
    check_written(OTF2_GlobalDefWriter_WriteGroup(
                      writer_, static_cast<uint32_t>(i), text(group.name),
                      static_cast<OTF2_GroupType>(group.type),
                      static_cast<OTF2_Paradigm>(group.paradigm), at(d_.details.group_flags, i),
                      static_cast<uint32_t>(group.members.size()), group.members.data()),
                  "group");
  }
}

void DefinitionTables::communicators() {
  for (std::size_t i = 0; i < d_.communicators.size(); ++i) {
    const Communicator& comm = d_.communicators[i];
    const auto self = static_cast<OTF2_CommRef>(i);
    const OTF2_StringRef name = text(comm.name);
    const OTF2_CommFlag flags = at(d_.details.communicator_flags, i);
    check_written(
        comm.kind == CommunicatorKind::Inter
            ? OTF2_GlobalDefWriter_WriteInterComm(writer_, self, name, comm.group.value,
                                                  comm.remote_group.value, comm.parent.value, flags)
            : OTF2_GlobalDefWriter_WriteComm(writer_, self, name, comm.group.value,
                                             comm.parent.value, flags),
        "communicator");
  }
  for (std::size_t i = 0; i < d_.windows.size(); ++i)
    check_written(OTF2_GlobalDefWriter_WriteRmaWin(
                      writer_, static_cast<uint32_t>(i), text(d_.windows[i].name),
                      d_.windows[i].communicator.value, at(d_.details.window_flags, i)),
                  "window");
}

OTF2_Type type_of(ValueKind kind) {
  if (kind == ValueKind::Floating) return OTF2_TYPE_DOUBLE;
  return kind == ValueKind::Signed ? OTF2_TYPE_INT64 : OTF2_TYPE_UINT64;
}

void DefinitionTables::metrics() {
  for (std::size_t i = 0; i < d_.metric_members.size(); ++i) {
    const MetricMember& member = d_.metric_members[i];
    const OTF2_StringRef name = text(member.name);
    const OTF2_StringRef description = text(member.description);
    check_written(
        OTF2_GlobalDefWriter_WriteMetricMember(
            writer_, static_cast<uint32_t>(i), name, description,
            at(d_.details.metric_member_types, i), static_cast<OTF2_MetricMode>(member.mode),
            type_of(member.kind), member.decimal ? OTF2_BASE_DECIMAL : OTF2_BASE_BINARY,
            member.exponent, text(member.unit)),
        "metric member");
  }
  for (std::size_t i = 0; i < d_.metrics.size(); ++i) {
    const Metric& metric = d_.metrics[i];
    if (metric.instance) {
      metric_instance(i);
      continue;
    }
    std::vector<OTF2_MetricMemberRef> members;
    for (const MetricMemberId member : metric.members) members.push_back(member.value);
    check_written(OTF2_GlobalDefWriter_WriteMetricClass(
                      writer_, static_cast<uint32_t>(i), static_cast<uint8_t>(members.size()),
                      members.data(), static_cast<OTF2_MetricOccurrence>(metric.occurrence),
                      at(d_.details.metrics, i).recorder_kind),
                  "metric class");
  }
  for (std::size_t i = 0; i < d_.parameters.size(); ++i)
    check_written(OTF2_GlobalDefWriter_WriteParameter(
                      writer_, static_cast<uint32_t>(i), text(d_.parameters[i]),
                      at<std::uint8_t>(d_.details.parameter_types, i, OTF2_PARAMETER_TYPE_INT64)),
                  "parameter");
}

// If the class of an instance is unknown, the one with the same members is used.
void DefinitionTables::metric_instance(std::size_t index) {
  const Metric& instance = d_.metrics[index];
  const MetricDetails details = at(d_.details.metrics, index);
  const auto found = std::ranges::find_if(d_.metrics, [&](const Metric& metric) {
    return !metric.instance && metric.members == instance.members;
  });
  const OTF2_MetricRef metric_class = details.metric_class.defined() ? details.metric_class.value
                                      : found == d_.metrics.end()
                                          ? OTF2_UNDEFINED_METRIC
                                          : static_cast<OTF2_MetricRef>(found - d_.metrics.begin());
  const OTF2_LocationRef recorder = instance.recorder.defined()
                                        ? d_.locations[instance.recorder.index()].reference
                                        : OTF2_UNDEFINED_LOCATION;
  check_written(OTF2_GlobalDefWriter_WriteMetricInstance(
                    writer_, static_cast<uint32_t>(index), metric_class, recorder, details.scope,
                    details.metric_class.defined() ? details.scope_reference : recorder),
                "metric instance");
}

void write_global_definitions(OTF2_GlobalDefWriter* writer, const Definitions& definitions,
                              const ClockProperties& clock, std::span<const std::uint64_t> events) {
  DefinitionTables(writer, definitions).write(clock, events);
}

void write_local_definitions(OTF2_DefWriter* writer, std::span<const ClockOffset> offsets,
                             std::uint64_t origin) {
  for (const ClockOffset& offset : offsets)
    check_written(OTF2_DefWriter_WriteClockOffset(writer, offset.time.ticks + origin, offset.offset,
                                                  offset.standard_deviation),
                  "clock offset");
}

}  // namespace lull::otf2
