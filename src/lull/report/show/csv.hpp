// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Writes a report, or a part of it, as comma-separated values (RFC 4180: CRLF, quotes doubled) with
// a header: metric, call_path_id, call_path, location_id, location, value. One line for each
// non-zero value; call path and location are names joined with '/', and identifiers distinguish
// equal names. Values are exclusive along the call tree.
#pragma once

#include <iosfwd>
#include <string>
#include <string_view>

#include "lull/report/model/selection.hpp"

namespace lull::report {

void write_csv(const Report& report, const Selection& selection, std::ostream& out);

// Quotes the field if RFC 4180 requires it.
[[nodiscard]] std::string csv_field(std::string_view text);

}  // namespace lull::report
