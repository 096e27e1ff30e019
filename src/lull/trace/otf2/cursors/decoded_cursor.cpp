// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/trace/otf2/cursors/decoded_cursor.hpp"

#include <utility>

namespace lull::otf2 {

DecodedCursor::DecodedCursor(const CursorPlace& place, std::shared_ptr<const DecoderTable> decoders,
                             bool with_attributes)
    : ArchiveCursor(place, with_attributes),
      decoder_(place.files.events_of(place.location.reference), place.files.event_chunk_size,
               std::move(decoders), place.local.maps.get(), place.files.window) {
  if (!decoder_.file_exists()) miss_file();
}

ArchiveCursor::Block DecodedCursor::read_up_to(Timestamp last, std::uint64_t records,
                                               EventBatch& batch) {
  if (decoder_.records() != records) decoder_.seek(records);
  if (decoder_.records() != records) return {0, true, false, decoder_.damage()};
  // Block boundaries do not depend on earlier requests.
  const std::uint64_t wanted = EventBatch::kCapacity - records % EventBatch::kCapacity;
  const std::uint64_t read = decoder_.decode(wanted, batch, last.ticks);
  if (read == 0 && !decoder_.limited()) return {0, true, false, decoder_.damage()};
  return {read, false, decoder_.limited(), {}};
}

}  // namespace lull::otf2
