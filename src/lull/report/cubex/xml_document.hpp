// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// A parsed XML document for possibly hostile files: accessors without a usable result throw Error
// (input) naming the source and the element.
#pragma once

#include <cstdint>
#include <pugixml.hpp>
#include <string>
#include <utility>
#include <vector>

namespace lull::report {

class XmlDocument {
 public:
  // Uncompresses gzip and tolerates unquoted attributes (as CubeLib writes some). Errors name
  // `source`.
  XmlDocument(std::string text, std::string source);

  [[nodiscard]] pugi::xml_node root() const { return document_.document_element(); }
  [[nodiscard]] const std::string& source() const { return source_; }

  // Returns an attribute that must be a non-negative number.
  [[nodiscard]] std::uint64_t number(pugi::xml_node element, const char* attribute) const;
  // Returns a label for messages, such as "cnode 12".
  [[nodiscard]] static std::string label(pugi::xml_node element);

 private:
  std::string source_;
  std::string text_;  // parsed in place
  pugi::xml_document document_;
};

// Parses a number; returns `otherwise` if the text is not one.
[[nodiscard]] std::int64_t parse_integer(const char* text, std::int64_t otherwise);

// Finds the elements with the given names below `top`, parents first, siblings in order, each with
// the index of its parent in the result (npos for those directly below `top`). Does not recurse.
struct NestedElement {
  static constexpr std::size_t npos = static_cast<std::size_t>(-1);
  pugi::xml_node node;
  std::size_t parent = npos;
};
[[nodiscard]] std::vector<NestedElement> nested_elements(pugi::xml_node top,
                                                         const std::vector<std::string>& names);

}  // namespace lull::report
