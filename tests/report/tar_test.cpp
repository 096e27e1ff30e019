// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include "lull/base/error.hpp"
#include "lull/report/cubex/tar/tar_reader.hpp"
#include "lull/report/cubex/tar/tar_writer.hpp"
#include "report/cubex_file.hpp"
#include "report/sample_report.hpp"

namespace lull::report {
namespace {

const std::string kEnd(1024, '\0');

// Returns an archive's members as "name=content name=content …".
std::string listing(const std::string& archive) {
  const TemporaryDirectory directory;
  write_file(directory / "a.tar", archive);
  TarReader reader(directory / "a.tar");
  std::string text;
  for (const auto& member : reader.members()) text += member.name + "=" + reader.read(member) + " ";
  return text;
}

TEST(TarReader, ReadsPastWrongChecksumsAndAdditionalEmptyBlocks) {
  std::string first = tar_member("a", std::string(512, 'x'));
  first.replace(148, 6, "777777");
  EXPECT_EQ(listing(first + std::string(512, '\0') + tar_member("b", "2") + kEnd),
            "a=" + std::string(512, 'x') + " b=2 ");
}

TEST(TarReader, NeedsNoEndBlocks) { EXPECT_EQ(listing(tar_member("a", "1")), "a=1 "); }

TEST(TarReader, ReadsSizesAndPathsFromPaxHeaders) {
  std::string member = tar_member("short", "12345");
  member.replace(124, 11, "00000000000");
  EXPECT_EQ(listing(tar_member("h", "9 size=5\n22 path=a/longer/name\n", 'x') + member +
                    tar_member("b", "2") + kEnd),
            "a/longer/name=12345 b=2 ");
}

TEST(TarReader, ReadsLongNamesAndBinarySizesOfGnuTar) {
  std::string member = tar_member("short", "12345");
  member.replace(124, 12, std::string("\x80\0\0\0\0\0\0\0\0\0\0\5", 12));
  EXPECT_EQ(
      listing(tar_member("././@LongLink", std::string("long name") + '\0', 'L') + member + kEnd),
      "long name=12345 ");
}

TEST(TarReader, OmitsDirectoriesAndLinks) {
  EXPECT_EQ(listing(tar_member("d", "", '5') + tar_member("l", "", '2') + tar_member("a", "1")),
            "a=1 ");
}

TEST(TarWriter, WritesWhatTheReaderReads) {
  const TemporaryDirectory directory;
  const std::string long_name(150, 'n');
  AtomicFile file(directory / "a.tar");
  TarWriter tar(file);
  tar.add("empty", "");
  tar.add("block", std::string(512, 'b'));
  tar.add(long_name, "content");
  tar.finish();
  file.commit();
  TarReader reader(directory / "a.tar");
  ASSERT_EQ(reader.members().size(), 3u);
  EXPECT_EQ(reader.read(reader.members()[0]), "");
  EXPECT_EQ(reader.read(reader.members()[1]), std::string(512, 'b'));
  EXPECT_EQ(reader.members()[2].name, long_name);
  EXPECT_EQ(reader.read(reader.members()[2]), "content");
  // empty; block and its content; PAX header, its records (one block), header, content; the end.
  EXPECT_EQ(std::filesystem::file_size(directory / "a.tar"), 512u * (1 + 2 + 4 + 2));
}

}  // namespace
}  // namespace lull::report
