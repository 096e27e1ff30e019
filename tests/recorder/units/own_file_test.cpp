// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/recorder/files/own_file.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <deque>
#include <fstream>
#include <iterator>
#include <string>

#include "recorder/units/event_records_of.hpp"
#include "support/temporary_directory.hpp"

namespace lull::recorder {
namespace {

namespace fs = std::filesystem;

std::ptrdiff_t open_descriptors() {
  return std::distance(fs::directory_iterator("/proc/self/fd"), {});
}

TEST(OwnFile, KeepsFewDescriptorsOfTheProcess) {
  const lull::support::TemporaryDirectory directory;
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &before), 0);
  for (const rlim_t limit : {rlim_t{15}, rlim_t{160}, rlim_t{1024}}) {
    const rlimit few{std::min(limit, before.rlim_max), before.rlim_max};
    const std::ptrdiff_t others = open_descriptors();
    ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &few), 0);
    std::deque<OwnFile> files(200);
    for (std::size_t i = 0; i < files.size(); ++i) {
      const fs::path path = directory / std::to_string(i);
      ASSERT_TRUE(files[i].open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC)) << limit << " " << i;
      EXPECT_TRUE(files[i].is_open());
      for (const std::string text : {"one ", "two ", "three"})
        EXPECT_EQ(files[i].write(text.data(), text.size()), std::ssize(text));
      files[i].shorten(3);
    }
    ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &before), 0);
    EXPECT_EQ(open_descriptors() - others, std::min<rlim_t>(limit / 16, 64)) << limit;
    for (OwnFile& file : files) EXPECT_TRUE(file.close());
    EXPECT_EQ(open_descriptors(), others);
    for (std::size_t i = 0; i < files.size(); ++i)
      EXPECT_EQ(bytes_of(directory / std::to_string(i)), "one two th");
  }
}

TEST(OwnFile, IsNotCreatedAgainIfDeleted) {
  const lull::support::TemporaryDirectory directory;
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &before), 0);
  const rlimit few{15, before.rlim_max};
  OwnFile file;
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &few), 0);
  ASSERT_TRUE(file.open((directory / "a").c_str(), O_WRONLY | O_CREAT));
  fs::rename(directory / "a", directory / "elsewhere");
  EXPECT_EQ(file.write("x", 1), -1);
  std::ofstream(directory / "a") << "another's";
  EXPECT_EQ(file.write("x", 1), -1);
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &before), 0);
  EXPECT_EQ(bytes_of(directory / "a"), "another's");
}

}  // namespace
}  // namespace lull::recorder
