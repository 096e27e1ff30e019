// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <otf2/otf2.h>

#include "lull/trace/otf2/records/record_reader.hpp"
#include "lull/trace/otf2/records/reference_map.hpp"

namespace lull::otf2 {

// Reads the value of an attribute of that type, with the archive's definition numbers. Returns
// false for an unknown type.
[[nodiscard]] bool read_value(RecordReader& record, OTF2_Type type, OTF2_AttributeValue& value);

// Returns a value of that type as a number: for a definition its id, except for locations, which
// keep the archive's numbers.
[[nodiscard]] std::uint64_t with_id(const ReferenceMaps& maps, OTF2_Type type, std::uint64_t value);

// Converts such a number to the library's value.
[[nodiscard]] OTF2_AttributeValue value_of(OTF2_Type type, std::uint64_t number);

}  // namespace lull::otf2
