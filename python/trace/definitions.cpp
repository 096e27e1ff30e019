// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include <pybind11/stl.h>

#include <array>
#include <string>

#include "common/module.hpp"

namespace lull::python {
namespace {

template <class Owner, class Tag>
auto numbers(std::vector<Id<Tag>> Owner::*member) {
  return [member](const Owner& owner) {
    py::list found;
    for (const auto id : owner.*member) found.append(to_python(id));
    return found;
  };
}
template <class Owner, class Named>
auto name(Named Owner::*member) {
  return [member](const Owner& owner) { return name_of(owner.*member); };
}
template <class Owner>
auto properties(Properties Owner::*member) {
  return [member](const Owner& owner) {
    py::dict found;
    for (const auto& [name, value] : owner.*member) found[py::str(name)] = value;
    return found;
  };
}
// Returns one of `names`, in the order of the enumeration.
template <class Owner, class Kind, std::size_t Size>
auto kind(Kind Owner::*member, const std::array<const char*, Size>& names) {
  return [member, names](const Owner& owner) {
    const auto place = static_cast<std::size_t>(owner.*member);
    return place < Size ? names[place] : "unknown";
  };
}
constexpr std::array kProcessKinds{"unknown", "process", "accelerator"};
constexpr std::array kGroupKinds{"unknown",        "locations",  "regions",  "metric",
                                 "comm_locations", "comm_group", "comm_self"};
constexpr std::array kCommunicatorKinds{"intra", "self", "inter"};

// Returns a table as a list of references into it.
template <class Element>
auto table(std::vector<Element> Definitions::*member) {
  return [member](py::object self) {
    py::list found;
    for (const Element& element : self.cast<const Definitions&>().*member)
      found.append(py::cast(element, py::return_value_policy::reference_internal, self));
    return found;
  };
}

void add_system(py::module_& module) {
  py::class_<SystemNode>(module, "SystemNode", "A node of the system tree.")
      .def_readonly("name", &SystemNode::name)
      .def_readonly("kind", &SystemNode::class_name)
      .def_property_readonly("parent", number(&SystemNode::parent))
      .def_property_readonly("properties", properties(&SystemNode::properties));
  py::class_<Process>(module, "Process", "A process: OTF2's location group.")
      .def_readonly("name", &Process::name)
      .def_property_readonly("kind", kind(&Process::type, kProcessKinds))
      .def_property_readonly("node", number(&Process::node))
      .def_property_readonly("properties", properties(&Process::properties))
      .def_property_readonly("locations", numbers(&Process::locations));
  py::class_<Location>(module, "Location", "A thread, or another stream of events.")
      .def_readonly("name", &Location::name)
      .def_readonly("reference", &Location::reference, "The number in the archive.")
      .def_readonly("events", &Location::events, "According to the definition; not always correct.")
      .def_property_readonly("kind", name(&Location::type))
      .def_property_readonly("properties", properties(&Location::properties))
      .def_property_readonly("process", number(&Location::process));
}

void add_code(py::module_& module) {
  py::class_<Region>(module, "Region", "A function, a construct, or a library call.")
      .def_readonly("name", &Region::name)
      .def_readonly("canonical_name", &Region::canonical_name)
      .def_readonly("description", &Region::description)
      .def_readonly("file", &Region::file)
      .def_readonly("line", &Region::begin_line)
      .def_readonly("end_line", &Region::end_line)
      .def_property_readonly("role", name(&Region::role))
      .def_property_readonly("paradigm", name(&Region::paradigm))
      .def("__repr__", [](const Region& region) { return "<lull.Region " + region.name + ">"; });
  py::class_<Callsite>(module, "Callsite", "A place from which one region calls another.")
      .def_readonly("file", &Callsite::file)
      .def_readonly("line", &Callsite::line)
      .def_property_readonly("entered", number(&Callsite::entered))
      .def_property_readonly("left", number(&Callsite::left));
  py::class_<Communicator>(module, "Communicator", "A communicator, or a team of threads.")
      .def_readonly("name", &Communicator::name)
      .def_property_readonly("kind", kind(&Communicator::kind, kCommunicatorKinds),
                             "'intra', 'self' or 'inter'.")
      .def_property_readonly("group", number(&Communicator::group))
      .def_property_readonly("remote_group", number(&Communicator::remote_group))
      .def_property_readonly("parent", number(&Communicator::parent));
  py::class_<Group>(module, "Group")
      .def_readonly("name", &Group::name)
      .def_property_readonly("kind", kind(&Group::type, kGroupKinds))
      .def_property_readonly("paradigm", name(&Group::paradigm))
      .def_property_readonly("locations", numbers(&Group::locations), "By rank.");
  py::class_<Window>(module, "Window", "For one-sided communication.")
      .def_readonly("name", &Window::name)
      .def_property_readonly("communicator", number(&Window::communicator));
  py::class_<Topology::Dimension>(module, "Dimension")
      .def_readonly("name", &Topology::Dimension::name)
      .def_readonly("size", &Topology::Dimension::size)
      .def_readonly("periodic", &Topology::Dimension::periodic);
  py::class_<Topology>(module, "Topology", "A Cartesian grid of processes.")
      .def_readonly("name", &Topology::name)
      .def_property_readonly("communicator", number(&Topology::communicator))
      .def_readonly("dimensions", &Topology::dimensions)
      .def_readonly("coordinates", &Topology::coordinates, "(rank, coordinates) of each process.");
}

std::string kind_of(const MetricMember& member) {
  switch (member.kind) {
    case ValueKind::Signed:
      return "int";
    case ValueKind::Floating:
      return "float";
    default:
      return "unsigned";
  }
}

// OTF2's modes combine the meaning of a value and the time to which it applies.
std::string mode_of(const MetricMember& member) {
  constexpr std::array kValues{"accumulated", "absolute", "relative"};
  constexpr std::array kTimes{"start", "point", "last", "next"};
  const auto mode = static_cast<unsigned>(member.mode);
  if ((mode & 15u) >= kValues.size() || mode >> 4 >= kTimes.size()) return "unknown";
  return std::string(kValues.at(mode & 15u)) + " " + kTimes.at(mode >> 4);
}

std::string occurrence_of(const Metric& metric) {
  constexpr std::array kNames{"synchronous strict", "synchronous", "asynchronous"};
  const auto occurrence = static_cast<std::size_t>(metric.occurrence);
  return occurrence < kNames.size() ? kNames.at(occurrence) : "unknown";
}

void add_metrics(py::module_& module) {
  py::class_<MetricMember>(module, "MetricMember", "A counter.")
      .def_readonly("name", &MetricMember::name)
      .def_readonly("description", &MetricMember::description)
      .def_readonly("unit", &MetricMember::unit)
      .def_property_readonly("kind", kind_of, "'unsigned', 'int' or 'float'.")
      .def_property_readonly(
          "mode", mode_of,
          R"('accumulated', 'absolute' or 'relative', and the time to which a value applies:
since the 'start', at this 'point', since the 'last' or until the 'next' value.)")
      .def_property_readonly(
          "base", [](const MetricMember& member) { return member.decimal ? 10 : 2; },
          "Values have to be multiplied by base ** exponent.")
      .def_readonly("exponent", &MetricMember::exponent);
  py::class_<Metric>(module, "Metric",
                     "Counters that are recorded together, to which METRIC events refer.")
      .def_property_readonly("members", numbers(&Metric::members),
                             "Indices of metric_members, one for each value of an event.")
      .def_property_readonly("occurrence", occurrence_of)
      .def_property_readonly("recorder", number(&Metric::recorder),
                             "The location that recorded it for others, or None.");
}

py::list clock_offsets(const Definitions& definitions) {
  py::list found;
  for (std::size_t i = 0; i < definitions.locations.size(); ++i) {
    py::list offsets;
    if (i < definitions.clock_offsets.size())
      for (const ClockOffset& offset : definitions.clock_offsets[i])
        offsets.append(py::make_tuple(offset.time.ticks, offset.offset, offset.standard_deviation));
    found.append(offsets);
  }
  return found;
}

}  // namespace

void add_definitions(py::module_& module) {
  add_system(module);
  add_code(module);
  add_metrics(module);
  py::class_<Definitions>(module, "Definitions",
                          R"(The definitions of an archive: lists, whose indices are the numbers by
which events and other definitions refer to them.)")
      .def_readonly("writer", &Definitions::writer, "The program that wrote the archive.")
      .def_property_readonly(
          "ticks_per_second", [](const Definitions& d) { return d.clock.ticks_per_second; },
          "The unit of all times.")
      .def_property_readonly(
          "begin", [](const Definitions& d) { return d.clock.global_offset.ticks; },
          "When the trace begins, in ticks: times in reports count from there.")
      .def_property_readonly("properties", properties(&Definitions::archive_properties),
                             "Of the archive.")
      .def_property_readonly("clock_offsets", clock_offsets,
                             R"(For each location, its measured offsets to the common clock, as
(time, offset, standard deviation) in ticks. Unless corrected=False, all other times include them.)")
      .def_property_readonly("system_nodes", table(&Definitions::system_nodes))
      .def_property_readonly("processes", table(&Definitions::processes))
      .def_property_readonly("locations", table(&Definitions::locations))
      .def_property_readonly("regions", table(&Definitions::regions))
      .def_property_readonly("callsites", table(&Definitions::callsites))
      .def_property_readonly("groups", table(&Definitions::groups))
      .def_property_readonly("communicators", table(&Definitions::communicators))
      .def_property_readonly("windows", table(&Definitions::windows))
      .def_property_readonly("topologies", table(&Definitions::topologies))
      .def_property_readonly("metrics", table(&Definitions::metrics))
      .def_property_readonly("metric_members", table(&Definitions::metric_members))
      .def_readonly("strings", &Definitions::strings)
      .def_readonly("parameters", &Definitions::parameters)
      .def(
          "location_of",
          [](const Definitions& definitions, std::uint32_t communicator, std::uint32_t rank,
             std::uint32_t caller) {
            if (communicator >= definitions.communicators.size() ||
                caller >= definitions.locations.size())
              throw py::index_error("there is no such communicator or location");
            return to_python(
                definitions.location_of(CommunicatorId(communicator), rank, LocationId(caller)));
          },
          py::arg("communicator"), py::arg("rank"), py::arg("caller"),
          "The location of a rank, as seen by another location; None if there is none.");
}

}  // namespace lull::python
