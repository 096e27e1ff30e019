// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The header block of a ustar archive (POSIX.1-1988), shared by the tar writer and the tar reader.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace lull::report {

inline constexpr std::size_t kTarBlock = 512;
inline constexpr std::uint64_t kLargestOctalSize = 077777777777;  // 8 GiB - 1

struct TarHeader {
  std::array<char, 100> name;
  std::array<char, 8> mode;
  std::array<char, 8> owner;
  std::array<char, 8> group;
  std::array<char, 12> size;
  std::array<char, 12> time;
  std::array<char, 8> checksum;
  char kind;
  std::array<char, 100> link;
  std::array<char, 6> magic;
  std::array<char, 2> version;
  std::array<char, 32> owner_name;
  std::array<char, 32> group_name;
  std::array<char, 16> device;
  std::array<char, 155> prefix;
  std::array<char, 12> unused;
};
static_assert(sizeof(TarHeader) == kTarBlock);

}  // namespace lull::report
