// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Reads the events of a location of an archive, block by block; derived classes decode them.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "lull/base/memory/prefetch.hpp"
#include "lull/trace/definitions/definitions.hpp"
#include "lull/trace/otf2/decoder/event_batch.hpp"
#include "lull/trace/otf2/definitions/definition_reader.hpp"
#include "lull/trace/otf2/records/archive_files.hpp"
#include "lull/trace/source/cursor.hpp"

namespace lull::otf2 {

// The location, and what is needed to read its events; all of it outlives the cursor.
struct CursorPlace {
  const ArchiveFiles& files;
  const ReferenceMaps& maps;
  const Location& location;
  const LocalDefinitions& local;
};

class ArchiveCursor : public EventCursor {
 public:
  std::span<const Event> next() final;
  bool pack_next(EventPacker& packer) final;
  bool next_kept(KeptEvents& kept) final;
  FeedEnd feed(Timestamp until, EventSink& sink) final;
  void release(std::size_t unread) final;
  void seek(std::uint64_t position) final;
  [[nodiscard]] std::optional<std::uint64_t> position() const final {
    return exact_ ? std::optional(block_) : std::nullopt;
  }
  [[nodiscard]] const std::string& damage() const final { return damage_; }

 protected:
  // A block of records.
  struct Block {
    std::uint64_t records = 0;
    bool last = false;     // nothing follows
    bool limited = false;  // what follows is later than requested
    std::string damage;    // the reason, if it is not the end of the file
  };

  ArchiveCursor(const CursorPlace& place, bool with_attributes);
  // Reads records from number `records` on into the batch, as many as fit; none at the end. The
  // batch is the same until close_file() is called.
  virtual Block read(std::uint64_t records, EventBatch& batch) = 0;
  // Like read(), for records up to and including that time; only for cursors that feed.
  virtual Block read_up_to(Timestamp last, std::uint64_t records, EventBatch& batch);
  // Closes the file until the next read.
  virtual void close_file() = 0;
  [[gnu::always_inline]] void expect_batch() const {
    if (batch_) prefetch(*batch_);
  }
  // Call when the file is missing, which does not matter for a location without events.
  void miss_file() {
    if (place_.location.events == 0) ended_ = true;
  }

 private:
  EventBatch& batch();
  void take(const Block& block);
  bool read_block();
  void close();
  void break_off(const std::string& reason);

  CursorPlace place_;
  bool with_attributes_;
  std::unique_ptr<EventBatch> batch_;
  EventPacker* packer_ = nullptr;  // destination instead of the batch
  std::uint64_t records_ = 0;      // number read so far
  std::uint64_t block_ = 0;        // the same before the current batch
  std::size_t skip_ = 0;           // events of the next batch already delivered
  bool exact_ = true;              // whether the current batch begins with its first event
  bool ended_ = false;
  std::string damage_;
};

}  // namespace lull::otf2
