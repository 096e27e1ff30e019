// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// References from members in JSON to the tables of the report.
#pragma once

#include <cstddef>
#include <cstdint>

#include "lull/report/model/damaged_member.hpp"

namespace lull::report {

// Returns an index into a table of this size. Throws MemberMistake if there is no such entry.
template <class Id, class Json>
[[nodiscard]] Id reference(const Json& json, std::size_t size) {
  const auto index = json.template get<std::uint64_t>();
  if (index >= size) throw MemberMistake("a dangling reference");
  return Id(index);
}

}  // namespace lull::report
