// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/report/cubex/xml_document.hpp"

#include <algorithm>
#include <charconv>
#include <cstring>

#include "lull/base/error.hpp"
#include "lull/report/cubex/tar/gzip.hpp"

namespace lull::report {
namespace {

// The anchor of a million locations is about 200 MB; anything above this limit is an attack on
// memory.
constexpr std::size_t kLargestDocument = std::size_t{1} << 29;

void unpack(std::string& text, const std::string& source) {
  if (!text.starts_with("\x1F\x8B")) return;
  std::optional<std::string> content = inflated(text, kLargestDocument);
  if (!content)
    throw input_error("{}: the gzip data is damaged or contains more than {} MiB", source,
                      kLargestDocument >> 20);
  text = std::move(*content);
}

void quote(std::string& text, std::string_view attribute) {
  for (std::size_t at = text.find(attribute); at != text.npos; at = text.find(attribute, at)) {
    at += attribute.size();
    const std::size_t end = text.find_first_of(" />", at);
    if (end == text.npos || text[at] == '"' || text[at] == '\'') continue;
    text.insert(end, 1, '"');
    text.insert(at, 1, '"');
  }
}

}  // namespace

XmlDocument::XmlDocument(std::string text, std::string source)
    : source_(std::move(source)), text_(std::move(text)) {
  unpack(text_, source_);
  if (text_.size() > kLargestDocument)
    throw input_error("{} has {} MiB; the limit is {} MiB", source_, text_.size() >> 20,
                      kLargestDocument >> 20);
  quote(text_, " cubeplaggrtype=");
  quote(text_, "<cubepl rowwise=");
  const auto result = document_.load_buffer_inplace(
      text_.data(), text_.size(), pugi::parse_default | pugi::parse_ws_pcdata_single);
  if (!result)
    throw input_error("{} is not well-formed XML: {} at byte {}", source_, result.description(),
                      result.offset);
}

std::uint64_t XmlDocument::number(pugi::xml_node element, const char* attribute) const {
  const char* text = element.attribute(attribute).value();
  const char* end = text + std::strlen(text);
  std::uint64_t value = 0;
  const auto parsed = std::from_chars(text, end, value);
  if (parsed.ec != std::errc() || parsed.ptr != end || text == end)
    throw input_error("{}: a {} has {} \"{}\", which is not a number", source_, element.name(),
                      attribute, text);
  return value;
}

std::string XmlDocument::label(pugi::xml_node element) {
  const char* id = element.attribute("id").value();
  return fmt::format("{} {}", element.name(), *id ? id : element.attribute("Id").value());
}

std::int64_t parse_integer(const char* text, std::int64_t otherwise) {
  while (*text == ' ' || *text == '\n' || *text == '\t' || *text == '\r') ++text;
  std::int64_t value = 0;
  const auto parsed = std::from_chars(text, text + std::strlen(text), value);
  return parsed.ec == std::errc() ? value : otherwise;
}

std::vector<NestedElement> nested_elements(pugi::xml_node top,
                                           const std::vector<std::string>& names) {
  std::vector<NestedElement> found;
  std::vector<NestedElement> open{{top, NestedElement::npos}};
  std::vector<NestedElement> below;
  while (!open.empty()) {
    const NestedElement element = open.back();
    open.pop_back();
    std::size_t parent = NestedElement::npos;
    if (element.node != top) {
      parent = found.size();
      found.push_back(element);
    }
    below.clear();
    for (const pugi::xml_node child : element.node.children())
      if (std::find(names.begin(), names.end(), child.name()) != names.end())
        below.push_back({child, parent});
    open.insert(open.end(), below.rbegin(), below.rend());
  }
  return found;
}

}  // namespace lull::report
