// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// A cursor over a location's events that the OTF2 library decodes: of files that are not plain, or
// to compare with. Of plain ones it is asked for no more than a check has found sound.
#pragma once

#include <optional>

#include "lull/trace/otf2/cursors/archive_cursor.hpp"
#include "lull/trace/otf2/cursors/event_readers.hpp"
#include "lull/trace/otf2/records/event_file_check.hpp"

namespace lull::otf2 {

class LibraryCursor final : public ArchiveCursor {
 public:
  // The place's location is number `id`; `readers` outlive this.
  LibraryCursor(const CursorPlace& place, LocationId id, EventReaders& readers,
                const EventSelection& selection, bool with_attributes);
  ~LibraryCursor() override { LibraryCursor::close_file(); }

 private:
  Block read(std::uint64_t records, EventBatch& batch) override;
  void close_file() override;
  // Why it refuses, if it does.
  [[nodiscard]] std::string open(std::uint64_t records, EventBatch& batch);

  LocationId id_;
  EventReaders& readers_;
  EventCallbacks callbacks_;
  bool mapped_;  // whether its events name things by numbers of their own
  std::optional<EventFileCheck> check_;
  EventReader reader_;
};

}  // namespace lull::otf2
