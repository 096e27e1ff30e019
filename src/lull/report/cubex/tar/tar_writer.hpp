// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Writes a ustar archive member by member, in one pass, into an AtomicFile. Sizes over 8 GiB and
// names over 100 bytes use a PAX header. Padding is minimal and time stamps are zero, so that equal
// contents give equal files. The caller commits the file after finish().
#pragma once

#include <cstdint>
#include <string_view>

#include "lull/base/files/atomic_file.hpp"

namespace lull::report {

class TarWriter {
 public:
  explicit TarWriter(AtomicFile& file) : file_(file) {}

  // Writes a member whose content is complete.
  void add(std::string_view name, std::string_view content);

  // Writes a member in parts: begin, then exactly `size` bytes by append, then end.
  void begin(std::string_view name, std::uint64_t size);
  void append(std::string_view bytes);
  // Reserves `size` bytes for other writers; returns their position in the file.
  [[nodiscard]] std::uint64_t leave_room(std::uint64_t size);
  void end();

  // Writes the two empty blocks that close an archive.
  void finish();

 private:
  void write_header(std::string_view name, std::uint64_t size, char kind);
  void pad(std::uint64_t size);

  AtomicFile& file_;
  std::uint64_t size_ = 0;
  std::uint64_t written_ = 0;
};

}  // namespace lull::report
