// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Writes one event with the OTF2 library: the counterpart of the callback tables. Dense ids become
// the archive's references.
#pragma once

#include <otf2/otf2.h>

#include <cstdint>

#include "lull/trace/event/event.hpp"

namespace lull::otf2 {

// `attributes` is empty on entry and on return; it is filled from the event's own list. `origin` is
// added to the event's times.
OTF2_ErrorCode encode(OTF2_EvtWriter* writer, OTF2_AttributeList* attributes, const Event& event,
                      std::uint64_t origin);

}  // namespace lull::otf2
