// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// A report, or a part of its values, as JSON for other programs. One object:
//   format "lull-report", version 1, attributes {key: value}, notes [text],
//   metrics [{id, name, title, unit, type, parent, description, url, total}],
//   regions [{id, name, mangled_name, paradigm, role, file, begin_line, end_line}],
//   call_paths [{id, name, region, parent, parameters [{name, value}]}],
//   system_nodes [{id, name, kind, parent}], processes [{id, name, rank, kind, node}],
//   locations [{id, name, rank, kind, process}],
//   topologies [{name, dimensions [{name, size, periodic}], coordinates [{location, at}]}],
//   values [{metric, call_path, locations [id], values [number]}].
// Identifiers are positions in their tables; a missing parent is null, an unknown line -1. Values
// are exclusive along the call tree and inclusive along the metric tree; missing values are zero.
// The tables are always complete; a selection restricts totals and values. The output is streamed,
// so memory does not grow with the report.
#pragma once

#include <iosfwd>

#include "lull/report/model/selection.hpp"

namespace lull::report {

void write_json(const Report& report, const Selection& selection, std::ostream& out);

// Returns the name used in the JSON format: "double", "unsigned", "signed", "minimum" or "maximum".
[[nodiscard]] std::string_view type_label(ValueType type);

}  // namespace lull::report
