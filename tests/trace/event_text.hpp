// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Formats an event as text with all of its fields: equal texts are equal events.
#pragma once

#include <fmt/format.h>

#include <string>
#include <type_traits>
#include <variant>

#include "lull/trace/event/event.hpp"

namespace lull::support {

// Converts to any field type.
struct AnyField {
  template <class Type>
  operator Type() const;  // NOLINT(google-explicit-constructor)
};

template <class Body, class... Fields>
constexpr std::size_t fields_of() {
  if constexpr (requires { Body{Fields{}..., AnyField{}}; })
    return fields_of<Body, Fields..., AnyField>();
  else
    return sizeof...(Fields);
}

inline std::string text_of(const Value& value) {
  return fmt::format("{}:{}", static_cast<int>(value.kind), value.as_unsigned);
}
inline std::string text_of(Timestamp time) { return std::to_string(time.ticks); }
inline std::string text_of(std::span<const Value> values) {
  std::string text = "[";
  for (const Value& value : values) text += text_of(value) + " ";
  return text + "]";
}
template <class Tag>
std::string text_of(Id<Tag> id) {
  return std::to_string(id.value);
}
template <class Number>
requires std::is_enum_v<Number> || std::is_arithmetic_v<Number> std::string text_of(Number number) {
  return fmt::format("{}", static_cast<std::int64_t>(number));
}

template <class Body>
std::string fields_text(const Body& body) {
  const auto all = [](const auto&... fields) { return ((text_of(fields) + " ") + ... + ""); };
  constexpr std::size_t kFields = fields_of<Body>();
  static_assert(kFields <= 6);
  if constexpr (kFields == 0) {
    return "";
  } else if constexpr (kFields == 1) {
    const auto& [a] = body;
    return all(a);
  } else if constexpr (kFields == 2) {
    const auto& [a, b] = body;
    return all(a, b);
  } else if constexpr (kFields == 3) {
    const auto& [a, b, c] = body;
    return all(a, b, c);
  } else if constexpr (kFields == 4) {
    const auto& [a, b, c, d] = body;
    return all(a, b, c, d);
  } else if constexpr (kFields == 5) {
    const auto& [a, b, c, d, e] = body;
    return all(a, b, c, d, e);
  } else {
    const auto& [a, b, c, d, e, f] = body;
    return all(a, b, c, d, e, f);
  }
}

inline std::string text_of(const Event& event) {
  std::string text = fmt::format("{} {} ", event.time.ticks, event.body.index());
  text += std::visit([](const auto& body) { return fields_text(body); }, event.body);
  if (event.attributes != nullptr)
    for (const auto& [attribute, value] : *event.attributes)
      text += fmt::format("{{{}={}}}", attribute.value, text_of(value));
  return text;
}

}  // namespace lull::support
