// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Decodes the event file of a location, which must be a plain one, and checks each record while it
// does: what it adds to a batch is what the OTF2 library would, up to the first record that is not
// sound. Reads the file once, through a small window; a file that is cut meanwhile breaks off.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <vector>

#include "lull/trace/otf2/decoder/decoder_table.hpp"
#include "lull/trace/otf2/decoder/event_batch.hpp"
#include "lull/trace/otf2/library/library.hpp"
#include "lull/trace/otf2/records/event_file_check.hpp"
#include "lull/trace/otf2/records/local_maps.hpp"

namespace lull::otf2 {

class EventFileDecoder : private EventFileCheck {
 public:
  // `chunk_size` is that of the archive's event files. `maps`: null, or what outlives this. Holds
  // no file handle yet. Sees the file through a window of so many bytes.
  EventFileDecoder(const std::filesystem::path& path, std::uint64_t chunk_size,
                   std::shared_ptr<const DecoderTable> decoders, const LocalMaps* maps,
                   std::size_t window = FileWindow::kCapacity);

  // Decodes the next records, `wanted` at most; the batch has room for as many. How many: fewer at
  // the end, or before damage.
  std::uint64_t decode(std::uint64_t wanted, EventBatch& batch);
  // The same for records up to that time, included: limited() tells whether the next one is later.
  std::uint64_t decode(std::uint64_t wanted, EventBatch& batch, std::uint64_t last);
  [[nodiscard]] bool limited() const { return limited_; }
  // The time of the next record, as far as it is known without a look further on; no later.
  [[nodiscard]] std::uint64_t next_time();
  // Gets the next records into the cache, as far as they are in the window.
  [[gnu::always_inline]] void expect() const { file_.expect(offset_); }
  // The next record is that one, from 0. Takes time for the records of a chunk at most, unless the
  // file is damaged.
  void seek(std::uint64_t record);

  // How many records are before the next one.
  [[nodiscard]] std::uint64_t records() const { return records_; }

  // Gives file handle and buffer back; goes on where it was when it is asked again.
  void release();

  using EventFileCheck::damage;
  using EventFileCheck::file_exists;

 private:
  static constexpr std::uint64_t kAnyTime = ~std::uint64_t{0};

  void decode_many(std::uint64_t wanted, EventBatch* batch);
  void step(EventBatch* batch);
  // To `wanted` records, into the batch if there is one.
  void go_on(std::uint64_t wanted, EventBatch* batch);
  void read_attributes(RecordReader& record);
  [[nodiscard]] bool has_duplicates();
  void drop_attributes();
  [[nodiscard]] bool begin_at_chunk(std::uint64_t record);

  std::shared_ptr<const DecoderTable> decoders_;
  const LocalMaps* maps_;
  std::uint64_t last_ = kAnyTime;  // later records are not decoded
  bool limited_ = false;
  std::uint64_t time_ = 0;                                                // of the last record
  std::unique_ptr<OTF2_AttributeList, AttributeListDeleter> attributes_;  // of the next record
  std::vector<std::uint32_t> attribute_ids_;  // of the list that is being read
  bool has_attributes_ = false;
  bool too_long_ = false;         // the record at hand, a list of attributes
  bool with_attributes_ = false;  // whether the batch keeps them
};

}  // namespace lull::otf2
