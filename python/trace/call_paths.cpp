// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "trace/call_paths.hpp"

#include <string>

#include "trace/given_archive.hpp"

namespace lull::python {
namespace {

std::string name_of(const Tree& tree, RegionId region) {
  return region.defined() ? tree.archive->definitions().regions[region.index()].name : "";
}

const CallTree::Node& node_of(const Tree& tree, std::uint32_t node) {
  if (node >= tree.call_tree().size()) throw py::index_error("there is no such call path");
  return tree.call_tree()[CallNodeId(node)];
}

}  // namespace

py::list names_of(const Tree& tree, const std::vector<RegionId>& regions) {
  py::list names;
  for (const RegionId region : regions) names.append(name_of(tree, region));
  return names;
}

void add_call_tree(py::module_& module) {
  py::class_<Tree, std::shared_ptr<Tree>>(module, "CallTree", R"(The call paths of an archive.

Contains those that the archive defines, those that rebuild() finds in its events, and those that
local traces with this tree have encountered. Numbered from 0, parents before their children.)")
      .def(py::init(
               [](const GivenArchive& archive) { return std::make_shared<Tree>(archive.open()); }),
           py::arg("archive"))
      .def("__len__", [](const Tree& tree) { return tree.call_tree().size(); })
      .def_property_readonly(
          "from_archive", [](const Tree& tree) { return tree.paths->paths.has_own_call_tree(); },
          "Whether the archive defines call paths.")
      .def(
          "rebuild",
          [](Tree& tree) {
            GlobalDefinitions found(tree.archive->trace());
            {
              const py::gil_scoped_release others_may_run;
              found.rebuild_call_tree();
            }
            tree.call_tree().absorb(found.call_tree());
          },
          "Adds the call paths of all locations.")
      .def(
          "path",
          [](const Tree& tree, std::uint32_t node) {
            node_of(tree, node);
            return names_of(tree, tree.call_tree().path(CallNodeId(node)));
          },
          py::arg("callpath"), "The names of its regions, the outermost first.")
      .def(
          "parent",
          [](const Tree& tree, std::uint32_t node) {
            return to_python(node_of(tree, node).parent);
          },
          py::arg("callpath"))
      .def(
          "region",
          [](const Tree& tree, std::uint32_t node) {
            return to_python(node_of(tree, node).region);
          },
          py::arg("callpath"));
}

}  // namespace lull::python
