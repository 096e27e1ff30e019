// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The memory of a chunk of events, which outlives the process that fills it: it is a mapped file,
// so what the process has stored there is in the file even if the process is killed. If the file
// system is full or does not support this, the chunk is in ordinary memory. Space in the file is
// allocated as it is used: most threads in a program with thousands of them record little.
#pragma once

#include <cstddef>
#include <filesystem>

namespace lull::recorder {

class ChunkMemory {
 public:
  ChunkMemory() = default;
  // Allocates `size` zeroed bytes. Only the first room() may be used until grow() is called. Empty
  // if memory runs out. Safe in signal handlers.
  ChunkMemory(const char* path, std::size_t size) noexcept;
  // Allocates memory that does not outlive the process.
  explicit ChunkMemory(std::size_t size) noexcept;
  ~ChunkMemory();
  ChunkMemory(ChunkMemory&& other) noexcept;
  ChunkMemory& operator=(ChunkMemory&& other) noexcept;

  [[nodiscard]] char* data() const { return data_; }
  // Number of bytes that may be used: at least 64 kB, or all.
  [[nodiscard]] std::size_t room() const { return room_; }
  // Doubles room(), possibly moving the memory. Returns false, with nothing changed, if there is
  // not enough.
  bool grow(const char* path) noexcept;
  // Truncates the file to `size` bytes and renames it to `other`; nothing may be stored afterwards.
  // Returns false on failure.
  bool become(const char* path, const char* other, std::size_t size) noexcept;
  explicit operator bool() const { return data_ != nullptr; }
  [[nodiscard]] bool outlives() const { return is_file_; }

 private:
  char* data_ = nullptr;
  std::size_t size_ = 0;
  std::size_t room_ = 0;
  bool is_file_ = false;
};

// Returns the path of an event file's chunk memory.
[[nodiscard]] std::filesystem::path chunk_path(const std::filesystem::path& event_file);
constexpr const char* kChunkExtension = ".chunk";

}  // namespace lull::recorder
