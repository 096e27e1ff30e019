// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/report/cubex/cubex_anchor_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <numeric>
#include <unordered_map>

#include "lull/base/error.hpp"
#include "lull/report/cubex/cubex_anchor_writer.hpp"
#include "lull/report/cubex/cubex_identifiers.hpp"
#include "lull/report/cubex/cubex_system_reader.hpp"
#include "lull/report/cubex/xml_document.hpp"

namespace lull::report {
namespace {

struct DataType {
  std::string_view name;
  ElementType element;
  ValueType type;
};

// The spellings of CubeLib, CubeW and SCOUT. All others (COMPLEX, RATE, TAU_ATOMIC, HISTOGRAM,
// NDOUBLES, …) consist of several numbers.
constexpr DataType kDataTypes[] = {
    {"DOUBLE", ElementType::Double, ValueType::Double},
    {"FLOAT", ElementType::Double, ValueType::Double},
    {"MINDOUBLE", ElementType::Double, ValueType::Minimum},
    {"MAXDOUBLE", ElementType::Double, ValueType::Maximum},
    {"UINT64", ElementType::UInt64, ValueType::Unsigned},
    {"UNSIGNED INTEGER", ElementType::UInt64, ValueType::Unsigned},
    {"INT64", ElementType::Int64, ValueType::Signed},
    {"INTEGER", ElementType::Int64, ValueType::Signed},
    {"SIGNED INTEGER", ElementType::Int64, ValueType::Signed},
    {"UINT32", ElementType::UInt32, ValueType::Unsigned},
    {"UNSIGNED INT", ElementType::UInt32, ValueType::Unsigned},
    {"INT32", ElementType::Int32, ValueType::Signed},
    {"SIGNED INT", ElementType::Int32, ValueType::Signed},
    {"INT", ElementType::Int32, ValueType::Signed},
    {"UINT16", ElementType::UInt16, ValueType::Unsigned},
    {"UNSIGNED SHORT INT", ElementType::UInt16, ValueType::Unsigned},
    {"INT16", ElementType::Int16, ValueType::Signed},
    {"SIGNED SHORT INT", ElementType::Int16, ValueType::Signed},
    {"SHORT INT", ElementType::Int16, ValueType::Signed},
    {"UINT8", ElementType::UInt8, ValueType::Unsigned},
    {"CHAR", ElementType::UInt8, ValueType::Unsigned},
    {"INT8", ElementType::Int8, ValueType::Signed},
};

struct StorageKind {
  std::string_view name;
  RowOrder rows;
  bool inclusive;
};

constexpr StorageKind kStorageKinds[] = {
    {"EXCLUSIVE", RowOrder::DepthFirst, false},
    {"INCLUSIVE", RowOrder::SiblingsFirst, true},
    {"SIMPLE", RowOrder::Definition, false},
};

class AnchorReader {
 public:
  AnchorReader(std::string text, const std::string& source) : xml_(std::move(text), source) {
    if (std::strcmp(xml_.root().name(), "cube") != 0)
      throw input_error("{} is not a CUBE4 report: its root is <{}>", source, xml_.root().name());
  }

  Anchor read() {
    read_attributes();
    read_metrics();
    const Identifiers regions = read_regions();
    read_call_paths(regions);
    read_system(xml_, anchor_.report);
    return std::move(anchor_);
  }

 private:
  void read_attributes();
  void read_metrics();
  StoredMetric read_storage(pugi::xml_node element, Metric& metric);
  Identifiers read_regions();
  void read_call_paths(const Identifiers& regions);

