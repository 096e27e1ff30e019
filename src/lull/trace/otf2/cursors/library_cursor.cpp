// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/trace/otf2/cursors/library_cursor.hpp"

#include <algorithm>
#include <utility>

namespace lull::otf2 {

LibraryCursor::LibraryCursor(const CursorPlace& place, LocationId id, EventReaders& readers,
                             const EventSelection& selection, bool with_attributes)
    : ArchiveCursor(place, with_attributes),
      id_(id),
      readers_(readers),
      callbacks_(make_event_callbacks(selection)),
      mapped_(place.local.mapped) {
  if (!place.files.plain) return;
  check_.emplace(place.files.events_of(place.location.reference), place.files.event_chunk_size);
  if (!check_->file_exists()) miss_file();
}

ArchiveCursor::Block LibraryCursor::read(std::uint64_t records, EventBatch& batch) {
  std::uint64_t wanted = EventBatch::kCapacity;
  if (check_) {
    wanted = std::min(wanted, check_->sound_records(records + wanted) - records);
    if (wanted == 0) return {0, true, false, check_->damage()};
  }
  if (reader_.reader == nullptr)
    if (std::string refusal = open(records, batch); !refusal.empty())
      return {0, true, false, std::move(refusal)};
  Block block;
  const OTF2_ErrorCode code = OTF2_EvtReader_ReadEvents(reader_.reader, wanted, &block.records);
  block.last = block.records < wanted;
  if (code != OTF2_SUCCESS) block.damage = take_library_error(code);
  return block;
}

std::string LibraryCursor::open(std::uint64_t records, EventBatch& batch) {
  reader_ = readers_.open(id_);
  if (reader_.reader == nullptr) return take_library_error(OTF2_ERROR_INVALID);
  OTF2_EvtReader_ApplyClockOffsets(reader_.reader, false);
  OTF2_EvtReader_ApplyMappingTables(reader_.reader, mapped_);
  OTF2_EvtReader_SetCallbacks(reader_.reader, callbacks_.get(), &batch);
  if (records == 0) return {};
  const OTF2_ErrorCode code = OTF2_EvtReader_Seek(reader_.reader, records + 1);
  return code == OTF2_SUCCESS ? std::string() : take_library_error(code);
}

void LibraryCursor::close_file() {
  if (reader_.reader != nullptr) readers_.close(id_, std::exchange(reader_, {}));
  if (check_) check_->release();
}

}  // namespace lull::otf2
