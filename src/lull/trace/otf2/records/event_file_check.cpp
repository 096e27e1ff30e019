// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/trace/otf2/records/event_file_check.hpp"

#include <fmt/format.h>

#include "lull/base/text/counted.hpp"

namespace lull::otf2 {
EventFileCheck::EventFileCheck(const std::filesystem::path& path, std::uint64_t chunk_size,
                               std::size_t window)
    : file_(FileWindow::Later{}, path, window), chunk_size_(chunk_size) {
  if (!file_.opened())
    fail("the event file is missing or cannot be opened");
  else if (file_.size() == 0)
    fail("the event file is empty");
}

void EventFileCheck::fail(const std::string& what) {
  damage_ = what;
  ended_ = true;
}

void EventFileCheck::continue_at(std::uint64_t chunk, std::uint64_t records) {
  ended_ = false;
  damage_.clear();
  chunk_begin_ = chunk;
  records_ = records;
  begin_chunk();
}

void EventFileCheck::begin_chunk() {
  if (chunk_begin_ >= file_.size())
    return fail(fmt::format("the event file is truncated at byte {}, after a complete chunk",
                            file_.size()));
  const auto header = read_header(file_, chunk_begin_);
  if (!header) return fail(fmt::format("there is no chunk header at byte {}", chunk_begin_));
  if (header->first != records_ + 1)
    return fail(fmt::format("the chunk at byte {} begins with event {}; expected {}", chunk_begin_,
                            header->first, records_ + 1));
  little_endian_ = header->little_endian;
  announced_ = header->last;
  chunk_end_ = chunk_begin_ + std::min(chunk_size_, file_.size() - chunk_begin_);
  offset_ = chunk_begin_ + kHeaderSize;
}

// Handles the mark at the end of a chunk, or of the file.
void EventFileCheck::end_chunk(bool last) {
  if (announced_ != records_)
    return fail(fmt::format("the chunk at byte {} declares {}, but contains {}", chunk_begin_,
                            counted(announced_, "event"), grouped(records_)));
  if (last) {
    ended_ = true;
    return;
  }
  chunk_begin_ += chunk_size_;
  begin_chunk();
}

std::optional<EventFileCheck::Found> EventFileCheck::step() {
  const std::uint8_t* byte = offset_ < chunk_end_ ? file_.at(offset_, 1) : nullptr;
  if (byte != nullptr && *byte == kTimestamp) {
    offset_ += kTimestampSize;
    byte = offset_ < chunk_end_ ? file_.at(offset_, 1) : nullptr;
  }
  if (byte == nullptr) {
    fail(chunk_end_ == file_.size()
             ? fmt::format("the event file is truncated at byte {}", file_.size())
             : fmt::format("the chunk at byte {} has no end", chunk_begin_));
    return std::nullopt;
  }
  const std::uint8_t type = *byte;
  ++offset_;
  if (type != kEndOfChunk && type != kEndOfFile) return record(type);
  end_chunk(type == kEndOfFile);
  return std::nullopt;
}

std::optional<EventFileCheck::Found> EventFileCheck::record(std::uint8_t type) {
  const std::uint64_t begin = offset_ - 1;
  const auto broken = [&]() -> std::optional<Found> {
    fail(chunk_end_ == file_.size()
             ? fmt::format("the event file is truncated at byte {}, within a record", file_.size())
             : fmt::format("the record at byte {} is damaged", begin));
    return std::nullopt;
  };
  if (kWithoutLength[type]) {
    const std::uint64_t number = offset_;
    if (!read_number(file_, offset_, chunk_end_, little_endian_)) return broken();
    ++records_;
    return Found{type, begin, number, offset_};
  }
  const auto contents = read_length(file_, offset_, chunk_end_, little_endian_);
  if (!contents) return broken();
  if (!counts_fit(type, contents->begin, contents->end)) {
    fail(fmt::format("the record at byte {} declares more elements than it contains", begin));
    return std::nullopt;
  }
  offset_ = contents->end;
  if (type != kAttributeList) ++records_;
  return Found{type, begin, contents->begin, contents->end};
}

// The library trusts array lengths. Every element takes at least a byte.
bool EventFileCheck::counts_fit(std::uint8_t type, std::uint64_t begin, std::uint64_t end) {
  std::uint64_t offset = begin;
  const auto number = [&] { return read_number(file_, offset, end, little_endian_); };
  if (type == kAttributeList) {
    const auto count = number();
    return count && *count <= (end - offset) / 3;
  }
  if (type == kProgramBegin) {
    if (!number()) return false;
    const auto count = number();
    return count && *count <= end - offset;
  }
  if (type == kMetric) {
    if (!number()) return false;
    const std::uint8_t* count = offset < end ? file_.at(offset, 1) : nullptr;
    return count != nullptr && *count <= (end - offset - 1) / 2;
  }
  return true;
}

}  // namespace lull::otf2
