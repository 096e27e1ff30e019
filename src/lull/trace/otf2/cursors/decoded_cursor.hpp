// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// A cursor over a plain event file, decoded by Lull.
#pragma once

#include <memory>

#include "lull/trace/otf2/cursors/archive_cursor.hpp"
#include "lull/trace/otf2/decoder/event_file_decoder.hpp"

namespace lull::otf2 {

class DecodedCursor final : public ArchiveCursor {
 public:
  DecodedCursor(const CursorPlace& place, std::shared_ptr<const DecoderTable> decoders,
                bool with_attributes);

  [[nodiscard]] bool feeds() const override { return true; }
  [[nodiscard]] Timestamp next_time() override { return {decoder_.next_time()}; }
  void expect() const override {
    expect_batch();
    decoder_.expect();
  }

 private:
  Block read(std::uint64_t records, EventBatch& batch) override {
    return read_up_to(kEndOfTime, records, batch);
  }
  Block read_up_to(Timestamp last, std::uint64_t records, EventBatch& batch) override;
  void close_file() override { decoder_.release(); }

  EventFileDecoder decoder_;
};

}  // namespace lull::otf2
