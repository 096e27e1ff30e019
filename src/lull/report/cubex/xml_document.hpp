// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// A parsed XML document with the errors of a reader of hostile files: every accessor that finds
// nothing usable throws Error (input) naming the source and the element.
#pragma once

#include <cstdint>
#include <pugixml.hpp>
#include <string>
#include <utility>
#include <vector>

namespace lull::report {

class XmlDocument {
 public:
  // Uncompresses gzip, forgives attributes without quotes (as CubeLib writes some). `source` is
  // named in errors.
  XmlDocument(std::string text, std::string source);

  [[nodiscard]] pugi::xml_node root() const { return document_.document_element(); }
  [[nodiscard]] const std::string& source() const { return source_; }

  // An attribute that must be a number from 0 on.
  [[nodiscard]] std::uint64_t number(pugi::xml_node element, const char* attribute) const;
  // "cnode 12", for messages.
  [[nodiscard]] static std::string label(pugi::xml_node element);

 private:
  std::string source_;
  std::string text_;  // parsed in place
  pugi::xml_document document_;
};

// A number in text, `otherwise` when there is none.
[[nodiscard]] std::int64_t parse_integer(const char* text, std::int64_t otherwise);

// The elements of the given names below `top`, parents first, siblings in order, each with the
// index of its parent in the result (npos for those directly below `top`). Does not recurse.
struct NestedElement {
  static constexpr std::size_t npos = static_cast<std::size_t>(-1);
  pugi::xml_node node;
  std::size_t parent = npos;
};
[[nodiscard]] std::vector<NestedElement> nested_elements(pugi::xml_node top,
                                                         const std::vector<std::string>& names);

}  // namespace lull::report
