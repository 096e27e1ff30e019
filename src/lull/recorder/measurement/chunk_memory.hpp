// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The memory of a chunk of events, which outlives the process that fills it: it is a file, and what
// the process has stored there is in the file even if the process is killed. Where a file system
// cannot do that, or is full, it is memory like any other.
#pragma once

#include <cstddef>
#include <filesystem>

namespace lull::recorder {

class ChunkMemory {
 public:
  ChunkMemory() = default;
  // `size` bytes, zero; none where there is no memory. Also in handlers of signals.
  ChunkMemory(const char* path, std::size_t size) noexcept;
  // Which does not outlive the process.
  explicit ChunkMemory(std::size_t size) noexcept;
  ~ChunkMemory();
  ChunkMemory(ChunkMemory&& other) noexcept;
  ChunkMemory& operator=(ChunkMemory&& other) noexcept;

  [[nodiscard]] char* data() const { return data_; }
  explicit operator bool() const { return data_ != nullptr; }

 private:
  char* data_ = nullptr;
  std::size_t size_ = 0;
};

// Where the chunk memory of an event file is.
[[nodiscard]] std::filesystem::path chunk_path(const std::filesystem::path& event_file);
constexpr const char* kChunkExtension = ".chunk";

}  // namespace lull::recorder
