// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The counterpart of the callbacks that keep definitions as records.
#pragma once

#include <otf2/otf2.h>

#include "lull/trace/definitions/definitions.hpp"

namespace lull::otf2 {

// Call after writing all definitions that the record refers to. Strings are written by id.
[[nodiscard]] OTF2_ErrorCode write_record(OTF2_GlobalDefWriter* writer,
                                          const Definitions& definitions,
                                          const DefinitionRecord& record);

}  // namespace lull::otf2
