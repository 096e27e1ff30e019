// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Where an archive keeps its files, for those who look into them past the OTF2 library.
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>

namespace lull::otf2 {

struct ArchiveFiles {
  std::filesystem::path anchor;  // "traces.otf2"; the others stand beside it
  std::uint64_t event_chunk_size = 0;
  bool plain = true;           // one ordinary file per location, not compressed
  std::size_t window = 65536;  // bytes of an event file that are in memory at a time

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
