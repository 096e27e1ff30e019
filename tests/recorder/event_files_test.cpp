// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/recorder/measurement/event_files.hpp"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <string>
#include <vector>

#include "recorder/event_records_of.hpp"
#include "support/temporary_directory.hpp"

namespace lull::recorder {
namespace {

namespace fs = std::filesystem;

std::atomic<int> failures{0};
void count_failure(int, const char*) noexcept { ++failures; }
std::atomic<int> times_enough{0};
void count_enough(bool) noexcept { ++times_enough; }

class EventFilesTest : public testing::Test {
 protected:
  // Writes so many events of each thread; whether that went well.
  bool record(const std::vector<std::uint32_t>& numbers, std::uint64_t limit = ~0ull) {
    failures = times_enough = 0;
    auto& files = *new EventFiles;  // lives as long as the process
    files.open(ours / "traces", kTestChunk, count_failure);
    files.limit(limit, count_enough);
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      EventWriter* const writer = files.open_writer(i);
      if (writer == nullptr) return false;
      for (std::uint32_t n = 0; n < numbers[i]; ++n)
        writer->write_call(kEnter, nullptr, n, n % 1000, 1);
      EXPECT_EQ(writer->depth(), numbers[i]);
      files.close(*writer);
    }
    return files.finish();
  }

  lull::support::TemporaryDirectory directory;
  fs::path ours = directory.path() / "ours";
  fs::path theirs = directory.path() / "theirs";
};

TEST_F(EventFilesTest, SayWhatTheLibraryItselfWrites) {
  const std::vector<std::uint32_t> numbers{0, 1, 1000, 200'000, 1'000'000};
  ASSERT_TRUE(record(numbers));
  {
    LibraryArchive library(theirs);
    for (std::size_t i = 0; i < numbers.size(); ++i)
      library.write(i, [&](OTF2_EvtWriter* writer) {
        for (std::uint32_t n = 0; n < numbers[i]; ++n)
          OTF2_EvtWriter_Enter(writer, nullptr, n, n % 1000);
      });
  }
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const fs::path name = fs::path("traces") / (std::to_string(i) + ".evt");
    EXPECT_TRUE(records_of(bytes_of(ours / name)) == records_of(bytes_of(theirs / name))) << name;
  }
}

TEST_F(EventFilesTest, TellOnceThatTheDiskIsFull) {
  fs::create_directories(ours / "traces");
  fs::create_symlink("/dev/full", ours / "traces" / "0.evt");
  EXPECT_FALSE(record({1'000'000, 1'000'000}));
  EXPECT_EQ(failures, 1);
}

TEST_F(EventFilesTest, TellOnceThatThereIsEnough) {
  for (const auto& [limit, times] : {std::pair(1ull, 1), {3 * kTestChunk, 1}, {1ull << 40, 0}}) {
    EXPECT_TRUE(record({200'000, 200'000}, limit));
    EXPECT_EQ(times_enough, times) << limit;
  }
}

}  // namespace
}  // namespace lull::recorder