  XmlDocument xml_;
  Anchor anchor_;
};

template <class Entry, std::size_t N>
const Entry* find_named(const Entry (&entries)[N], std::string_view name) {
  const auto found = std::find_if(std::begin(entries), std::end(entries),
                                  [&](const Entry& entry) { return entry.name == name; });
  return found == std::end(entries) ? nullptr : found;
}

void AnchorReader::read_attributes() {
  for (const pugi::xml_node element : xml_.root().children("attr")) {
    const std::string key = element.attribute("key").value();
    const char* value = element.attribute("value").value();
    if (key.starts_with(kNoteAttribute))
      anchor_.report.notes.emplace_back(value);
    else
      anchor_.report.attributes[key] = value;
  }
  for (const pugi::xml_node mirror : xml_.root().child("doc").child("mirrors").children("murl"))
    anchor_.report.mirrors.emplace_back(mirror.text().get());
}

void AnchorReader::read_metrics() {
  std::vector<NestedElement> elements = nested_elements(xml_.root().child("metrics"), {"metric"});
  std::vector<bool> hidden(elements.size());
  std::vector<NestedElement> shown;
  std::vector<std::size_t> place(elements.size());
  for (std::size_t i = 0; i < elements.size(); ++i) {
    const std::size_t parent = elements[i].parent;
    hidden[i] = std::strcmp(elements[i].node.attribute("viztype").value(), "GHOST") == 0 ||
                (parent != NestedElement::npos && hidden[parent]);
    if (hidden[i]) continue;
    place[i] = shown.size();
    shown.push_back({elements[i].node, parent == NestedElement::npos ? parent : place[parent]});
  }
  const Identifiers ids(xml_, shown, "id");
  anchor_.report.metrics.resize(shown.size());
  anchor_.metrics.resize(shown.size());
  for (std::size_t i = 0; i < shown.size(); ++i) {
    const pugi::xml_node element = shown[i].node;
    Metric metric;
    metric.unique_name = element.child("uniq_name").text().get();
    metric.display_name = element.child("disp_name").text().get();
    metric.unit = element.child("uom").text().get();
    metric.description = element.child("descr").text().get();
    metric.url = element.child("url").text().get();
    if (shown[i].parent != NestedElement::npos)
      metric.parent = MetricId(ids.index(shown[i].parent));
    anchor_.metrics[ids.index(i)] = read_storage(element, metric);
    anchor_.report.metrics[ids.index(i)] = std::move(metric);
  }
}

StoredMetric AnchorReader::read_storage(pugi::xml_node element, Metric& metric) {
  const char* kind_name = element.attribute("type").value();
  const std::string type_name = element.child("dtype").text().get();
  const StorageKind* kind = find_named(kStorageKinds, *kind_name ? kind_name : "EXCLUSIVE");
  const DataType* type = find_named(kDataTypes, type_name);
  StoredMetric stored;
  stored.file_id = xml_.number(element, "id");
  if (type != nullptr) metric.type = type->type;
  const auto without_values = [&](std::string_view reason) {
    anchor_.report.notes.push_back(
        fmt::format("metric {} is shown without values: {}", metric.unique_name, reason));
    if (!metric.description.empty()) metric.description += ' ';
    metric.description += fmt::format("(Without values: {}.)", reason);
  };
  if (kind == nullptr) {
    without_values(fmt::format("its type {} is computed when it is displayed", kind_name));
  } else if (type == nullptr) {
    without_values(fmt::format("its data type {} consists of several numbers", type_name));
  } else {
    stored.rows = kind->rows;
    stored.inclusive = kind->inclusive;
    stored.element = type->element;
  }
  return stored;
}

Identifiers AnchorReader::read_regions() {
  std::vector<NestedElement> elements = nested_elements(xml_.root().child("program"), {"region"});
  Identifiers ids(xml_, elements, "id");
  anchor_.report.regions.resize(elements.size());
  for (std::size_t i = 0; i < elements.size(); ++i) {
    const pugi::xml_node element = elements[i].node;
    Region& region = anchor_.report.regions[ids.index(i)];
    region.name = element.child("name").text().get();
    region.mangled_name = element.child("mangled_name").text().get();
    region.paradigm = element.child("paradigm").text().get();
    region.role = element.child("role").text().get();
    region.file = element.attribute("mod").value();
    region.begin_line = parse_integer(element.attribute("begin").value(), -1);
    region.end_line = parse_integer(element.attribute("end").value(), -1);
  }
  return ids;
}

void AnchorReader::read_call_paths(const Identifiers& regions) {
  const auto elements = nested_elements(xml_.root().child("program"), {"cnode"});
  const Identifiers ids(xml_, elements, "id");
  std::vector<CallPath> listed(elements.size());
  anchor_.report.call_paths.resize(elements.size());
  for (std::size_t i = 0; i < elements.size(); ++i) {
    const pugi::xml_node element = elements[i].node;
    CallPath path;
    path.region = RegionId(regions.find(xml_, element, "calleeId"));
    for (const pugi::xml_node parameter : element.children("parameter"))
      path.parameters.emplace_back(parameter.attribute("parkey").value(),
                                   parameter.attribute("parvalue").value());
    if (elements[i].parent != NestedElement::npos) {
      listed[i].parent = CallPathId(elements[i].parent);
      path.parent = CallPathId(ids.index(elements[i].parent));
    }
    anchor_.report.call_paths[ids.index(i)] = std::move(path);
  }
  // Rows are numbered along the tree in file order, which may differ from the order of identifiers.
  for (const RowOrder order : {RowOrder::DepthFirst, RowOrder::SiblingsFirst, RowOrder::Definition})
    for (const CallPathId path : row_order(listed, order))
      anchor_.rows[static_cast<std::size_t>(order)].emplace_back(ids.index(path.index()));
}

}  // namespace

Anchor read_anchor(std::string text, const std::string& source) {
  return AnchorReader(std::move(text), source).read();
}

}  // namespace lull::report
