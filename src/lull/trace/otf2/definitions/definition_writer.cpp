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
#include "lull/trace/otf2/definitions/record_writer.hpp"
#include "lull/trace/otf2/library/library.hpp"
#include "lull/trace/otf2/records/attribute_value.hpp"

namespace lull::otf2 {
namespace {

void check(OTF2_ErrorCode code, const char* kind) {
  if (code != OTF2_SUCCESS)
    throw Error(ExitStatus::System, fmt::format("The definition of a {} cannot be written: {}",
                                                kind, take_library_error(code)));
}

class Writer {
 public:
  Writer(OTF2_GlobalDefWriter* writer, const Definitions& definitions)
      : writer_(writer), d_(definitions) {
    for (const DefinitionRecord& record : d_.details.records)
      if (const std::string* const name = property_name(record))
        typed_.emplace(record.kind, record.numbers[0], *name);
  }

  void write(const ClockProperties& clock, std::span<const std::uint64_t> events);

 private:
  [[nodiscard]] std::uint64_t realtime_at(Timestamp begin) const;
  OTF2_StringRef text(const std::string& string);
  void paradigms();
  void system();
  void locations(std::span<const std::uint64_t> events);
  void regions();
  void groups();
  void communicators();
  void metrics();
  void metric_instance(std::size_t index);
  void calls();
  void input_output();
  void topologies();
  void properties();
  void records(bool of_paradigms);
  [[nodiscard]] const std::string* property_name(const DefinitionRecord& record) const;
  [[nodiscard]] bool is_text(DefinitionRecord::Kind kind, std::size_t owner,
                             const std::string& name) const {
    return !typed_.contains({kind, owner, name});
  }

