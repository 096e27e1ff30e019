// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The paths of an archive's files, for reading them without the OTF2 library.
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>

namespace lull::otf2 {

struct ArchiveFiles {
  std::filesystem::path anchor;  // "traces.otf2"; the other files are next to it
  std::uint64_t event_chunk_size = 0;
  bool plain = true;           // one regular file per location, uncompressed
  std::size_t window = 65536;  // bytes of an event file held in memory

  [[nodiscard]] std::filesystem::path definitions() const {
    return std::filesystem::path(anchor).replace_extension(".def");
  }
  [[nodiscard]] std::filesystem::path events_of(std::uint64_t location) const {
    return local(location, "evt");
  }
  [[nodiscard]] std::filesystem::path definitions_of(std::uint64_t location) const {
    return local(location, "def");
  }

 private:
  [[nodiscard]] std::filesystem::path local(std::uint64_t location, const char* kind) const {
    return std::filesystem::path(anchor).replace_extension() / fmt::format("{}.{}", location, kind);
  }
};

}  // namespace lull::otf2
