// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The framing of OTF2's records: where a record begins and ends, regardless of its contents. OTF2
// files consist of a header, then records of a type byte, a length, and that many bytes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "lull/trace/otf2/records/file_window.hpp"

namespace lull::otf2 {

inline constexpr std::uint8_t kEndOfChunk = 0;
inline constexpr std::uint8_t kEndOfFile = 2;
inline constexpr std::uint8_t kChunkHeader = 3;
inline constexpr std::uint8_t kTimestamp = 5;
inline constexpr std::uint8_t kAttributeList = 6;
inline constexpr std::uint8_t kBigEndian = 0x23;
inline constexpr std::uint8_t kLittleEndian = 0x42;
inline constexpr std::size_t kTimestampSize = 9;
inline constexpr std::uint64_t kHeaderSize = 18;  // type, byte order, first and last record

inline constexpr std::uint8_t kMetric = 31;
inline constexpr std::uint8_t kProgramBegin = 83;

// Events that consist of one compressed number, without a length: Enter, Leave, those with only a
// request, and four of the old OpenMP records.
inline constexpr std::array<bool, 256> kWithoutLength = [] {
  std::array<bool, 256> table{};
  for (const int type : {12, 13, 16, 17, 20, 21, 24, 28, 29, 30})
    table[static_cast<std::size_t>(type)] = true;
  return table;
}();

// The largest size byte with which a record can be skipped without a closer look; -1: none.
inline constexpr std::array<std::int16_t, 256> kGreatestSize = [] {
  std::array<std::int16_t, 256> table{};
  for (std::size_t type = 0; type < table.size(); ++type) {
    const bool special = type <= kAttributeList || type == kMetric || type == kProgramBegin;
    table[type] = kWithoutLength[type] ? std::int16_t{8}
                  : special            ? std::int16_t{-1}
                                       : std::int16_t{254};
  }
  return table;
}();

[[nodiscard]] std::uint64_t to_number(const std::uint8_t* bytes, std::uint64_t count,
                                      bool little_endian);

struct FileHeader {
  bool little_endian = true;
  std::uint64_t first = 0;  // numbers of the first and last record; event chunks only
  std::uint64_t last = 0;
};

// Returns the header at `offset`, if any.
[[nodiscard]] std::optional<FileHeader> read_header(FileWindow& file, std::uint64_t offset);

// A record's contents: [begin, end) in the file.
struct Contents {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
};

// Returns the contents of the record whose length is at `offset`; nothing when they reach beyond
// `limit` (which is within the file).
[[nodiscard]] std::optional<Contents> read_length(FileWindow& file, std::uint64_t offset,
                                                  std::uint64_t limit, bool little_endian);

// Reads a compressed number: a byte with the number of bytes that follow. Moves `offset` after it;
// returns nothing when it is invalid or reaches beyond `end`.
[[nodiscard]] std::optional<std::uint64_t> read_number(FileWindow& file, std::uint64_t& offset,
                                                       std::uint64_t end, bool little_endian);

}  // namespace lull::otf2
