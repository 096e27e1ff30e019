// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The record structure of OTF2 event files, for reading them without the library: a header of type,
// byte order, first and last event; then records of a type, a length, and that many bytes. Some
// have no length: a compressed number follows, which contains its own length.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace lull::recorder {

constexpr char kChunkHeader = 3;
constexpr char kByteOrder = std::endian::native == std::endian::little ? 0x42 : 0x23;
constexpr std::size_t kHeaderSize = 18;
constexpr std::size_t kFirstInHeader = 2;
constexpr std::size_t kLastInHeader = 10;
constexpr char kEndOfBuffer = 1;
constexpr char kEndOfFile = 2;
constexpr unsigned char kTimestamp = 5;
constexpr unsigned char kAttributes = 6;
constexpr unsigned char kFirstEvent = 10;
constexpr unsigned char kBufferFlush = 10;
constexpr unsigned char kEnter = 12;
constexpr unsigned char kLeave = 13;
constexpr unsigned char kMpiCollectiveBegin = 22;
constexpr unsigned char kMetric = 31;
constexpr unsigned char kRmaCollectiveBegin = 37;
constexpr unsigned char kLongOrUndefined = 255;
constexpr std::size_t kLargestEvent = 4096;  // more than any event takes

[[nodiscard]] inline std::uint64_t number_at(std::string_view bytes, std::size_t offset) {
  std::uint64_t number = 0;
  std::memcpy(&number, bytes.data() + offset, sizeof number);
  return number;
}

// Enter and leave events, and records that contain only a request: completion, creation of a
// receive, test, cancellation.
[[nodiscard]] constexpr bool is_one_number(unsigned char type) {
  return type == kEnter || type == kLeave || type == 16 || type == 17 || type == 20 || type == 21;
}
[[nodiscard]] constexpr std::size_t greatest_size(unsigned char type) {
  return type == kEnter || type == kLeave ? sizeof(std::uint32_t) : sizeof(std::uint64_t);
}

// Returns a record's length including its type; 0 when it is incomplete.
[[nodiscard]] inline std::size_t record_length(std::string_view rest) {
  if (rest.size() < 2) return 0;
  const auto type = static_cast<unsigned char>(rest[0]);
  const auto first = static_cast<unsigned char>(rest[1]);
  std::size_t length = 0;
  if (type == kTimestamp)
    length = 1 + sizeof(std::uint64_t);
  else if (is_one_number(type))
    length = first == kLongOrUndefined ? 2 : first <= greatest_size(type) ? 2u + first : 0;
  else if (type != kAttributes && type < kFirstEvent)
    return 0;
  else if (first == kLongOrUndefined && rest.size() >= 10)
    length = 10 + number_at(rest, 2);
  else if (first > 0 || type == kMpiCollectiveBegin || type == kRmaCollectiveBegin)
    length = 2u + first;
  return length <= rest.size() ? length : 0;
}

}  // namespace lull::recorder
