// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/trace/otf2/records/record_frame.hpp"

namespace lull::otf2 {
namespace {

constexpr std::uint8_t kLongLength = 0xff;  // 8 bytes of length follow
constexpr std::uint8_t kUndefined = 0xff;   // marks an undefined number

}  // namespace

std::uint64_t to_number(const std::uint8_t* bytes, std::uint64_t count, bool little_endian) {
  std::uint64_t number = 0;
  for (std::uint64_t i = 0; i < count; ++i)
    number = (number << 8) | bytes[little_endian ? count - 1 - i : i];
  return number;
}

std::optional<FileHeader> read_header(FileWindow& file, std::uint64_t offset) {
  const std::uint8_t* bytes = file.at(offset, kHeaderSize);
  if (bytes == nullptr || bytes[0] != kChunkHeader) return std::nullopt;
  if (bytes[1] != kLittleEndian && bytes[1] != kBigEndian) return std::nullopt;
  const bool little = bytes[1] == kLittleEndian;
  return FileHeader{little, to_number(bytes + 2, 8, little), to_number(bytes + 10, 8, little)};
}

std::optional<Contents> read_length(FileWindow& file, std::uint64_t offset, std::uint64_t limit,
                                    bool little_endian) {
  const std::uint8_t* byte = file.at(offset, 1);
  if (offset >= limit || byte == nullptr) return std::nullopt;
  std::uint64_t length = *byte;
  ++offset;
  if (length == kLongLength) {
    const std::uint8_t* bytes = file.at(offset, 8);
    if (bytes == nullptr) return std::nullopt;
    length = to_number(bytes, 8, little_endian);
    offset += 8;
  }
  if (offset > limit || length > limit - offset) return std::nullopt;
  return Contents{offset, offset + length};
}

std::optional<std::uint64_t> read_number(FileWindow& file, std::uint64_t& offset, std::uint64_t end,
                                         bool little_endian) {
  const std::uint8_t* size = file.at(offset, 1);
  if (offset >= end || size == nullptr) return std::nullopt;
  const std::uint8_t count = *size;
  ++offset;
  if (count == kUndefined) return ~std::uint64_t{0};
  if (count > 8 || count > end - offset) return std::nullopt;
  if (count == 0) return 0;
  const std::uint8_t* bytes = file.at(offset, count);
  if (bytes == nullptr) return std::nullopt;
  offset += count;
  return to_number(bytes, count, little_endian);
}

}  // namespace lull::otf2
