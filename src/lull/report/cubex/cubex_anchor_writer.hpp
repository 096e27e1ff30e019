// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Writes the anchor.xml of a .cubex file: the tables of a report as CUBE 4.4 metadata. Identifiers
// are the report's indices; every metric is EXCLUSIVE along the call tree. The report's notes are
// stored as attributes.
#pragma once

#include <string>
#include <string_view>

#include "lull/report/model/report.hpp"

namespace lull::report {

// The prefix of attributes that hold Report::notes.
inline constexpr std::string_view kNoteAttribute = "Lull::Note::";

[[nodiscard]] std::string cubex_anchor(const Report& report);

}  // namespace lull::report
