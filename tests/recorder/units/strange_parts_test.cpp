// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Recorded parts may come from another user, be damaged, or be in use by another assembly.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>
#include <iterator>
#include <map>

#include "lull/base/error.hpp"
#include "lull/recorder/assembly/assembly.hpp"
#include "support/temporary_directory.hpp"

namespace lull::recorder {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

std::string journal_of(const std::string& last_line, std::uint64_t buffer = 262144) {
  return R"({"process":{"host":"a","pid":1,"command":"x","buffer":)" + std::to_string(buffer) +
         R"(,"counter":false}})"
         "\n"
         R"({"thread":{"number":0}})"
         "\n" +
         last_line + "\n";
}

std::string text_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

class StrangeParts : public testing::Test {
 protected:
  StrangeParts() {
    fs::create_directories(part() / "traces");
    write(part() / "journal.jsonl", journal_of("{}"));
    write(victim(), "keep this");
  }
  [[nodiscard]] fs::path archive() const { return directory_ / "archive"; }
  [[nodiscard]] fs::path part() const { return archive() / ".parts" / "a"; }
  [[nodiscard]] fs::path victim() const { return directory_ / "victim"; }
  static void write(const fs::path& path, const std::string& text) { std::ofstream(path) << text; }

  [[nodiscard]] Error failure() const {
    try {
      assemble(archive());
    } catch (const Error& error) {
      return error;
    }
    return {ExitStatus::Success, ""};
  }
  [[nodiscard]] std::map<std::string, std::string> content() const {
    std::map<std::string, std::string> files;
    for (const auto& entry : fs::recursive_directory_iterator(archive()))
      files[entry.path().string()] = entry.is_regular_file() ? text_of(entry.path()) : "";
    return files;
  }

  support::TemporaryDirectory directory_;
};

TEST_F(StrangeParts, AreAssembledByOneProcessAtATime) {
  const int other = ::open((archive() / ".parts").c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  ASSERT_EQ(::flock(other, LOCK_EX), 0);
  const auto before = content();
  EXPECT_THAT(failure().what(), HasSubstr("another process is assembling this archive"));
  EXPECT_EQ(failure().status(), ExitStatus::System);
  EXPECT_EQ(content(), before);
  ::close(other);  // the same happens when that process ends
  EXPECT_EQ(assemble(archive()).processes, 1u);
}

TEST_F(StrangeParts, AssembledMeanwhileAreReported) {
  assemble(archive());
  EXPECT_THAT(failure().what(), HasSubstr("another process has assembled this archive"));
  EXPECT_TRUE(fs::exists(archive() / "traces.otf2"));
}

TEST_F(StrangeParts, MayNotContainSymbolicLinks) {
  for (const fs::path& name :
       {archive() / "traces.otf2", archive() / "traces.def", part() / "traces" / "0.evt",
        part() / "traces" / "0.chunk", part() / "stopped", part() / "journal.jsonl"}) {
    const std::string before = text_of(name);
    fs::remove(name);
    fs::create_symlink(victim(), name);
    EXPECT_EQ(failure().status(), ExitStatus::Input) << name;
    EXPECT_EQ(failure().what(), name.string() + " is a symbolic link, which is not followed");
    fs::remove(name);
    if (!before.empty()) write(name, before);
  }
  EXPECT_EQ(text_of(victim()), "keep this");
  EXPECT_EQ(assemble(archive()).processes, 1u);
}

TEST_F(StrangeParts, MayNotLinkToOtherDirectories) {
  const fs::path elsewhere = directory_ / "elsewhere";
  fs::create_directory(elsewhere);
  write(elsewhere / "7.evt", "keep this");
  fs::create_directory_symlink(elsewhere, archive() / "traces");
  EXPECT_THAT(failure().what(), HasSubstr("traces is a symbolic link"));
  fs::remove(archive() / "traces");
  fs::rename(archive() / ".parts", directory_ / "parts");
  fs::create_directory_symlink(directory_ / "parts", archive() / ".parts");
  EXPECT_THAT(failure().what(), HasSubstr(".parts is a symbolic link"));
  EXPECT_EQ(text_of(elsewhere / "7.evt"), "keep this");
  EXPECT_TRUE(fs::exists(directory_ / "parts" / "a" / "journal.jsonl"));
}

TEST_F(StrangeParts, MayBeInALinkedDirectory) {
  fs::create_directory_symlink(archive(), directory_ / "link");
  EXPECT_EQ(assemble(directory_ / "link").processes, 1u);
}

TEST_F(StrangeParts, KeepHardLinksToReplacedFiles) {
  fs::create_hard_link(victim(), archive() / "traces.otf2");
  EXPECT_EQ(assemble(archive()).processes, 1u);
  EXPECT_EQ(text_of(victim()), "keep this");
}

TEST_F(StrangeParts, MayNotBePipes) {
  for (const fs::path& name :
       {archive() / "traces.otf2", archive() / "traces.def", part() / "traces" / "0.evt",
        part() / "traces" / "0.chunk", part() / "stopped", part() / "journal.jsonl"}) {
    fs::remove(name);
    ASSERT_EQ(::mkfifo(name.c_str(), 0600), 0);
    EXPECT_EQ(failure().what(), name.string() + " is neither a file nor a directory");
    fs::remove(name);
  }
}

TEST_F(StrangeParts, MayNotBeDirectoriesInPlaceOfFiles) {
  fs::create_directory(archive() / "traces.otf2");
  EXPECT_THAT(failure().what(), HasSubstr("traces.otf2 is a directory"));
  fs::remove(archive() / "traces.otf2");
  write(archive() / "traces", "");
  EXPECT_THAT(failure().what(), HasSubstr("traces is not a directory"));
  fs::remove(archive() / "traces");
  fs::remove(part() / "journal.jsonl");
  fs::create_directory(part() / "journal.jsonl");
  EXPECT_THAT(failure().what(), HasSubstr("journal.jsonl cannot be read"));
}

TEST_F(StrangeParts, MayNotHaveHugeTables) {
  for (const char* line : {R"({"contingent":{"number":4294967295}})",
                           R"({"team":{"number":4294967294,"members":[0]}})"}) {
    write(part() / "journal.jsonl", journal_of(line));
    EXPECT_THAT(failure().what(), HasSubstr("line 3 is damaged: a number in it is out of range"));
  }
  for (const std::uint64_t buffer : {std::uint64_t{1}, ~std::uint64_t{0}}) {
    write(part() / "journal.jsonl", journal_of("{}", buffer));
    EXPECT_THAT(failure().what(), HasSubstr("line 1 is damaged: invalid buffer size"));
  }
}

// The files are sparse; files of this size cannot be held in memory.
TEST_F(StrangeParts, AreReadUpToALimit) {
  constexpr std::uintmax_t kHuge = std::uintmax_t{100} << 30;
  for (const char* name : {"0.evt", "0.chunk"}) write(part() / "traces" / name, "");
  write(part() / "stopped", "");
  for (const char* name : {"traces/0.evt", "traces/0.chunk", "stopped"})
    fs::resize_file(part() / name, kHuge);
  const std::string journal = text_of(part() / "journal.jsonl");
  fs::resize_file(part() / "journal.jsonl", kHuge);
  EXPECT_THAT(failure().what(), HasSubstr("line 4 is damaged: it is too long"));
  write(part() / "journal.jsonl", journal);
  EXPECT_EQ(assemble(archive()).processes, 1u);
}

}  // namespace
}  // namespace lull::recorder