  OTF2_GlobalDefWriter* writer_;
  const Definitions& d_;
  std::unordered_map<std::string, OTF2_StringRef> strings_;
  OTF2_StringRef next_string_ = 0;
  // Properties that are not strings: kept as records, and as strings in Definitions, too.
  std::set<std::tuple<DefinitionRecord::Kind, std::uint64_t, std::string>> typed_;
};

void Writer::write(const ClockProperties& clock, std::span<const std::uint64_t> events) {
  check(OTF2_GlobalDefWriter_WriteClockProperties(
            writer_, clock.ticks_per_second, clock.global_offset.ticks + clock.origin,
            clock.trace_length, realtime_at(clock.global_offset)),
        "clock");
  for (const std::string& string : d_.strings) {  // events refer to them by index
    check(OTF2_GlobalDefWriter_WriteString(writer_, next_string_, string.c_str()), "string");
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
std::uint64_t Writer::realtime_at(Timestamp begin) const {
  const std::uint64_t known = d_.details.realtime;
  if (known == OTF2_UNDEFINED_TIMESTAMP || begin == d_.clock.global_offset) return known;
  constexpr double kNanoseconds = 1e9;
  const double later = d_.seconds(begin - d_.clock.global_offset) * kNanoseconds;
  return known + static_cast<std::uint64_t>(static_cast<std::int64_t>(later));
}

OTF2_StringRef Writer::text(const std::string& string) {
  const auto [entry, fresh] = strings_.emplace(string, next_string_);
  if (fresh) {
    check(OTF2_GlobalDefWriter_WriteString(writer_, next_string_, string.c_str()), "string");
    ++next_string_;
  }
  return entry->second;
}

// Returns the details of a row, if there are any.
template <class Detail>
Detail at(const std::vector<Detail>& details, std::size_t row, Detail otherwise = {}) {
  return row < details.size() ? details[row] : otherwise;
}

// Writes the paradigms in use, with OTF2's names and classes where the trace has none.
void Writer::paradigms() {
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
      check(OTF2_GlobalDefWriter_WriteParadigm(writer_, static_cast<OTF2_Paradigm>(known.paradigm),
                                               text(known.name), known.kind),
            "paradigm");
  records(true);
}

void Writer::system() {
  for (std::size_t i = 0; i < d_.system_nodes.size(); ++i) {
    const SystemNode& node = d_.system_nodes[i];
    const OTF2_StringRef name = text(node.name);
    check(OTF2_GlobalDefWriter_WriteSystemTreeNode(writer_, static_cast<uint32_t>(i), name,
                                                   text(node.class_name), node.parent.value),
          "system tree node");
  }
  for (std::size_t i = 0; i < d_.processes.size(); ++i) {
    const Process& process = d_.processes[i];
    check(OTF2_GlobalDefWriter_WriteLocationGroup(
              writer_, static_cast<uint32_t>(i), text(process.name),
              static_cast<OTF2_LocationGroupType>(process.type), process.node.value,
              at(d_.details.creators, i).value),
          "process");
  }
}

void Writer::locations(std::span<const std::uint64_t> events) {
  for (std::size_t i = 0; i < d_.locations.size(); ++i) {
    const Location& location = d_.locations[i];
    check(OTF2_GlobalDefWriter_WriteLocation(writer_, location.reference, text(location.name),
                                             static_cast<OTF2_LocationType>(location.type),
                                             events[i], location.process.value),
          "location");
  }
}

void Writer::regions() {
  for (std::size_t i = 0; i < d_.regions.size(); ++i) {
    const Region& region = d_.regions[i];
    const OTF2_StringRef name = text(region.name);
    const OTF2_StringRef canonical = text(region.canonical_name);
    const OTF2_StringRef description = text(region.description);
    const OTF2_StringRef file = region.file.empty() ? OTF2_UNDEFINED_STRING : text(region.file);
    check(OTF2_GlobalDefWriter_WriteRegion(writer_, static_cast<uint32_t>(i), name, canonical,
                                           description, static_cast<OTF2_RegionRole>(region.role),
                                           static_cast<OTF2_Paradigm>(region.paradigm),
                                           region.flags, file, region.begin_line, region.end_line),
          "region");
  }
}

void Writer::groups() {
  for (std::size_t i = 0; i < d_.groups.size(); ++i) {
    const Group& group = d_.groups[i];
    check(OTF2_GlobalDefWriter_WriteGroup(
              writer_, static_cast<uint32_t>(i), text(group.name),
              static_cast<OTF2_GroupType>(group.type), static_cast<OTF2_Paradigm>(group.paradigm),
              at(d_.details.group_flags, i), static_cast<uint32_t>(group.members.size()),
              group.members.data()),
          "group");
  }
}

void Writer::communicators() {
  for (std::size_t i = 0; i < d_.communicators.size(); ++i) {
    const Communicator& comm = d_.communicators[i];
    const auto self = static_cast<OTF2_CommRef>(i);
    const OTF2_StringRef name = text(comm.name);
    const OTF2_CommFlag flags = at(d_.details.communicator_flags, i);
    check(
        comm.kind == CommunicatorKind::Inter
            ? OTF2_GlobalDefWriter_WriteInterComm(writer_, self, name, comm.group.value,
                                                  comm.remote_group.value, comm.parent.value, flags)
            : OTF2_GlobalDefWriter_WriteComm(writer_, self, name, comm.group.value,
                                             comm.parent.value, flags),
        "communicator");
  }
  for (std::size_t i = 0; i < d_.windows.size(); ++i)
    check(OTF2_GlobalDefWriter_WriteRmaWin(
              writer_, static_cast<uint32_t>(i), text(d_.windows[i].name),
              d_.windows[i].communicator.value, at(d_.details.window_flags, i)),
          "window");
}

OTF2_Type type_of(ValueKind kind) {
  if (kind == ValueKind::Floating) return OTF2_TYPE_DOUBLE;
  return kind == ValueKind::Signed ? OTF2_TYPE_INT64 : OTF2_TYPE_UINT64;
}

void Writer::metrics() {
  for (std::size_t i = 0; i < d_.metric_members.size(); ++i) {
    const MetricMember& member = d_.metric_members[i];
    const OTF2_StringRef name = text(member.name);
    const OTF2_StringRef description = text(member.description);
    check(OTF2_GlobalDefWriter_WriteMetricMember(
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
    check(OTF2_GlobalDefWriter_WriteMetricClass(
              writer_, static_cast<uint32_t>(i), static_cast<uint8_t>(members.size()),
              members.data(), static_cast<OTF2_MetricOccurrence>(metric.occurrence),
              at(d_.details.metrics, i).recorder_kind),
          "metric class");
  }
  for (std::size_t i = 0; i < d_.parameters.size(); ++i)
    check(OTF2_GlobalDefWriter_WriteParameter(
              writer_, static_cast<uint32_t>(i), text(d_.parameters[i]),
              at<std::uint8_t>(d_.details.parameter_types, i, OTF2_PARAMETER_TYPE_INT64)),
          "parameter");
}

// If the class of an instance is unknown, the one with the same members is used.
void Writer::metric_instance(std::size_t index) {
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
  check(OTF2_GlobalDefWriter_WriteMetricInstance(
            writer_, static_cast<uint32_t>(index), metric_class, recorder, details.scope,
            details.metric_class.defined() ? details.scope_reference : recorder),
        "metric instance");
}

// Deprecated, but existing ones are kept.
OTF2_ErrorCode write_callsite(OTF2_GlobalDefWriter* writer, std::uint32_t self, OTF2_StringRef file,
                              const Callsite& callsite) {
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
  return OTF2_GlobalDefWriter_WriteCallsite(writer, self, file, callsite.line,
                                            callsite.entered.value, callsite.left.value);
#pragma GCC diagnostic pop
}

void Writer::calls() {
  for (std::size_t i = 0; i < d_.callpaths.size(); ++i)
    check(OTF2_GlobalDefWriter_WriteCallpath(writer_, static_cast<uint32_t>(i),
                                             d_.callpaths[i].parent.value,
                                             d_.callpaths[i].region.value),
          "call path");
  for (std::size_t i = 0; i < d_.source_locations.size(); ++i)
    check(OTF2_GlobalDefWriter_WriteSourceCodeLocation(writer_, static_cast<uint32_t>(i),
                                                       text(d_.source_locations[i].file),
                                                       d_.source_locations[i].line),
          "source code location");
  for (std::size_t i = 0; i < d_.calling_contexts.size(); ++i) {
    const CallingContext& context = d_.calling_contexts[i];
    check(OTF2_GlobalDefWriter_WriteCallingContext(writer_, static_cast<uint32_t>(i),
                                                   context.region.value, context.source.value,
                                                   context.parent.value),
          "calling context");
  }
  for (std::size_t i = 0; i < d_.interrupt_generators.size(); ++i) {
    const InterruptGeneratorDetails details = at(d_.details.interrupt_generators, i);
    check(OTF2_GlobalDefWriter_WriteInterruptGenerator(
              writer_, static_cast<uint32_t>(i), text(d_.interrupt_generators[i].name),
              details.mode, details.base, details.exponent, d_.interrupt_generators[i].period),
          "interrupt generator");
  }
  for (std::size_t i = 0; i < d_.callsites.size(); ++i)
    check(write_callsite(writer_, static_cast<uint32_t>(i), text(d_.callsites[i].file),
                         d_.callsites[i]),
          "call site");
}

void Writer::input_output() {
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
    check(OTF2_GlobalDefWriter_WriteIoParadigm(writer_, static_cast<OTF2_IoParadigmRef>(i), name,
                                               text(details.name), details.io_class, details.flags,
                                               static_cast<uint8_t>(kinds.size()), kinds.data(),
                                               types.data(), values.data()),
          "I/O paradigm");
  }
  for (std::size_t i = 0; i < d_.io_files.size(); ++i) {
    const IoFileDetails details = at(d_.details.io_files, i);
    const auto write = details.directory ? OTF2_GlobalDefWriter_WriteIoDirectory
                                         : OTF2_GlobalDefWriter_WriteIoRegularFile;
    check(write(writer_, static_cast<uint32_t>(i), text(d_.io_files[i]), details.node.value),
          "I/O file");
  }
  const IoParadigmId first_paradigm = d_.io_paradigms.empty() ? IoParadigmId() : IoParadigmId(0);
  for (std::size_t i = 0; i < d_.io_handles.size(); ++i) {
    const IoHandleDetails details = at(d_.details.io_handles, i, {{}, first_paradigm, 0, {}, {}});
    check(OTF2_GlobalDefWriter_WriteIoHandle(
              writer_, static_cast<uint32_t>(i), text(d_.io_handles[i]), details.file.value,
              details.paradigm.defined() ? static_cast<OTF2_IoParadigmRef>(details.paradigm.value)
                                         : OTF2_UNDEFINED_IO_PARADIGM,
              details.flags, details.communicator.value, details.parent.value),
          "I/O handle");
  }
}

void Writer::topologies() {
  OTF2_CartDimensionRef next = 0;
  for (std::size_t i = 0; i < d_.topologies.size(); ++i) {
    const Topology& topology = d_.topologies[i];
    std::vector<OTF2_CartDimensionRef> dimensions;
    for (const Topology::Dimension& dimension : topology.dimensions) {
      check(OTF2_GlobalDefWriter_WriteCartDimension(
                writer_, next, text(dimension.name), dimension.size,
                dimension.periodic ? OTF2_CART_PERIODIC_TRUE : OTF2_CART_PERIODIC_FALSE),
            "Cartesian dimension");
      dimensions.push_back(next++);
    }
    check(OTF2_GlobalDefWriter_WriteCartTopology(
              writer_, static_cast<uint32_t>(i), text(topology.name), topology.communicator.value,
              static_cast<uint8_t>(dimensions.size()), dimensions.data()),
          "Cartesian topology");
    for (const auto& [rank, coordinates] : topology.coordinates)
      check(OTF2_GlobalDefWriter_WriteCartCoordinate(writer_, static_cast<uint32_t>(i), rank,
                                                     static_cast<uint8_t>(coordinates.size()),
                                                     coordinates.data()),
            "Cartesian coordinate");
  }
}

void Writer::properties() {
  const auto value = [this](const std::string& string) {
    OTF2_AttributeValue result;
    result.stringRef = text(string);
    return result;
  };
  using Kind = DefinitionRecord::Kind;
  for (std::size_t i = 0; i < d_.system_nodes.size(); ++i)
    for (const auto& [name, string] : d_.system_nodes[i].properties)
      if (is_text(Kind::NodeProperty, i, name))
        check(OTF2_GlobalDefWriter_WriteSystemTreeNodeProperty(
                  writer_, static_cast<uint32_t>(i), text(name), OTF2_TYPE_STRING, value(string)),
              "property");
  for (std::size_t i = 0; i < d_.processes.size(); ++i)
    for (const auto& [name, string] : d_.processes[i].properties)
      if (is_text(Kind::ProcessProperty, i, name))
        check(OTF2_GlobalDefWriter_WriteLocationGroupProperty(
                  writer_, static_cast<uint32_t>(i), text(name), OTF2_TYPE_STRING, value(string)),
              "property");
  for (std::size_t i = 0; i < d_.locations.size(); ++i)
    for (const auto& [name, string] : d_.locations[i].properties)
      if (is_text(Kind::LocationProperty, i, name))
        check(OTF2_GlobalDefWriter_WriteLocationProperty(
                  writer_, d_.locations[i].reference, text(name), OTF2_TYPE_STRING, value(string)),
              "property");
  for (std::size_t i = 0; i < d_.attributes.size(); ++i) {
    const AttributeDetails details = at(d_.details.attributes, i, {{}, OTF2_TYPE_UINT64});
    check(OTF2_GlobalDefWriter_WriteAttribute(writer_, static_cast<uint32_t>(i),
                                              text(d_.attributes[i]), text(details.description),
                                              details.type),
          "attribute");
  }
}

const std::string* Writer::property_name(const DefinitionRecord& record) const {
  using Kind = DefinitionRecord::Kind;
  const bool is_one = record.kind == Kind::NodeProperty || record.kind == Kind::ProcessProperty ||
                      record.kind == Kind::LocationProperty;
  return is_one ? &d_.strings[record.numbers[1]] : nullptr;
}

// Writes the records of paradigms, which come first, or all others.
void Writer::records(bool of_paradigms) {
  using Kind = DefinitionRecord::Kind;
  for (const DefinitionRecord& record : d_.details.records)
    if ((record.kind == Kind::Paradigm || record.kind == Kind::ParadigmProperty) == of_paradigms)
      check(write_record(writer_, d_, record), "definition");
}

}  // namespace

void write_global_definitions(OTF2_GlobalDefWriter* writer, const Definitions& definitions,
                              const ClockProperties& clock, std::span<const std::uint64_t> events) {
  Writer(writer, definitions).write(clock, events);
}

void write_local_definitions(OTF2_DefWriter* writer, std::span<const ClockOffset> offsets,
                             std::uint64_t origin) {
  for (const ClockOffset& offset : offsets)
    check(OTF2_DefWriter_WriteClockOffset(writer, offset.time.ticks + origin, offset.offset,
                                          offset.standard_deviation),
          "clock offset");
}

}  // namespace lull::otf2
