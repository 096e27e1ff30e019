// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Compound events in Python: copies, which may be kept. Their types and fields follow from their
// descriptions (analysis/event_description.hpp).
#pragma once

#include <vector>

#include "analysis/event_copy.hpp"

namespace lull::python {

// Returns {type: {field: its type}} of these events; with `parts`, also of all records in them.
[[nodiscard]] py::dict description_of(const std::vector<const analysis::EventType*>& types,
                                      bool parts);

void add_records(py::module_& module);

}  // namespace lull::python
