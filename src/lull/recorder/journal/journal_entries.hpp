// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Parses journal lines by topic. Each function takes the lines of its topic, and returns whether
// the line was one of them. Throws for malformed lines.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "lull/base/error.hpp"
#include "lull/recorder/journal/process_part.hpp"

namespace lull::recorder {

// Tables are as long as the greatest number in a journal, so numbers are limited.
inline std::size_t sensible_number(std::size_t number) {
  constexpr std::size_t kMost = 1u << 24;
  if (number >= kMost) throw input_error("a number in it is out of range");
  return number;
}

// Returns the element of a number; extends `elements` when it is new.
template <class Element>
Element& numbered(std::vector<Element>& elements, std::size_t number) {
  (void)sensible_number(number);
  if (elements.size() <= number) elements.resize(number + 1);
  return elements[number];
}

bool take_mpi(ProcessPart& part, const std::string& kind, const nlohmann::json& entry);

}  // namespace lull::recorder
