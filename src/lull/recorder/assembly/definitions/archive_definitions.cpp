// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/recorder/assembly/definitions/archive_definitions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <string>

#include "lull/base/error.hpp"
#include "lull/base/recording_properties.hpp"
#include "lull/recorder/files/event_attributes.hpp"

namespace lull::recorder {
namespace {

// The node of processes that are not recorded.
const std::string kUnknownNode = "unknown node";

void write_clock(DefinitionOutput& output) {
  std::uint64_t first = ~std::uint64_t{0};
  std::uint64_t last = 0;
  std::uint64_t date = OTF2_UNDEFINED_TIMESTAMP;
  for (const ProcessPart& part : output.parts()) {
    const auto compared = std::ranges::find_if(
        part.clocks, [](const RecordedClock& clock) { return clock.offset.has_value(); });
    std::int64_t offset = compared == part.clocks.end() ? 0 : *compared->offset;
    const auto shifted = [&offset](std::uint64_t ticks) {
      return ticks + static_cast<std::uint64_t>(offset);
    };
    for (const RecordedClock& clock : part.clocks) {
      offset = clock.offset.value_or(offset);
      const std::uint64_t time = shifted(clock.ticks);
      if (time < first && &clock == &part.clocks.front())
        date = part.began == 0 ? OTF2_UNDEFINED_TIMESTAMP : part.began;
      first = std::min(first, time);
      last = std::max(last, time);
    }
    if (part.last_time != 0 && !part.clocks.empty()) last = std::max(last, shifted(part.last_time));
  }
  if (first > last) first = last;
  expect_written(OTF2_GlobalDefWriter_WriteClockProperties(
      output.writer(), ticks_per_second(output.parts()), first, last - first, date));
}

// Writes the paradigms of all regions.
void write_paradigms(DefinitionOutput& output) {
  struct Named {
    OTF2_Paradigm paradigm;
    const char* name;
    OTF2_ParadigmClass kind;
    const char* communicator;  // name of communicators without one
  };
  constexpr std::array kParadigms{
      Named{OTF2_PARADIGM_USER, "USER", OTF2_PARADIGM_CLASS_PROCESS, nullptr},
      Named{OTF2_PARADIGM_MPI, "MPI", OTF2_PARADIGM_CLASS_PROCESS, "Comm ${id}"},
      Named{OTF2_PARADIGM_OPENMP, "OpenMP", OTF2_PARADIGM_CLASS_THREAD_FORK_JOIN,
            "Thread team ${id}"},
      Named{OTF2_PARADIGM_PTHREAD, "Pthread", OTF2_PARADIGM_CLASS_THREAD_CREATE_WAIT,
            "Pthread contingent ${id}"},
      Named{OTF2_PARADIGM_SHMEM, "OpenSHMEM", OTF2_PARADIGM_CLASS_PROCESS, nullptr}};
  for (const Named& one : kParadigms) {
    const auto is_of = [&](const RecordedRegion& region) {
      return region.paradigm == one.paradigm;
    };
    if (std::ranges::none_of(output.all().regions, is_of)) continue;
    expect_written(OTF2_GlobalDefWriter_WriteParadigm(output.writer(), one.paradigm,
                                                      output.string(one.name), one.kind));
    if (one.communicator == nullptr) continue;
    OTF2_AttributeValue name{};
    name.stringRef = output.string(one.communicator);
    expect_written(OTF2_GlobalDefWriter_WriteParadigmProperty(
        output.writer(), one.paradigm, OTF2_PARADIGM_PROPERTY_COMM_NAME_TEMPLATE, OTF2_TYPE_STRING,
        name));
  }
}

// All attributes of events, if any is used: their numbers must be consecutive.
void write_attributes(DefinitionOutput& output) {
  const auto has_any = [](const RecordedRegion& region) {
    const auto has_it = [&region](const AttributeDefinition& one) {
      return one.used_by(region.name);
    };
    return (region.paradigm == OTF2_PARADIGM_PTHREAD || region.paradigm == OTF2_PARADIGM_SHMEM ||
            region.paradigm == OTF2_PARADIGM_MPI || region.paradigm == OTF2_PARADIGM_OPENMP) &&
           std::ranges::any_of(kEventAttributes, has_it);
  };
  if (std::ranges::none_of(output.all().regions, has_any)) return;
  for (const AttributeDefinition& one : kEventAttributes)
    expect_written(OTF2_GlobalDefWriter_WriteAttribute(
        output.writer(), static_cast<OTF2_AttributeRef>(one.attribute), output.string(one.name),
        output.string(one.description), one.type));
}

std::string thread_name(const ProcessPart& part, std::uint32_t thread) {
  if (thread == 0) return "Master thread";
  const auto named = part.thread_names.find(thread);
  return named == part.thread_names.end() ? fmt::format("Thread {}", thread) : named->second;
}

// Returns the same name as Score-P; a process with several models is named as an MPI process.
std::string process_name(const ProcessPart& part, std::size_t rank) {
  if (!part.rank) return fmt::format("Process {}", rank);
  const bool only_pe = part.is_pe && std::ranges::all_of(part.communicators, [](const auto& one) {
                         return one.id.empty() || one.pes;
                       });
  return (only_pe ? "SHMEM PE" : "MPI Rank") + part.process_name +
         (part.recorded ? "" : " (not recorded)");
}

// Processes with equal properties share one clock.
void write_node(DefinitionOutput& output, OTF2_SystemTreeNodeRef number, const ProcessPart& part) {
  const std::string& name = part.recorded ? part.host : kUnknownNode;
  expect_written(OTF2_GlobalDefWriter_WriteSystemTreeNode(
      output.writer(), number, output.string(name), output.string("node"), 0));
  expect_written(OTF2_GlobalDefWriter_WriteSystemTreeNodeDomain(
      output.writer(), number, OTF2_SYSTEM_TREE_DOMAIN_SHARED_MEMORY));
  const auto add_property = [&](const char* property, const std::string& text) {
    OTF2_AttributeValue value{};
    value.stringRef = output.string(text);
    if (!text.empty())
      expect_written(OTF2_GlobalDefWriter_WriteSystemTreeNodeProperty(
          output.writer(), number, output.string(property), OTF2_TYPE_STRING, value));
  };
  add_property(recording_properties::kBootId, part.boot_id);
  add_property(recording_properties::kTimeNamespace, part.time_namespace);
}

void write_system(DefinitionOutput& output) {
  expect_written(OTF2_GlobalDefWriter_WriteSystemTreeNode(
      output.writer(), 0, output.string("machine"), output.string("machine"),
      OTF2_UNDEFINED_SYSTEM_TREE_NODE));
  expect_written(OTF2_GlobalDefWriter_WriteSystemTreeNodeDomain(output.writer(), 0,
                                                                OTF2_SYSTEM_TREE_DOMAIN_MACHINE));
  std::map<std::array<std::string, 3>, OTF2_SystemTreeNodeRef> nodes;
  for (std::size_t rank = 0; rank < output.parts().size(); ++rank) {
    const ProcessPart& part = output.parts()[rank];
    const auto number = static_cast<OTF2_SystemTreeNodeRef>(nodes.size() + 1);
    const auto [node, fresh] =
        nodes.emplace(std::array{part.host, part.boot_id, part.time_namespace}, number);
    if (fresh) write_node(output, number, part);
    const std::string name = process_name(part, rank);
    const auto group = static_cast<OTF2_LocationGroupRef>(rank);
    expect_written(OTF2_GlobalDefWriter_WriteLocationGroup(
        output.writer(), group, output.string(name), OTF2_LOCATION_GROUP_TYPE_PROCESS, node->second,
        OTF2_UNDEFINED_LOCATION_GROUP));
    for (const auto& [thread, events] : part.events)
      expect_written(OTF2_GlobalDefWriter_WriteLocation(
          output.writer(), location_of(rank, thread), output.string(thread_name(part, thread)),
          OTF2_LOCATION_TYPE_CPU_THREAD, events, group));
  }
}

struct IdMapCloser {
  void operator()(OTF2_IdMap* map) const { OTF2_IdMap_Free(map); }
};

// Writes nothing if no number changes.
void write_mapping(OTF2_DefWriter* writer, OTF2_MappingType type,
                   const std::vector<std::uint64_t>& numbers) {
  bool same = true;
  for (std::size_t i = 0; i < numbers.size(); ++i) same = same && numbers[i] == i;
  if (same) return;
  const std::unique_ptr<OTF2_IdMap, IdMapCloser> map(
      OTF2_IdMap_CreateFromUint64Array(numbers.size(), numbers.data(), false));
  if (!map) throw Error(ExitStatus::System, "not enough memory for a mapping table");
  expect_written(OTF2_DefWriter_WriteMappingTable(writer, type, map.get()));
}

}  // namespace

// Returns ticks per second, from the two readings that are farthest apart.
std::uint64_t ticks_per_second(std::span<const ProcessPart> parts) {
  std::uint64_t longest = 0;
  double ticks_per_nanosecond = 1;
  for (const ProcessPart& part : parts) {
    if (!part.counter || part.clocks.size() < 2) continue;
    const RecordedClock& a = part.clocks.front();
    const RecordedClock& b = part.clocks.back();
    if (b.nanoseconds - a.nanoseconds <= longest || b.nanoseconds <= a.nanoseconds) continue;
    longest = b.nanoseconds - a.nanoseconds;
    ticks_per_nanosecond =
        part.speed.value_or(static_cast<double>(b.ticks - a.ticks) / static_cast<double>(longest));
  }
  return static_cast<std::uint64_t>(ticks_per_nanosecond * 1e9);
}

void write_definitions(OTF2_GlobalDefWriter* writer, std::span<const ProcessPart> parts,
                       const MergedDefinitions& all) {
  DefinitionOutput output(writer, parts, all);
  write_clock(output);
  write_paradigms(output);
  write_attributes(output);
  write_system(output);
  write_regions(output);
  write_communicators(output);
  write_threads(output);
  write_process_grids(output);
  write_process_graphs(output);
  write_measures(output);
  write_windows(output);
  write_files(output);
}

void write_local_definitions(OTF2_DefWriter* writer, const ProcessPart& part,
                             const MergedDefinitions& all, std::size_t rank) {
  write_mapping(writer, OTF2_MAPPING_REGION, all.region_numbers[rank]);
  write_mapping(writer, OTF2_MAPPING_COMM, all.communicator_numbers[rank]);
  write_mapping(writer, OTF2_MAPPING_METRIC, all.measures.metric_numbers[rank]);
  write_mapping(writer, OTF2_MAPPING_PARAMETER, all.measures.parameter_numbers[rank]);
  write_mapping(writer, OTF2_MAPPING_GROUP, all.group_numbers[rank]);
  write_mapping(writer, OTF2_MAPPING_RMA_WIN, all.window_numbers[rank]);
  write_mapping(writer, OTF2_MAPPING_IO_FILE, all.file_numbers[rank]);
  write_mapping(writer, OTF2_MAPPING_IO_HANDLE, all.file_handle_numbers[rank]);
  for (const RecordedClock& clock : part.clocks)
    if (clock.offset)
      expect_written(OTF2_DefWriter_WriteClockOffset(writer, clock.ticks, *clock.offset, 0.0));
}

}  // namespace lull::recorder
