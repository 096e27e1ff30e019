// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Serialises definitions to bytes, for other processes on machines of the same kind: what one
// process has read, the others need not read. The size is about that of the archive's files.
#pragma once

#include <vector>

#include "lull/base/memory/packing.hpp"
#include "lull/trace/definitions/definitions.hpp"
#include "lull/trace/otf2/definitions/definition_reader.hpp"
#include "lull/trace/otf2/records/archive_files.hpp"
#include "lull/trace/otf2/records/reference_map.hpp"

namespace lull::otf2 {

// The contents of the anchor file and the global definitions, not yet resolved.
struct GlobalPart {
  Definitions definitions;
  ReferenceMaps maps;
  std::uint64_t event_chunk_size = 0;
  bool plain = true;
};
[[nodiscard]] Bytes packed(GlobalPart& part);
[[nodiscard]] GlobalPart unpacked_global_part(const Bytes& bytes);

[[nodiscard]] Bytes packed(std::vector<LocalDefinitions>& locations);
// Appends to `locations`.
void unpack(const Bytes& bytes, std::vector<LocalDefinitions>& locations);

}  // namespace lull::otf2
