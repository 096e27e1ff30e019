// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Decodes the plain event file of a location, and checks each record while doing so: it adds to a
// batch what the OTF2 library would add, up to the first record that is not sound. Reads the file
// once, through a small window; if the file is truncated meanwhile, the events end there.
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
  // `chunk_size` is the chunk size of the archive's event files. `maps` is null or must outlive
  // this. `window` is the size of the window in bytes. Opens no file yet.
  EventFileDecoder(const std::filesystem::path& path, std::uint64_t chunk_size,
                   std::shared_ptr<const DecoderTable> decoders, const LocalMaps* maps,
                   std::size_t window = FileWindow::kCapacity);

  // Decodes the next records, `wanted` at most; the batch must have room for this many. Returns
  // their number, which is smaller at the end or before damage.
  std::uint64_t decode(std::uint64_t wanted, EventBatch& batch);
  // Does the same for records up to and including that time; then limited() returns whether the
  // next one is later.
  std::uint64_t decode(std::uint64_t wanted, EventBatch& batch, std::uint64_t last);
  [[nodiscard]] bool limited() const { return limited_; }
  // Returns the time of the next record if it is known without reading further, else the time of
  // the last one.
  [[nodiscard]] std::uint64_t next_time();
  // Prefetches the next records, as far as they are in the window.
  [[gnu::always_inline]] void expect() const { file_.expect(offset_); }
  // Continues with this record, counted from 0. Reads the records of one chunk at most, unless the
  // file is damaged.
  void seek(std::uint64_t record);

  // Returns the number of records before the next one.
  [[nodiscard]] std::uint64_t records() const { return records_; }

  // Frees file handle and buffer; continues at the same position when used again.
  void release();

  using EventFileCheck::damage;
  using EventFileCheck::file_exists;

 private:
  static constexpr std::uint64_t kAnyTime = ~std::uint64_t{0};

  void decode_many(std::uint64_t wanted, EventBatch* batch);
  void step(EventBatch* batch);
  // Decodes up to record number `wanted`, into the batch if there is one.
  void go_on(std::uint64_t wanted, EventBatch* batch);
  void read_attributes(RecordReader& record);
  [[nodiscard]] bool has_duplicates();
  void drop_attributes();
  [[nodiscard]] bool begin_at_chunk(std::uint64_t record);

  std::shared_ptr<const DecoderTable> decoders_;
  const LocalMaps* maps_;
  std::uint64_t last_ = kAnyTime;  // later records are not decoded
  bool limited_ = false;
  std::uint64_t time_ = 0;                                                // the last record's
  std::unique_ptr<OTF2_AttributeList, AttributeListDeleter> attributes_;  // the next record's
  std::vector<std::uint32_t> attribute_ids_;  // in the list that is being read
  bool has_attributes_ = false;
  bool too_long_ = false;         // the current attribute list has too many
  bool with_attributes_ = false;  // whether the batch keeps them
};

}  // namespace lull::otf2
