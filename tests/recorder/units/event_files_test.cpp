// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/recorder/measurement/event_files.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <array>
#include <atomic>
#include <barrier>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "recorder/units/event_records_of.hpp"
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
  // Writes that many events in each thread; returns whether that succeeded. The first thread has
  // the number `first`; `meanwhile` is called in the middle.
  bool record(
      const std::vector<std::uint32_t>& numbers, std::uint64_t limit = ~0ull,
      std::uint64_t first = 0, const std::function<void(std::uint64_t)>& meanwhile = [](auto) {}) {
    failures = times_enough = 0;
    auto& files = *new EventFiles;  // lives as long as the process
    files.open(ours / "traces", kTestChunk, count_failure);
    files.limit(limit, count_enough);
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      EventWriter* const writer = files.open_writer(first + i);
      if (writer == nullptr) {
        EXPECT_FALSE(files.finish());
        return false;
      }
      for (std::uint32_t n = 0; n < numbers[i]; ++n) {
        if (n == numbers[i] / 2) meanwhile(first + i);
        writer->write_call(kEnter, nullptr, n, n % 1000, 1);
      }
      EXPECT_EQ(writer->depth(), numbers[i]);
      files.close(*writer);
    }
    return files.finish();
  }

  void expect_what_the_library_writes(std::uint64_t first) {
    {
      LibraryArchive library(theirs);
      for (std::size_t i = 0; i < kNumbers.size(); ++i)
        library.write(first + i, [&](OTF2_EvtWriter* writer) {
          for (std::uint32_t n = 0; n < kNumbers[i]; ++n)
            OTF2_EvtWriter_Enter(writer, nullptr, n, n % 1000);
        });
    }
    for (std::size_t i = 0; i < kNumbers.size(); ++i) {
      const fs::path name = fs::path("traces") / (std::to_string(first + i) + ".evt");
      EXPECT_TRUE(records_of(bytes_of(ours / name)) == records_of(bytes_of(theirs / name))) << name;
    }
  }

  const std::vector<std::uint32_t> kNumbers{0, 1, 1000, 10'000, 200'000, 1'000'000};
  lull::support::TemporaryDirectory directory;
  fs::path ours = directory.path() / "ours";
  fs::path theirs = directory.path() / "theirs";
};

TEST_F(EventFilesTest, ContainTheEventsThatTheLibraryWrites) {
  ASSERT_TRUE(record(kNumbers));
  expect_what_the_library_writes(0);
}

// Except for the first few, only threads that have filled a chunk have a file before they end.
TEST_F(EventFilesTest, AreCreatedLateIfThereAreManyThreads) {
  ASSERT_TRUE(record(kNumbers, ~0ull, 1000, [&](std::uint64_t thread) {
    const bool is_large = kNumbers[thread - 1000] > 100'000;
    EXPECT_EQ(fs::exists(ours / "traces" / (std::to_string(thread) + ".evt")), is_large);
  }));
  expect_what_the_library_writes(1000);
  for (const auto& entry : fs::directory_iterator(ours / "traces"))
    EXPECT_EQ(entry.path().extension(), ".evt");
}

// Simulates a disk that has become full.
TEST_F(EventFilesTest, ContinueInOtherMemoryIfTheChunkCannotGrow) {
  ASSERT_TRUE(record(kNumbers, ~0ull, 1000, [&](std::uint64_t thread) {
    if (kNumbers[thread - 1000] != 10'000) return;
    const fs::path chunk = ours / "traces" / (std::to_string(thread) + ".chunk");
    ASSERT_TRUE(fs::remove(chunk));
    fs::create_directory(chunk);
  }));
  expect_what_the_library_writes(1000);
}

TEST_F(EventFilesTest, OfThousandsTakeLittleSpace) {
  constexpr std::uint64_t kMost = 80'000;  // bytes on the disk
  std::uint64_t blocks = 0;
  ASSERT_TRUE(record({1'000}, ~0ull, 1000, [&](std::uint64_t) {
    struct stat found {};
    ASSERT_EQ(::stat((ours / "traces" / "1000.chunk").c_str(), &found), 0);
    blocks = static_cast<std::uint64_t>(found.st_blocks);
  }));
  EXPECT_GT(blocks, 0u);
  EXPECT_LT(512 * blocks, kMost);
}

// The threads begin, fill chunks and end at the same time.
TEST_F(EventFilesTest, OfManyThreadsNeedFewDescriptorsAtATime) {
  constexpr std::size_t kThreads = 200;
  failures = 0;
  auto& files = *new EventFiles;  // lives as long as the process
  files.open(ours / "traces", kTestChunk, count_failure);
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &before), 0);
  const rlimit few{24, before.rlim_max};
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &few), 0);
  std::vector<EventWriter*> writers(kThreads);
  {
    std::barrier all(kThreads);
    std::vector<std::jthread> threads;
    for (std::size_t i = 0; i < kThreads; ++i)
      threads.emplace_back([&, i] {
        all.arrive_and_wait();
        writers[i] = files.open_writer(i);
        for (std::uint32_t n = 0; writers[i] != nullptr && n < 100'000; ++n)
          writers[i]->write_call(n % 2 == 0 ? kEnter : kLeave, nullptr, n, 1, n % 2 == 0 ? 1 : -1);
      });
  }
  for (EventWriter* const writer : writers) {
    ASSERT_NE(writer, nullptr);
    files.close(*writer);
  }
  EXPECT_TRUE(files.finish());
  EXPECT_EQ(failures, 0);
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &before), 0);
  for (std::size_t i = 0; i < kThreads; ++i)
    EXPECT_GT(fs::file_size(ours / "traces" / (std::to_string(i) + ".evt")), kTestChunk);
}

TEST_F(EventFilesTest, ReportAFullDiskOnce) {
  fs::create_directories(ours / "traces");
  fs::create_symlink("/dev/full", ours / "traces" / "0.evt");
  EXPECT_FALSE(record({1'000'000, 1'000'000}));
  EXPECT_EQ(failures, 1);
}

TEST_F(EventFilesTest, ReportAReachedLimitOnce) {
  for (const auto& [limit, times] : {std::pair(1ull, 1), {3 * kTestChunk, 1}, {1ull << 40, 0}}) {
    EXPECT_TRUE(record({200'000, 200'000}, limit));
    EXPECT_EQ(times_enough, times) << limit;
  }
}

}  // namespace
}  // namespace lull::recorder
