// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The text of a specification, and places in it. A Source stays where it is: trees and diagnostics
// point into it, so it has to outlive them. Its text is UTF-8 of at most 16 MiB once
// `check_source` has found nothing; places of any text can be asked for. Thread safe.
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

// A place in a source, cheap to copy. Without a source: nowhere, as in what Lull itself declares.
struct Position {
  const Source* source = nullptr;
  std::uint32_t offset = 0;  // bytes

  [[nodiscard]] bool defined() const { return source != nullptr; }
  friend bool operator==(const Position&, const Position&) = default;
};

class Source {
 public:
  // `order`: diagnostics of several files come in this order, that of loading.
  Source(std::string name, std::string text, std::size_t order = 0);
  Source(const Source&) = delete;
  Source& operator=(const Source&) = delete;

  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] std::string_view text() const { return text_; }
  [[nodiscard]] std::size_t order() const { return order_; }
  [[nodiscard]] Position at(std::size_t offset) const {
    return {this, static_cast<std::uint32_t>(offset)};
  }

  // Both from 1. Takes logarithmic time in lines, linear time in the line's length.
  [[nodiscard]] std::size_t line(std::size_t offset) const;
  [[nodiscard]] std::size_t column(std::size_t offset) const;  // in characters
  // Without its end; "\r\n" ends a line, too.
  [[nodiscard]] std::string_view line_text(std::size_t line) const;

 private:
  std::string name_;
  std::string text_;
  std::size_t order_;
  std::vector<std::uint32_t> line_begins_;
};

// By file as loaded, then by offset; nowhere comes first.
[[nodiscard]] bool before(const Position& a, const Position& b);

// "FILE:LINE:COLUMN", not yet printable.
[[nodiscard]] std::string place_text(const Position& position);

// False, and one diagnostic, when the text is too long or no UTF-8.
[[nodiscard]] bool check_source(const Source& source, Diagnostics& diagnostics);

}  // namespace lull::asl
