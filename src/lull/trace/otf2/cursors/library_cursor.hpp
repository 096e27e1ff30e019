// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// A cursor over a location's events, decoded by the OTF2 library: for files that are not plain, and
// for comparison. For plain files, only records that a check has found valid are requested.
#pragma once

#include <optional>

#include "lull/trace/otf2/cursors/archive_cursor.hpp"
#include "lull/trace/otf2/cursors/event_readers.hpp"
#include "lull/trace/otf2/records/event_file_check.hpp"

namespace lull::otf2 {

class LibraryCursor final : public ArchiveCursor {
 public:
  // `id` is the place's location; `readers` outlive this.
  LibraryCursor(const CursorPlace& place, LocationId id, EventReaders& readers,
                const EventSelection& selection, bool with_attributes);
  ~LibraryCursor() override { LibraryCursor::close_file(); }

 private:
  Block read(std::uint64_t records, EventBatch& batch) override;
  void close_file() override;
  // Returns the reason for a failure, if any.
  [[nodiscard]] std::string open(std::uint64_t records, EventBatch& batch);

  LocationId id_;
  EventReaders& readers_;
  EventCallbacks callbacks_;
  bool mapped_;  // whether its events have a mapping table
  std::optional<EventFileCheck> check_;
  EventReader reader_;
};

}  // namespace lull::otf2
