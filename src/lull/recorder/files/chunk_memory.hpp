// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The memory of a chunk of events, which outlives the process that fills it: it is a file, and what
// the process has stored there is in the file even if the process is killed. Where a file system
// cannot do that, or is full, it is memory like any other. The file's space is taken as it is used:
// most threads of a program that has thousands record little.
#pragma once

#include <cstddef>
#include <filesystem>

namespace lull::recorder {

class ChunkMemory {
 public:
  ChunkMemory() = default;
  // `size` bytes, zero, not all of which may be used yet; none where there is no memory. Also in
  // handlers of signals.
  ChunkMemory(const char* path, std::size_t size) noexcept;
  // Which does not outlive the process.
  explicit ChunkMemory(std::size_t size) noexcept;
  ~ChunkMemory();
  ChunkMemory(ChunkMemory&& other) noexcept;
  ChunkMemory& operator=(ChunkMemory&& other) noexcept;

  [[nodiscard]] char* data() const { return data_; }
  // How many bytes may be used: at least 64 kB, or all.
  [[nodiscard]] std::size_t room() const { return room_; }
  // Twice as many. The memory may lie elsewhere then. False, with nothing changed, where there is
  // none.
  bool grow(const char* path) noexcept;
  // The file is of `size` bytes from now on, and has the other name; nothing more may be stored.
  // False where that cannot be done.
  bool become(const char* path, const char* other, std::size_t size) noexcept;
  explicit operator bool() const { return data_ != nullptr; }
  [[nodiscard]] bool outlives() const { return is_file_; }

 private:
  char* data_ = nullptr;
  std::size_t size_ = 0;
  std::size_t room_ = 0;
  bool is_file_ = false;
};

// Where the chunk memory of an event file is.
[[nodiscard]] std::filesystem::path chunk_path(const std::filesystem::path& event_file);
constexpr const char* kChunkExtension = ".chunk";

}  // namespace lull::recorder
