// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/report/cubex/cubex_anchor_writer.hpp"

#include <fmt/format.h>

#include <cassert>
#include <iterator>

#include "lull/report/cubex/xml_text.hpp"
#include "lull/report/model/tree.hpp"

namespace lull::report {
namespace {

class AnchorWriter {
 public:
  explicit AnchorWriter(const Report& report) : report_(report) {}

  std::string write() {
    text_ = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\n<cube version=\"4.4\">\n";
    write_attributes();
    write_metrics();
    write_program();
    write_system();
    text_ += "</cube>\n";
    return std::move(text_);
  }

 private:
  template <class... Args>
  void line(fmt::format_string<Args...> format, Args&&... args) {
    fmt::format_to(std::back_inserter(text_), format, std::forward<Args>(args)...);
    text_ += '\n';
  }

  void element(std::string_view name, std::string_view content) {
    line("<{0}>{1}</{0}>", name, xml_element_text(content));
  }

  void attribute(std::string_view key, std::string_view value) {
    line("<attr key=\"{}\" value=\"{}\"/>", xml_attribute_text(key), xml_attribute_text(value));
  }

  void write_attributes();
  void write_metrics();
  void write_metric(std::size_t id);
  void write_program();
  void write_region(std::size_t id);
  void write_call_path(std::size_t id);
  void write_system();
  void write_process(std::size_t id, const std::vector<std::size_t>& locations);
  void write_topologies();

  const Report& report_;
  std::string text_;
};

std::string_view type_name(ValueType type) {
  switch (type) {
    case ValueType::Double:
      return "DOUBLE";
    case ValueType::Unsigned:
      return "UINT64";
    case ValueType::Signed:
      return "INT64";
    case ValueType::Minimum:
      return "MINDOUBLE";
    case ValueType::Maximum:
      return "MAXDOUBLE";
  }
  return "DOUBLE";
}

bool is_number(const std::string& text) {
  return !text.empty() && text.size() < 16 && text.find_first_not_of("0123456789") == text.npos;
}

// Returns, indexed by owner, the indices of the things that it owns.
template <class Thing, class Owner>
std::vector<std::vector<std::size_t>> members_by_owner(const std::vector<Thing>& things,
                                                       Owner Thing::*owner, std::size_t owners) {
  std::vector<std::vector<std::size_t>> groups(owners);
  for (std::size_t i = 0; i < things.size(); ++i) {
    assert((things[i].*owner).index() < owners);
    groups[(things[i].*owner).index()].push_back(i);
  }
  return groups;
}

void AnchorWriter::write_attributes() {
  for (const auto& [key, value] : report_.attributes) attribute(key, value);
  for (std::size_t i = 0; i < report_.notes.size(); ++i)
    attribute(fmt::format("{}{:06}", kNoteAttribute, i), report_.notes[i]);
  line("<doc>\n<mirrors>");
  for (const std::string& mirror : report_.mirrors) element("murl", mirror);
  line("</mirrors>\n</doc>");
}

void AnchorWriter::write_metrics() {
  line("<metrics>");
  Tree(report_.metrics)
      .walk([&](std::size_t id) { write_metric(id); }, [&](std::size_t) { line("</metric>"); });
  line("</metrics>");
}

void AnchorWriter::write_metric(std::size_t id) {
  const Metric& metric = report_.metrics[id];
  line("<metric id=\"{}\" type=\"EXCLUSIVE\">", id);
  element("disp_name", metric.display_name);
  element("uniq_name", metric.unique_name);
  element("dtype", type_name(metric.type));
  element("uom", metric.unit);
  element("url", metric.url);
  element("descr", metric.description);
}

void AnchorWriter::write_program() {
  line("<program>");
  for (std::size_t id = 0; id < report_.regions.size(); ++id) write_region(id);
  Tree(report_.call_paths)
      .walk([&](std::size_t id) { write_call_path(id); }, [&](std::size_t) { line("</cnode>"); });
  line("</program>");
}

void AnchorWriter::write_region(std::size_t id) {
  const Region& region = report_.regions[id];
  line("<region id=\"{}\" mod=\"{}\" begin=\"{}\" end=\"{}\">", id, xml_attribute_text(region.file),
       region.begin_line, region.end_line);
  element("name", region.name);
  element("mangled_name", region.mangled_name);
  element("paradigm", region.paradigm);
  element("role", region.role);
  line("<url></url>\n<descr></descr>\n</region>");
}

void AnchorWriter::write_call_path(std::size_t id) {
  const CallPath& path = report_.call_paths[id];
  assert(path.region.index() < report_.regions.size());
  line("<cnode id=\"{}\" calleeId=\"{}\">", id, path.region.index());
  for (const auto& [key, value] : path.parameters)
    line("<parameter partype=\"{}\" parkey=\"{}\" parvalue=\"{}\"/>",
         is_number(value) ? "numeric" : "string", xml_attribute_text(key),
         xml_attribute_text(value));
}

void AnchorWriter::write_system() {
  const auto processes =
      members_by_owner(report_.processes, &Process::node, report_.system_nodes.size());
  const auto locations =
      members_by_owner(report_.locations, &Location::process, report_.processes.size());
  const auto enter = [&](std::size_t id) {
    line("<systemtreenode Id=\"{}\">", id);
    element("name", report_.system_nodes[id].name);
    element("class", report_.system_nodes[id].kind);
    for (const std::size_t process : processes[id]) write_process(process, locations[process]);
  };
  const auto leave = [&](std::size_t) { line("</systemtreenode>"); };
  line("<system>");
  Tree(report_.system_nodes).walk(enter, leave);
  write_topologies();
  line("</system>");
}

void AnchorWriter::write_process(std::size_t id, const std::vector<std::size_t>& locations) {
  const Process& process = report_.processes[id];
  line("<locationgroup Id=\"{}\">", id);
  element("name", process.name);
  line("<rank>{}</rank>", process.rank);
  element("type", process.kind.empty() ? "process" : process.kind);
  for (const std::size_t index : locations) {
    const Location& location = report_.locations[index];
    line("<location Id=\"{}\">", index);
    element("name", location.name);
    line("<rank>{}</rank>", location.rank);
    element("type", location.kind.empty() ? "thread" : location.kind);
    line("</location>");
  }
  line("</locationgroup>");
}

void AnchorWriter::write_topologies() {
  line("<topologies>");
  for (const CartesianTopology& topology : report_.topologies) {
    line("<cart name=\"{}\" ndims=\"{}\">", xml_attribute_text(topology.name),
         topology.dimensions.size());
    for (const auto& dimension : topology.dimensions)
      line("<dim name=\"{}\" size=\"{}\" periodic=\"{}\"/>", xml_attribute_text(dimension.name),
           dimension.size, dimension.periodic);
    for (const auto& [location, coordinates] : topology.coordinates)
      line("<coord locId=\"{}\">{}</coord>", location.index(), fmt::join(coordinates, " "));
    line("</cart>");
  }
  line("</topologies>");
}

}  // namespace

std::string cubex_anchor(const Report& report) { return AnchorWriter(report).write(); }

}  // namespace lull::report
