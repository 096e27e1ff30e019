// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// A report, or a part of it, as comma-separated values (RFC 4180: CRLF, quotes doubled) with a
// header: metric, call_path_id, call_path, location_id, location, value. One line for each value
// that is not zero; call path and location are names joined with '/', their identifiers tell apart
// those of equal names. Values are exclusive along the call tree.
#pragma once

#include <iosfwd>
#include <string>
#include <string_view>

#include "lull/report/model/selection.hpp"

namespace lull::report {

void write_csv(const Report& report, const Selection& selection, std::ostream& out);

// The field in quotes where RFC 4180 asks for them.
[[nodiscard]] std::string csv_field(std::string_view text);

}  // namespace lull::report
