// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Compound events as Python sees them: copies, which may be kept. Which types there are and of
// which fields they consist follows from their descriptions (analysis/event_description.hpp) alone.
#pragma once

#include <vector>

#include "analysis/event_copy.hpp"

namespace lull::python {

// {type: {field: what it is}} of these events; with `parts`, also of all records in them.
[[nodiscard]] py::dict description_of(const std::vector<const analysis::EventType*>& types,
                                      bool parts);

void add_records(py::module_& module);

}  // namespace lull::python
