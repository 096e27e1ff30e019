// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Compares event files of the recorder and of the OTF2 library, whose chunks differ.
#pragma once

#include <gtest/gtest.h>
#include <otf2/otf2.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

#include "lull/recorder/files/event_records.hpp"

namespace lull::recorder {

constexpr std::uint64_t kTestChunk = OTF2_CHUNK_SIZE_MIN;

inline std::string bytes_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// Returns all records in order, without those about chunks. Expects that the numbers of events in
// chunk headers are correct.
inline std::string records_of(std::string_view file) {
  std::string all;
  std::uint64_t events = 0;
  for (; !file.empty(); file.remove_prefix(std::min<std::size_t>(file.size(), kTestChunk))) {
    std::string_view rest = file.substr(0, kTestChunk);
    EXPECT_EQ(rest[0], kChunkHeader);
    EXPECT_EQ(number_at(rest, kFirstInHeader), events + 1);
    const std::uint64_t last = number_at(rest, kLastInHeader);
    for (rest.remove_prefix(kHeaderSize); !rest.empty();) {
      const std::size_t length = record_length(rest);
      if (length == 0) break;
      const auto type = static_cast<unsigned char>(rest[0]);
      if (type >= kFirstEvent) ++events;
      if (type != kBufferFlush) all += rest.substr(0, length);
      rest.remove_prefix(length);
    }
    EXPECT_EQ(events, last);
    const bool is_last = file.size() <= kTestChunk;
    if (is_last)
      EXPECT_EQ(rest, (std::string{kEndOfFile, kEndOfBuffer}));
    else
      EXPECT_EQ(rest.find_first_not_of('\0'), rest.npos);
  }
  return all;
}

// An archive whose event files the library writes itself.
class LibraryArchive {
 public:
  explicit LibraryArchive(const std::filesystem::path& directory) {
    static constexpr OTF2_FlushCallbacks kCallbacks{flush, same_time};
    static constexpr OTF2_MemoryCallbacks kMemory{allocate, release};
    archive_ = OTF2_Archive_Open(directory.c_str(), "traces", OTF2_FILEMODE_WRITE, kTestChunk,
                                 OTF2_CHUNK_SIZE_DEFINITIONS_DEFAULT, OTF2_SUBSTRATE_POSIX,
                                 OTF2_COMPRESSION_NONE);
    OTF2_Archive_SetSerialCollectiveCallbacks(archive_);
    OTF2_Archive_SetFlushCallbacks(archive_, &kCallbacks, nullptr);
    OTF2_Archive_SetMemoryCallbacks(archive_, &kMemory, nullptr);
    OTF2_Archive_OpenEvtFiles(archive_);
  }
  LibraryArchive(const LibraryArchive&) = delete;
  LibraryArchive& operator=(const LibraryArchive&) = delete;
  ~LibraryArchive() {
    OTF2_Archive_CloseEvtFiles(archive_);
    OTF2_Archive_Close(archive_);
  }
  // Writes one thread after another.
  template <class Write>
  void write(std::uint64_t thread, Write write) {
    OTF2_EvtWriter* const writer = OTF2_Archive_GetEvtWriter(archive_, thread);
    write(writer);
    OTF2_Archive_CloseEvtWriter(archive_, writer);
  }

 private:
  static OTF2_FlushType flush(void*, OTF2_FileType, OTF2_LocationRef, void*, bool) {
    return OTF2_FLUSH;
  }
  static OTF2_TimeStamp same_time(void*, OTF2_FileType, OTF2_LocationRef) { return 7; }
  // All events share one chunk, which is flushed when full.
  static void* allocate(void*, OTF2_FileType, OTF2_LocationRef, void** used, std::uint64_t) {
    static std::array<char, kTestChunk> chunk;
    if (*used != nullptr) return nullptr;
    *used = chunk.data();
    return chunk.data();
  }
  static void release(void*, OTF2_FileType, OTF2_LocationRef, void** used, bool) {
    *used = nullptr;
  }

  OTF2_Archive* archive_;
};

}  // namespace lull::recorder
