// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <otf2/otf2.h>

#include "lull/trace/otf2/records/record_reader.hpp"
#include "lull/trace/otf2/records/reference_map.hpp"

namespace lull::otf2 {

// The value of an attribute of that type, with the archive's numbers of definitions. False for a
// type that there is not.
[[nodiscard]] bool read_value(RecordReader& record, OTF2_Type type, OTF2_AttributeValue& value);

// A value of that type, as a number. Of one that names a definition the id, but of locations, which
// keep the archive's numbers.
[[nodiscard]] std::uint64_t with_id(const ReferenceMaps& maps, OTF2_Type type, std::uint64_t value);

// From such a number to the library's value.
[[nodiscard]] OTF2_AttributeValue value_of(OTF2_Type type, std::uint64_t number);

}  // namespace lull::otf2
