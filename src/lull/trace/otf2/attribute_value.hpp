// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <otf2/otf2.h>

#include "lull/trace/otf2/decoder/record_reader.hpp"

namespace lull::otf2 {

// The value of an attribute of that type, with the archive's numbers of definitions. False for a
// type that there is not.
[[nodiscard]] bool read_value(RecordReader& record, OTF2_Type type, OTF2_AttributeValue& value);

}  // namespace lull::otf2
