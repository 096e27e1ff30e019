// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/report/show/tree_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "lull/base/text/printable.hpp"
#include "lull/report/model/value_text.hpp"

namespace lull::report {
namespace {

// Deeper branches are drawn as a number; otherwise a chain of a thousand calls would not fit.
constexpr std::size_t kDeepestDrawn = 24;
constexpr std::size_t kLeastTreeWidth = 20;
constexpr std::string_view kGap = "  ";

constexpr std::string_view kFaint = "\033[2m";
constexpr std::string_view kBold = "\033[1m";
constexpr std::string_view kPlain = "\033[0m";

// Returns a colour from grey to red as the share of the whole grows; blue for negative values.
std::string_view heat(double share) {
  if (share < 0) return "\033[38;5;39m";
  if (share < 0.01) return "\033[38;5;245m";
  if (share < 0.05) return {};
  if (share < 0.2) return "\033[38;5;178m";
  if (share < 0.5) return "\033[38;5;208m";
  return "\033[38;5;196m";
}

std::string painted(const std::string& text, std::string_view colour, bool enabled) {
  if (!enabled || colour.empty() || text.empty()) return text;
  return fmt::format("{}{}{}", colour, text, kPlain);
}

std::string aligned(const std::string& text, std::size_t width, bool left) {
  const std::string space(width - std::min(width, text_width(text)), ' ');
  return left ? text + space : space + text;
}

}  // namespace

void TreeTable::add(TreeRow row) {
  for (std::string& cell : row.cells) cell = printable(cell);
  row.label = printable(row.label);
  row.detail = printable(row.detail);
  rows_.push_back(std::move(row));
}

// Goes from the last row up, since a branch continues only if a later row needs it.
std::vector<std::string> TreeTable::branches() const {
  std::vector<std::string> drawn(rows_.size());
  std::vector<bool> goes_on;
  for (std::size_t i = rows_.size(); i-- > 0;) {
    const std::size_t depth = rows_[i].depth;
    goes_on.resize(depth + 1);
    if (depth > kDeepestDrawn) {
      drawn[i] = fmt::format("⋮{} ", depth);
    } else {
      for (std::size_t level = 1; level < depth; ++level) drawn[i] += goes_on[level] ? "│ " : "  ";
      if (depth > 0) drawn[i] += goes_on[depth] ? "├ " : "└ ";
    }
    goes_on[depth] = true;
  }
  return drawn;
}

std::vector<std::size_t> TreeTable::widths() const {
  std::vector<std::size_t> widths;
  for (const Column& column : columns_) widths.push_back(text_width(column.heading));
  for (const TreeRow& row : rows_)
    for (std::size_t i = 0; i < row.cells.size(); ++i)
      widths[i] = std::max(widths[i], text_width(row.cells[i]));
  return widths;
}

bool TreeTable::gap_above(std::size_t row) const {
  const auto alone = [&](std::size_t r) {
    return rows_[r].depth == 0 && (r + 1 == rows_.size() || rows_[r + 1].depth == 0);
  };
  return row > 0 && rows_[row].gap && !(alone(row - 1) && alone(row));
}

std::string TreeTable::cells_text(const std::vector<std::string>& cells,
                                  const std::vector<std::size_t>& width) const {
  std::string text;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    text += aligned(i < cells.size() ? cells[i] : std::string(), width[i], columns_[i].left);
    text += kGap;
  }
  return text;
}

std::string TreeTable::text(const TableStyle& style) const {
  const std::vector<std::string> drawn = branches();
  const std::vector<std::size_t> width = widths();
  std::vector<std::string> headings;
  for (const Column& column : columns_) headings.push_back(column.heading);
  const std::string heading = cells_text(headings, width);
  const std::size_t used = text_width(heading);
  const std::size_t room =
      style.width > used + kLeastTreeWidth ? style.width - used : kLeastTreeWidth;
  std::string text = painted(heading + tree_heading_, kBold, style.colour) + '\n';
  for (std::size_t r = 0; r < rows_.size(); ++r) {
    const TreeRow& row = rows_[r];
    const std::string label = drawn[r] + (row.collapsed ? "▸ " : "") + row.label;
    if (gap_above(r)) text += '\n';
    text += painted(cells_text(row.cells, width), heat(row.share), style.colour);
    text += shortened(label, room);
    if (!row.detail.empty() && text_width(label) + kGap.size() + text_width(row.detail) <= room)
      text += std::string(kGap) + painted(row.detail, kFaint, style.colour);
    text += '\n';
  }
  return text;
}

}  // namespace lull::report
