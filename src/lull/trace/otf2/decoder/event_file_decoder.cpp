// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/trace/otf2/decoder/event_file_decoder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "lull/trace/otf2/records/attribute_value.hpp"
#include "lull/trace/otf2/records/record_frame.hpp"

namespace lull::otf2 {

static_assert(RecordReader::kBehind <= FileWindow::kBehind);

EventFileDecoder::EventFileDecoder(const std::filesystem::path& path, std::uint64_t chunk_size,
                                   std::shared_ptr<const DecoderTable> decoders,
                                   const LocalMaps* maps, std::size_t window)
    : EventFileCheck(path, chunk_size, window), decoders_(std::move(decoders)), maps_(maps) {}

std::uint64_t EventFileDecoder::decode(std::uint64_t wanted, EventBatch& batch) {
  const std::uint64_t before = records_;
  with_attributes_ = batch.with_attributes();
  limited_ = false;
  go_on(before + wanted, &batch);
  return records_ - before;
}

std::uint64_t EventFileDecoder::decode(std::uint64_t wanted, EventBatch& batch,
                                       std::uint64_t last) {
  last_ = last;
  const std::uint64_t read = decode(wanted, batch);
  last_ = kAnyTime;
  return read;
}

std::uint64_t EventFileDecoder::next_time() {
  if (offset_ >= chunk_end_) return time_;
  const std::uint8_t* const stamp = file_.at(offset_, kTimestampSize);
  if (stamp == nullptr || *stamp != kTimestamp) return time_;
  return to_number(stamp + 1, 8, little_endian_);
}

void EventFileDecoder::release() {
  EventFileCheck::release();
  if (!has_attributes_) attributes_.reset();
}

void EventFileDecoder::go_on(std::uint64_t wanted, EventBatch* batch) {
  if (!attributes_) attributes_.reset(OTF2_AttributeList_New());
  if (chunk_end_ == 0 && !ended_) begin_chunk();
  while (records_ < wanted && !ended_ && !limited_) {
    decode_many(wanted, batch);
    if (records_ < wanted && !ended_ && !limited_) step(batch);
  }
}

// Decodes ordinary records.
void EventFileDecoder::decode_many(std::uint64_t wanted, EventBatch* batch) {
  skim(wanted, [&, time = time_](const std::uint8_t* stamp, const std::uint8_t* record,
                                 const std::uint8_t* behind) mutable {
    if (stamp != nullptr) time = number_at(stamp + 1, 8, little_endian_);
    if (time > last_) [[unlikely]] {
      limited_ = true;
      return false;
    }
    const std::uint8_t type = record[0];
    if (const Decoder decoder = batch == nullptr ? nullptr : (*decoders_)[type]) {
      RecordReader reader(record + (kWithoutLength[type] ? 1 : 2), behind, little_endian_, maps_);
      decoder(reader, time, *batch, attributes_.get());
      if (!reader.sound()) [[unlikely]]
        return false;
    }
    if (has_attributes_) [[unlikely]]
      drop_attributes();
    time_ = time;
    return true;
  });
}

// Handles one record of any kind, wherever it lies: a chunk's end, a list of attributes, an event.
void EventFileDecoder::step(EventBatch* batch) {
  if (offset_ < chunk_end_) {
    const std::uint8_t* const stamp = file_.at(offset_, kTimestampSize);
    if (stamp != nullptr && *stamp == kTimestamp) {
      const std::uint64_t time = to_number(stamp + 1, 8, little_endian_);
      if (time > last_) {
        limited_ = true;
        return;
      }
      time_ = time;
    }
  }
  const std::uint64_t before = records_;
  too_long_ = false;
  const auto found = EventFileCheck::step();
  if (!found || ended_) return;
  const std::uint64_t size = found->end - found->begin;
  const std::uint8_t* const bytes = file_.at(found->begin, size);
  const auto damaged = [&] {
    records_ = before;
    fail(fmt::format("the record at byte {} {}", found->record,
                     too_long_ ? "has more than 4,096 attributes" : "is damaged"));
  };
  if (bytes == nullptr && size > 0) return damaged();
  RecordReader record(bytes, bytes + size, little_endian_, maps_);
  if (found->type == kAttributeList) {
    if (batch != nullptr) read_attributes(record);
  } else {
    if (const Decoder decoder = batch == nullptr ? nullptr : (*decoders_)[found->type])
      decoder(record, time_, *batch, attributes_.get());
    drop_attributes();
  }
  if (!record.sound()) damaged();
}

// A list must contain each attribute only once, and few enough for the library to add them quickly.
void EventFileDecoder::read_attributes(RecordReader& record) {
  constexpr std::uint32_t kMost = 4096;
  const std::uint32_t count = record.u32();
  too_long_ = count > kMost;
  if (too_long_) return record.refuse();
  attribute_ids_.clear();
  for (std::uint32_t i = 0; i < count && record.sound(); ++i) {
    const std::uint32_t attribute = record.reference(OTF2_MAPPING_ATTRIBUTE);
    const OTF2_Type type = record.u8();
    OTF2_AttributeValue value{};
    if (!read_value(record, type, value) || !record.sound()) return record.refuse();
    attribute_ids_.push_back(attribute);
    if (!with_attributes_) continue;
    if (OTF2_AttributeList_AddAttribute(attributes_.get(), attribute, type, value) != OTF2_SUCCESS)
      return record.refuse();
    has_attributes_ = true;
  }
  if (!with_attributes_ && has_duplicates()) record.refuse();
}

bool EventFileDecoder::has_duplicates() {
  std::ranges::sort(attribute_ids_);
  return std::ranges::adjacent_find(attribute_ids_) != attribute_ids_.end();
}

void EventFileDecoder::drop_attributes() {
  if (has_attributes_) OTF2_AttributeList_RemoveAllAttributes(attributes_.get());
  has_attributes_ = false;
}

void EventFileDecoder::seek(std::uint64_t record) {
  if (file_.size() == 0) return;  // the constructor has reported this
  drop_attributes();
  if (record < records_ || chunk_end_ == 0 || record >= announced_) {
    if (!begin_at_chunk(record)) restart();
  }
  go_on(record, nullptr);
  drop_attributes();
}

// All chunks but the last have the same size, and their headers say which records they hold.
bool EventFileDecoder::begin_at_chunk(std::uint64_t record) {
  if (chunk_size_ == 0) return false;
  std::uint64_t low = 0;
  std::uint64_t high = (file_.size() + chunk_size_ - 1) / chunk_size_;
  while (high - low > 1) {
    const std::uint64_t middle = low + (high - low) / 2;
    const auto header = read_header(file_, middle * chunk_size_);
    if (!header) return false;
    (header->first <= record + 1 ? low : high) = middle;
  }
  const std::uint64_t begin = low * chunk_size_;
  const auto header = read_header(file_, begin);
  const std::uint8_t* const first = file_.at(begin + kHeaderSize, 1);
  if (!header || header->first == 0 || first == nullptr || *first != kTimestamp) return false;
  continue_at(begin, header->first - 1);
  return !ended_;
}

}  // namespace lull::otf2
