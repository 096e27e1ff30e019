// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/recorder/measurement/event_files.hpp"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "support/temporary_directory.hpp"

namespace lull::recorder {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kChunk = OTF2_CHUNK_SIZE_MIN;

std::atomic<int> failures{0};
void count_failure(int, const char*) noexcept { ++failures; }
std::atomic<int> times_enough{0};
void count_enough(bool) noexcept { ++times_enough; }

OTF2_FlushType flush(void*, OTF2_FileType, OTF2_LocationRef, void*, bool) { return OTF2_FLUSH; }
OTF2_TimeStamp same_time(void*, OTF2_FileType, OTF2_LocationRef) { return 7; }

// One chunk for all: it is flushed when it is full.
void* allocate(void*, OTF2_FileType, OTF2_LocationRef, void** used, std::uint64_t) {
  static std::array<char, kChunk> chunk;
  if (*used != nullptr) return nullptr;
  *used = chunk.data();
  return chunk.data();
}
void release(void*, OTF2_FileType, OTF2_LocationRef, void** used, bool) { *used = nullptr; }

OTF2_Archive* open_archive(const fs::path& directory, OTF2_FileSubstrate substrate) {
  OTF2_Archive* const archive =
      OTF2_Archive_Open(directory.c_str(), "traces", OTF2_FILEMODE_WRITE, kChunk,
                        OTF2_CHUNK_SIZE_DEFINITIONS_DEFAULT, substrate, OTF2_COMPRESSION_NONE);
  OTF2_Archive_SetSerialCollectiveCallbacks(archive);
  return archive;
}

void write_events(OTF2_Archive* archive, std::uint64_t thread, std::uint32_t number) {
  OTF2_EvtWriter* const writer = OTF2_Archive_GetEvtWriter(archive, thread);
  for (std::uint32_t i = 0; i < number; ++i) OTF2_EvtWriter_Enter(writer, nullptr, i, i % 1000);
  OTF2_Archive_CloseEvtWriter(archive, writer);
}

std::string bytes_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

class EventFilesTest : public testing::Test {
 protected:
  // Writes so many events of each thread through EventFiles; whether that went well.
  bool record(const std::vector<std::uint32_t>& numbers, std::uint64_t limit = ~0ull) {
    failures = times_enough = 0;
    static OTF2_FlushCallbacks callbacks{nullptr, same_time};
    EventFiles files;
    files.open(ours / "traces", count_failure);
    files.limit(limit, count_enough);
    OTF2_Archive* const archive = open_archive(ours, OTF2_SUBSTRATE_NONE);
    files.take_from(archive, callbacks);
    OTF2_Archive_OpenEvtFiles(archive);
    for (std::size_t i = 0; i < numbers.size(); ++i) write_events(archive, i, numbers[i]);
    OTF2_Archive_CloseEvtFiles(archive);
    const bool well = files.finish();
    OTF2_Archive_Close(archive);
    return well;
  }

  lull::support::TemporaryDirectory directory;
  fs::path ours = directory.path() / "ours";
  fs::path theirs = directory.path() / "theirs";
};

TEST_F(EventFilesTest, AreWhatTheLibraryItselfWrites) {
  const std::vector<std::uint32_t> numbers{0, 1, 1000, 200'000, 1'000'000};
  ASSERT_TRUE(record(numbers));
  static constexpr OTF2_FlushCallbacks kCallbacks{flush, same_time};
  OTF2_Archive* const archive = open_archive(theirs, OTF2_SUBSTRATE_POSIX);
  static constexpr OTF2_MemoryCallbacks kMemory{allocate, release};
  OTF2_Archive_SetFlushCallbacks(archive, &kCallbacks, nullptr);
  OTF2_Archive_SetMemoryCallbacks(archive, &kMemory, nullptr);
  OTF2_Archive_OpenEvtFiles(archive);
  for (std::size_t i = 0; i < numbers.size(); ++i) write_events(archive, i, numbers[i]);
  OTF2_Archive_CloseEvtFiles(archive);
  OTF2_Archive_Close(archive);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const fs::path name = fs::path("traces") / (std::to_string(i) + ".evt");
    EXPECT_TRUE(bytes_of(ours / name) == bytes_of(theirs / name)) << name;
  }
}

TEST_F(EventFilesTest, TellOnceThatTheDiskIsFull) {
  fs::create_directories(ours / "traces");
  fs::create_symlink("/dev/full", ours / "traces" / "0.evt");
  EXPECT_FALSE(record({1'000'000, 1'000'000}));
  EXPECT_EQ(failures, 1);
}

TEST_F(EventFilesTest, TellOnceThatThereIsEnough) {
  for (const auto& [limit, times] : {std::pair(1ull, 1), {3 * kChunk, 1}, {1ull << 40, 0}}) {
    EXPECT_TRUE(record({200'000, 200'000}, limit));
    EXPECT_EQ(times_enough, times) << limit;
  }
}

}  // namespace
}  // namespace lull::recorder
