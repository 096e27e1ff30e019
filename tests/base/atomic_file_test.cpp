// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/base/files/atomic_file.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <fstream>
#include <iterator>
#include <string>

#include "lull/base/error.hpp"
#include "support/temporary_directory.hpp"

namespace lull {
namespace {

std::string content_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::size_t files_in(const std::filesystem::path& directory) {
  return static_cast<std::size_t>(
      std::distance(std::filesystem::directory_iterator(directory), {}));
}

ExitStatus status_of(const std::filesystem::path& path) {
  try {
    const AtomicFile file(path);
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find(path.string()), std::string::npos) << error.what();
    return error.status();
  }
  return ExitStatus::Success;
}

TEST(AtomicFile, AppearsWithAllItsContentAtOnce) {
  const support::TemporaryDirectory directory;
  AtomicFile file(directory / "report");
  file.write("one ");
  file.write("two");
  EXPECT_FALSE(std::filesystem::exists(directory / "report"));
  file.commit();
  EXPECT_EQ(content_of(directory / "report"), "one two");
  EXPECT_EQ(files_in(directory.path()), 1u);
}

// Tests both kinds of names.
TEST(AtomicFile, IsWrittenByItsGuestsToo) {
  for (const auto naming : {AtomicFile::Naming::Late, AtomicFile::Naming::Early}) {
    const support::TemporaryDirectory directory;
    AtomicFile host(directory / "report", naming);
    AtomicFile guest(directory / "report", host.invitation());
    ASSERT_TRUE(guest.is_open());
    for (AtomicFile* const file : {&host, &guest}) {
      file->write("head ");
      file->skip(6);
      file->write("tail");
      EXPECT_EQ(file->position(), 15u);
    }
    guest.write_at(5, "guest ");
    guest.commit();
    EXPECT_FALSE(std::filesystem::exists(directory / "report"));
    host.commit();
    EXPECT_EQ(content_of(directory / "report"), "head guest tail");
    EXPECT_EQ(files_in(directory.path()), 1u);
  }
}

TEST(AtomicFile, RejectsFilesOtherThanItsHosts) {
  const support::TemporaryDirectory directory;
  std::ofstream(directory / "other") << "other";
  const AtomicFile host(directory / "report");
  AtomicFile::Invitation invitation = host.invitation();
  invitation.name = (directory / "other").string();
  EXPECT_FALSE(AtomicFile(directory / "report", invitation).is_open());
  invitation = host.invitation();
  invitation.machine = "another one";
  EXPECT_EQ(AtomicFile(directory / "report", invitation).is_open(),
            !invitation.name.starts_with("/proc/"));
  EXPECT_EQ(content_of(directory / "other"), "other");
}

TEST(AtomicFile, LeavesNothingBehindWithoutCommit) {
  const support::TemporaryDirectory directory;
  {
    AtomicFile file(directory / "report");
    file.write("half of it");
  }
  EXPECT_EQ(files_in(directory.path()), 0u);
}

TEST(AtomicFile, LeavesNothingBehindWhenTheProgramIsKilled) {
  const support::TemporaryDirectory directory;
  const auto die = [&directory] {
    AtomicFile file(directory / "report");
    file.write("half of it");
    std::raise(SIGKILL);
  };
  EXPECT_EXIT(die(), testing::KilledBySignal(SIGKILL), "");
  EXPECT_EQ(files_in(directory.path()), 0u);
}

TEST(AtomicFile, DoesNotReuseNamesOfOtherFiles) {
  const support::TemporaryDirectory directory;
  const std::string other = fmt::format("report.{}-0", ::getpid());
  std::ofstream(directory / other) << "other";
  AtomicFile file(directory / "report");
  file.write("new");
  file.commit();
  EXPECT_EQ(content_of(directory / "report"), "new");
  EXPECT_EQ(content_of(directory / other), "other");
  EXPECT_EQ(files_in(directory.path()), 2u);
}

TEST(AtomicFile, KeepsTheOldFileUntilTheNewOneIsWhole) {
  const support::TemporaryDirectory directory;
  std::ofstream(directory / "report") << "old";
  {
    AtomicFile file(directory / "report");
    file.write("half");
  }
  EXPECT_EQ(content_of(directory / "report"), "old");
  AtomicFile file(directory / "report");
  file.write("new");
  file.commit();
  EXPECT_EQ(content_of(directory / "report"), "new");
}

TEST(AtomicFile, IsCreatedAtTheTargetOfALink) {
  const support::TemporaryDirectory directory;
  std::filesystem::create_symlink("target", directory / "link");
  std::filesystem::create_symlink(directory / "link", directory / "another");
  AtomicFile file(directory / "another");
  file.write("new");
  file.commit();
  EXPECT_TRUE(std::filesystem::is_symlink(directory / "another"));
  EXPECT_EQ(content_of(directory / "target"), "new");
  std::filesystem::create_symlink("nowhere/target", directory / "lost");
  EXPECT_EQ(status_of(directory / "lost"), ExitStatus::System);
}

TEST(AtomicFile, HasThePermissionsOfAnyNewFile) {
  const support::TemporaryDirectory directory;
  AtomicFile file(directory / "report");
  file.commit();
  std::ofstream(directory / "other") << "x";
  EXPECT_EQ(std::filesystem::status(directory / "report").permissions(),
            std::filesystem::status(directory / "other").permissions());
}

TEST(AtomicFile, WritesLargeFiles) {
  const support::TemporaryDirectory directory;
  const std::string block(1 << 20, 'x');
  AtomicFile file(directory / "report");
  for (int i = 0; i < 5; ++i) file.write(block);
  file.commit();
  EXPECT_EQ(std::filesystem::file_size(directory / "report"), 5u << 20);
}

TEST(AtomicFile, RefusesAMissingDirectory) {
  const support::TemporaryDirectory directory;
  EXPECT_EQ(status_of(directory / "missing/report"), ExitStatus::System);
}

TEST(AtomicFile, RefusesAReadOnlyDirectory) {
  if (!std::filesystem::exists("/proc/self")) GTEST_SKIP() << "there is no /proc";
  EXPECT_EQ(status_of("/proc/report"), ExitStatus::System);  // refused even as root
}

TEST(AtomicFile, RefusesToReplaceADirectory) {
  const support::TemporaryDirectory directory;
  std::filesystem::create_directory(directory / "report");
  EXPECT_EQ(status_of(directory / "report"), ExitStatus::System);
  EXPECT_EQ(files_in(directory.path()), 1u);
}

TEST(AtomicFile, RefusesAFileInTheDirectorysPlace) {
  const support::TemporaryDirectory directory;
  std::ofstream(directory / "file") << "x";
  EXPECT_EQ(status_of(directory / "file/report"), ExitStatus::System);
}

TEST(AtomicFile, ReplacesTheTargetOfALink) {
  const support::TemporaryDirectory directory;
  std::filesystem::create_directory(directory / "folder");
  std::ofstream(directory / "folder/report") << "old";
  std::filesystem::create_symlink("folder/report", directory / "link");
  AtomicFile file(directory / "link");
  file.write("new");
  file.commit();
  EXPECT_TRUE(std::filesystem::is_symlink(directory / "link"));
  EXPECT_EQ(content_of(directory / "folder/report"), "new");
}

TEST(AtomicFile, DoesNotReplaceADevice) {
  EXPECT_THROW(AtomicFile("/dev/null"), Error);
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
}

}  // namespace
}  // namespace lull
