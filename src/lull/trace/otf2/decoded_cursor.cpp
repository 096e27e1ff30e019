// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/trace/otf2/decoded_cursor.hpp"

namespace lull::otf2 {

DecodedCursor::DecodedCursor(const CursorPlace& place, const EventSelection& selection,
                             bool with_attributes)
    : ArchiveCursor(place, with_attributes),
      decoder_(place.files.events_of(place.location.reference), place.files.event_chunk_size,
               selection, place.local.maps.get()) {
  if (!decoder_.file_exists()) miss_file();
}

ArchiveCursor::Block DecodedCursor::read(std::uint64_t records, EventBatch& batch) {
  if (decoder_.records() != records) decoder_.seek(records);
  if (decoder_.records() == records)
    if (const std::uint64_t read = decoder_.decode(EventBatch::kCapacity, batch); read > 0)
      return {read, false, {}};
  return {0, true, decoder_.damage()};
}

}  // namespace lull::otf2
