// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The events of a location of an archive, block by block; who decodes them is up to those that
// derive from it.
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

// The location, and what its events are read with; all of it outlives the cursor.
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
    bool last = false;     // nothing comes behind it
    bool limited = false;  // what comes behind it is later than was asked for
    std::string damage;    // why, if it is not the end of the file
  };

  ArchiveCursor(const CursorPlace& place, bool with_attributes);
  // Puts the records behind the first `records` into the batch, as many as it has room for. None:
  // there are no more. The batch is the same until close_file() is called.
  virtual Block read(std::uint64_t records, EventBatch& batch) = 0;
  // The same for records up to that time, included, of cursors that feed.
  virtual Block read_up_to(Timestamp last, std::uint64_t records, EventBatch& batch);
  // Gives the file back until something is read again.
  virtual void close_file() = 0;
  [[gnu::always_inline]] void expect_batch() const {
    if (batch_) prefetch(*batch_);
  }
  // There is no file, which does no harm to a location without events.
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
  EventPacker* packer_ = nullptr;  // where events go instead
  std::uint64_t records_ = 0;      // read so far
  std::uint64_t block_ = 0;        // the same before the batch at hand
  std::size_t skip_ = 0;           // events of the next batch that are known already
  bool exact_ = true;              // whether the batch at hand begins with its first event
  bool ended_ = false;
  std::string damage_;
};

}  // namespace lull::otf2
