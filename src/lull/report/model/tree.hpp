// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The children of each node of a table whose nodes refer to their parent: metrics, call paths,
// system nodes. Children and roots keep the order of the table. Walks do not recurse, as a tree in
// a file can be deeper than the stack.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace lull::report {

class Tree {
 public:
  template <class Node>
  explicit Tree(const std::vector<Node>& nodes) : children_(nodes.size()) {
    for (std::size_t i = 0; i < nodes.size(); ++i)
      (nodes[i].parent.defined() ? children_[nodes[i].parent.index()] : roots_).push_back(i);
  }

  [[nodiscard]] const std::vector<std::size_t>& roots() const { return roots_; }
  [[nodiscard]] const std::vector<std::size_t>& children(std::size_t node) const {
    return children_[node];
  }

  // Visits the tree depth first: calls enter(node) before a node's descendants, and leave(node)
  // after them.
  template <class Enter, class Leave>
  void walk(Enter enter, Leave leave) const {
    std::vector<std::pair<std::size_t, std::size_t>> open;  // (node, next child)
    for (const std::size_t root : roots_) {
      enter(root);
      open.emplace_back(root, 0);
      while (!open.empty()) {
        const std::size_t node = open.back().first;
        if (open.back().second == children_[node].size()) {
          leave(node);
          open.pop_back();
          continue;
        }
        const std::size_t child = children_[node][open.back().second++];
        enter(child);
        open.emplace_back(child, 0);
      }
    }
  }
  template <class Enter>
  void walk(Enter enter) const {
    walk(enter, [](std::size_t) {});
  }

 private:
  std::vector<std::vector<std::size_t>> children_;
  std::vector<std::size_t> roots_;
};

}  // namespace lull::report
