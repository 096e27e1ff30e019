// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Checks the records of an event file before the OTF2 library reads them. The library trusts its
// files: with a truncated one it delivers earlier events again, forever. Only records that this
// check has found valid may be requested. Reads the file once, through a small window; costs about
// a seventh of decoding.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "lull/trace/otf2/records/file_window.hpp"
#include "lull/trace/otf2/records/record_frame.hpp"

namespace lull::otf2 {

class EventFileCheck {
 public:
  // `chunk_size` is the chunk size of the archive's event files. The file is not open yet.
  EventFileCheck(const std::filesystem::path& path, std::uint64_t chunk_size,
                 std::size_t window = FileWindow::kCapacity);

  // Continues until `wanted` records from the start of the file are known to be valid, or there are
  // no more. Returns their number.
  std::uint64_t sound_records(std::uint64_t wanted) {
    if (chunk_end_ == 0 && !ended_) begin_chunk();
    while (records_ < wanted && !ended_) {
      skim(wanted, [](auto...) { return true; });
      step();
    }
    return records_;
  }

  // Returns why the file ends before its end mark: "the event file is truncated at byte 4711";
  // empty so far, or when it is complete.
  [[nodiscard]] const std::string& damage() const { return damage_; }
  // Returns whether the file exists.
  [[nodiscard]] bool file_exists() const { return file_.opened(); }

  // Frees file handle and buffer; continues at the same position when used again.
  void release() { file_.release(); }

 protected:
  // A valid record: an attribute list, or an event with or without a length field.
  struct Found {
    std::uint8_t type = 0;
    std::uint64_t record = 0;  // its start in the file
    std::uint64_t begin = 0;   // its contents
    std::uint64_t end = 0;
  };

  // Returns the next record; nothing at the end of a chunk or the file, or where it is damaged.
  std::optional<Found> step();
  // restart() starts at the beginning of the file, continue_at() at a chunk that is preceded by
  // `records` records.
  void restart() { continue_at(0, 0); }
  void continue_at(std::uint64_t chunk, std::uint64_t records);
  void begin_chunk();
  void end_chunk(bool last);
  std::optional<Found> record(std::uint8_t type);
  [[nodiscard]] bool counts_fit(std::uint8_t type, std::uint64_t begin, std::uint64_t end);
  void fail(const std::string& what);

  FileWindow file_;
  std::uint64_t chunk_size_;
  std::uint64_t offset_ = 0;       // the next record's
  std::uint64_t chunk_begin_ = 0;  // start of the current chunk
  std::uint64_t chunk_end_ = 0;    // its end, or the file's if earlier
  bool little_endian_ = true;
  std::uint64_t announced_ = 0;  // number of the chunk's last record, from its header
  std::uint64_t records_ = 0;
  bool ended_ = false;
  std::string damage_;

  // Skips ordinary records in the buffer while visit(stamp, record, behind) returns true, and stops
  // at the first that needs step(). The record begins with its type and a size; its time stamp is
  // null if the record has the same time as the previous one. FileWindow::kBehind bytes after it
  // are readable.
  template <class Visit>
  void skim(std::uint64_t wanted, Visit visit);
};

template <class Visit>
void EventFileCheck::skim(std::uint64_t wanted, Visit visit) {
  constexpr std::size_t kSlack =
      kTimestampSize + 2 + 254 + FileWindow::kBehind;  // including the largest record
  if (offset_ >= chunk_end_) return;
  auto bytes = file_.buffered(offset_, kSlack + 1);
  bytes = bytes.first(std::min<std::uint64_t>(bytes.size(), chunk_end_ - offset_));
  if (bytes.size() <= kSlack) return;
  const std::uint8_t* const begin = bytes.data();
  const std::uint8_t* const end = begin + bytes.size() - kSlack;
  const std::uint8_t* done = begin;
  std::uint64_t left = wanted - records_;
  for (; done < end && left > 0; --left) {
    const bool stamped = *done == kTimestamp;
    const std::uint8_t* const record = stamped ? done + kTimestampSize : done;
    if (record[1] > kGreatestSize[record[0]]) break;
    const std::uint8_t* const behind = record + 2 + record[1];
    if (!visit(stamped ? done : nullptr, record, behind)) break;
    done = behind;
  }
  records_ = wanted - left;
  offset_ += static_cast<std::uint64_t>(done - begin);
}

}  // namespace lull::otf2
