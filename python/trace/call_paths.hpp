// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Call paths by number: the ones in an archive's columns, or the ones that local traces share.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "common/module.hpp"

namespace lull::python {

struct Tree {
  // Creates a tree with a numbering of its own.
  explicit Tree(std::shared_ptr<Archive> of)
      : archive(std::move(of)), paths(std::make_shared<Archive::CallPaths>(archive->trace())) {}
  Tree(std::shared_ptr<Archive> of, std::shared_ptr<Archive::CallPaths> shared)
      : archive(std::move(of)), paths(std::move(shared)) {}
  [[nodiscard]] CallTree& call_tree() const { return paths->paths.call_tree(); }

  std::shared_ptr<Archive> archive;
  std::shared_ptr<Archive::CallPaths> paths;
};

// Returns the regions' names.
[[nodiscard]] py::list names_of(const Tree& tree, const std::vector<RegionId>& regions);

}  // namespace lull::python
