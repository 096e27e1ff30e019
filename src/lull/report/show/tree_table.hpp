// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// A terminal table whose last column is a tree: aligned cells, then the branches and names of the
// nodes. Rows come in pre-order with their depths. Colour indicates a row's share of the whole.
#pragma once

#include <string>
#include <vector>

namespace lull::report {

struct TableStyle {
  std::size_t width = 100;  // terminal columns; names are shortened to fit
  bool colour = false;      // ANSI escape sequences
};

struct TreeRow {
  std::size_t depth = 0;
  std::vector<std::string> cells;
  std::string label;
  std::string detail;      // shown fainter, after the label
  double share = 0;        // share of the whole, for the colour; may be negative
  bool gap = false;        // shows an empty line above, unless both neighbours are single roots
  bool collapsed = false;  // has descendants that are not shown
};

class TreeTable {
 public:
  struct Column {
    std::string heading;
    bool left = false;  // left-aligned
  };

  TreeTable(std::vector<Column> columns, std::string tree_heading)
      : columns_(std::move(columns)), tree_heading_(std::move(tree_heading)) {}

  // Makes texts printable, since they may come from untrusted files.
  void add(TreeRow row);
  [[nodiscard]] bool empty() const { return rows_.empty(); }
  [[nodiscard]] std::string text(const TableStyle& style) const;

 private:
  [[nodiscard]] std::vector<std::string> branches() const;
  [[nodiscard]] std::vector<std::size_t> widths() const;
  [[nodiscard]] bool gap_above(std::size_t row) const;
  [[nodiscard]] std::string cells_text(const std::vector<std::string>& cells,
                                       const std::vector<std::size_t>& width) const;

  std::vector<Column> columns_;
  std::string tree_heading_;
  std::vector<TreeRow> rows_;
};

}  // namespace lull::report
