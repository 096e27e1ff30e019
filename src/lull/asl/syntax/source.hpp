// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The text of a specification and positions in it. Trees and diagnostics point to a Source, so it
// cannot be moved and must outlive them. After a successful `check_source`, its text is UTF-8 of at
// most 16 MiB; positions work for any text. Thread safe.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace lull::asl {

class Diagnostics;
class Source;

inline constexpr std::size_t kMostSourceBytes = std::size_t{16} << 20U;

// A position in a source, cheap to copy. Built-in declarations have no source.
struct Position {
  const Source* source = nullptr;
  std::uint32_t offset = 0;  // in bytes

  [[nodiscard]] bool defined() const { return source != nullptr; }
  friend bool operator==(const Position&, const Position&) = default;
};

class Source {
 public:
  // `order` is the loading order, by which diagnostics of several files are sorted.
  Source(std::string name, std::string text, std::size_t order = 0);
  Source(const Source&) = delete;
  Source& operator=(const Source&) = delete;

  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] std::string_view text() const { return text_; }
  [[nodiscard]] std::size_t order() const { return order_; }
  [[nodiscard]] Position at(std::size_t offset) const {
    return {this, static_cast<std::uint32_t>(offset)};
  }

  // Lines and columns are numbered from 1. Takes logarithmic time in the number of lines, and
  // linear time in the line's length.
  [[nodiscard]] std::size_t line(std::size_t offset) const;
  [[nodiscard]] std::size_t column(std::size_t offset) const;  // counted in characters
  // Returns the line without its end, which may be "\r\n".
  [[nodiscard]] std::string_view line_text(std::size_t line) const;

 private:
  std::string name_;
  std::string text_;
  std::size_t order_;
  std::vector<std::uint32_t> line_begins_;
};

// Orders positions by the loading order of their files, then by offset; positions without a source
// come first.
[[nodiscard]] bool before(const Position& a, const Position& b);

// Returns "FILE:LINE:COLUMN", not yet printable.
[[nodiscard]] std::string place_text(const Position& position);

// Returns false and adds a diagnostic if the text is too long or not UTF-8.
[[nodiscard]] bool check_source(const Source& source, Diagnostics& diagnostics);

}  // namespace lull::asl
