// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/recorder/journal/mended_file.hpp"

#include <gtest/gtest.h>
#include <otf2/otf2.h>
#include <sys/resource.h>

#include <csignal>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "lull/recorder/files/chunk_memory.hpp"
#include "lull/recorder/measurement/event_files.hpp"
#include "lull/recorder/measurement/event_functions.hpp"
#include "support/temporary_directory.hpp"

namespace lull::recorder {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kSmallChunk = OTF2_CHUNK_SIZE_MIN;

std::string content_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}
void store(const fs::path& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

// Writes all kinds of records that differ in the encoding of their length.
void write_round(EventWriter& writer, std::uint32_t i) {
  const OTF2_TimeStamp time = 10 + i;
  writer.write_call(kEnter, nullptr, time, i % 3 == 0 ? OTF2_UNDEFINED_REGION : i * 1000, 1);
  OTF2_EvtWriter_MpiCollectiveBegin(&writer, nullptr, time);
  OTF2_EvtWriter_MpiCollectiveEnd(&writer, nullptr, time, OTF2_COLLECTIVE_OP_BARRIER, 0, 0, i, 1);
  std::vector<OTF2_Type> types(40, OTF2_TYPE_UINT64);
  std::vector<OTF2_MetricValue> values(40);
  for (auto& value : values) value.unsigned_int = ~std::uint64_t{i};
  OTF2_EvtWriter_Metric(&writer, nullptr, time, 0, 40, types.data(), values.data());
  writer.write_call(kLeave, nullptr, time, i, -1);
}

// The output of a writer after that many rounds: its file, and a copy of its chunk's memory taken
// just before closing.
struct Written {
  std::string file;
  std::string memory;
  std::uint64_t events = 0;
};
Written write_rounds(const fs::path& directory, std::uint32_t rounds) {
  auto& files = *new EventFiles;  // lives as long as the process
  files.open(directory / "traces", kSmallChunk, [](int, const char*) noexcept {});
  EventWriter& writer = *files.open_writer(0);
  for (std::uint32_t i = 0; i < rounds; ++i) write_round(writer, i);
  const fs::path path = directory / "traces" / "0.evt";
  Written written;
  written.memory = content_of(chunk_path(path));
  written.events = writer.events();
  files.close(writer);
  files.finish();
  written.file = content_of(path);
  return written;
}

class MendedFileTest : public testing::Test {
 protected:
  // Returns the file of a process that was killed with this on the disk and in its memory.
  MendedFile mend_what_is_left(const std::string& on_disk, const std::string& memory) {
    store(path, on_disk);
    if (!memory.empty()) store(chunk_path(path), memory);
    return mend(path, kSmallChunk);
  }

  lull::support::TemporaryDirectory directory;
  fs::path path = directory.path() / "0.evt";
};

TEST_F(MendedFileTest, IsWhatTheProcessItselfWouldHaveWritten) {
  for (const std::uint32_t rounds : {1u, 300u, 3000u}) {
    const Written written = write_rounds(directory.path() / std::to_string(rounds), rounds);
    const std::string whole_chunks =
        written.file.substr(0, written.file.size() / kSmallChunk * kSmallChunk);
    const MendedFile mended = mend_what_is_left(whole_chunks, written.memory);
    EXPECT_TRUE(content_of(path) == written.file) << rounds;
    EXPECT_EQ(mended.events, written.events);
    EXPECT_EQ(mended.last_time, 10 + rounds - 1);
    EXPECT_FALSE(mended.memory_lost);
    EXPECT_EQ(mend(path, kSmallChunk).events,
              written.events);  // its completion may not have been noted
    EXPECT_TRUE(content_of(path) == written.file) << rounds;
  }
}

TEST_F(MendedFileTest, DropsIncompleteRecords) {
  const Written written = write_rounds(directory.path() / "few", 3);
  std::uint64_t before = 0;
  for (std::size_t used = 0; used < written.file.size(); ++used) {
    std::string memory = written.memory;
    std::fill(memory.begin() + static_cast<std::ptrdiff_t>(used), memory.end(), '\0');
    const MendedFile mended = mend_what_is_left("", memory);
    EXPECT_LE(mended.events, written.events);
    EXPECT_GE(mended.events, before);
    before = mended.events;
    EXPECT_LE(content_of(path).size(), written.file.size());
  }
  EXPECT_EQ(before, written.events);
}

TEST_F(MendedFileTest, ReportsLostMemory) {
  const Written written = write_rounds(directory.path() / "many", 3000);
  const MendedFile mended = mend_what_is_left(written.file.substr(0, kSmallChunk + 1000), "");
  EXPECT_TRUE(mended.memory_lost);
  EXPECT_EQ(content_of(path).substr(0, kSmallChunk), written.file.substr(0, kSmallChunk));
  EXPECT_GT(mended.events, 0u);
  EXPECT_LT(mended.events, written.events);
}

// A process killed just before it notes its end has closed its files.
TEST_F(MendedFileTest, IsCompleteIfItWasClosed) {
  for (const std::uint32_t rounds : {1u, 300u, 3000u}) {
    const Written written = write_rounds(directory.path() / std::to_string(rounds), rounds);
    const MendedFile mended = mend_what_is_left(written.file, "");
    EXPECT_FALSE(mended.memory_lost) << rounds;
    EXPECT_EQ(mended.events, written.events);
    EXPECT_TRUE(content_of(path) == written.file) << rounds;
  }
}

// A chunk whose memory was not a file, because the disk was too small for it.
TEST_F(MendedFileTest, KeepsEventsThatFitIntoTheFile) {
  const Written written = write_rounds(directory.path() / "many", 300);
  ASSERT_LT(written.file.size(), kSmallChunk);
  std::uint64_t before = 0;
  for (const std::size_t size : {1000u, 20'000u, 50'000u}) {
    const MendedFile mended = mend_what_is_left(written.file.substr(0, size), "");
    EXPECT_TRUE(mended.memory_lost);
    EXPECT_GT(mended.events, before);
    EXPECT_GT(content_of(path).size() + 1000, size);
    before = mended.events;
  }
}

TEST_F(MendedFileTest, KeepsEventsThatFitOnTheDisk) {
  constexpr rlim_t kRoom = 30'000;
  const Written written = write_rounds(directory.path() / "many", 300);
  ASSERT_GT(written.file.size(), kRoom);
  for (const bool in_memory : {false, true}) {
    const std::string on_disk = in_memory ? "" : written.file.substr(0, kRoom);
    store(path, on_disk);
    if (in_memory) store(chunk_path(path), written.memory);
    rlimit before{};
    ::getrlimit(RLIMIT_FSIZE, &before);
    const rlimit little{kRoom, before.rlim_max};
    auto* const handler = std::signal(SIGXFSZ, SIG_IGN);
    ::setrlimit(RLIMIT_FSIZE, &little);
    const MendedFile mended = mend(path, kSmallChunk);
    ::setrlimit(RLIMIT_FSIZE, &before);
    std::signal(SIGXFSZ, handler);
    EXPECT_TRUE(mended.memory_lost);
    EXPECT_GT(content_of(path).size() + 1000, kRoom);
    EXPECT_GT(mended.events, 10u);
    EXPECT_LT(mended.events, written.events);
    EXPECT_EQ(mend(path, kSmallChunk).events, mended.events);
  }
}

TEST_F(MendedFileTest, IsEmptyIfNothingWasRecorded) {
  EXPECT_EQ(mend(path, kSmallChunk).events, 0u);
  EXPECT_EQ(content_of(path).size(), 20u);
}

}  // namespace
}  // namespace lull::recorder
