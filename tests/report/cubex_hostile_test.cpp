// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <random>
#include <sstream>

#include "lull/base/error.hpp"
#include "lull/report/cubex/cubex_reader.hpp"
#include "lull/report/cubex/cubex_writer.hpp"
#include "lull/report/show/show.hpp"
#include "report/cubex_file.hpp"
#include "report/sample_report.hpp"

namespace lull::report {
namespace {

using testing::AllOf;
using testing::HasSubstr;

// Returns the reader's error about the file; empty if there is none.
std::string complaint(const std::string& file) {
  const TemporaryDirectory directory;
  write_file(directory / "r.cubex", file);
  try {
    static_cast<void>(read_cubex(directory / "r.cubex"));
    return {};
  } catch (const Error& error) {
    EXPECT_EQ(error.status(), ExitStatus::Input);
    EXPECT_THAT(error.what(), AllOf(HasSubstr("r.cubex"), testing::Not(HasSubstr("\n"))));
    return error.what();
  }
}

std::string good_anchor() { return anchor("EXCLUSIVE", "DOUBLE"); }

std::string complaint_about_anchor(const std::string& from, const std::string& to) {
  return complaint(tar_archive({{"anchor.xml", edited(good_anchor(), from, to)}}));
}

std::string complaint_about_data(const std::string& index, const std::string& data) {
  return complaint(cube_file(good_anchor(), index, data));
}

std::string compressed_row(std::uint64_t raw, std::uint64_t offset, std::uint64_t size,
                           const std::string& blob) {
  return "ZCUBEX.DATA" + bytes_of(std::uint64_t{1}) + bytes_of(raw) + bytes_of(offset) +
         bytes_of(size) + blob;
}

TEST(HostileCubex, SaysThatAFileIsMissingOrNotAReport) {
  EXPECT_THAT(complaint(""), HasSubstr("is not a CUBE4 report"));
  EXPECT_THAT(complaint(std::string(5000, 'x')), HasSubstr("is not a CUBE4 report"));
  EXPECT_THAT(complaint(std::string(5000, '\0')), HasSubstr("is not a CUBE4 report"));
  EXPECT_THAT(complaint(tar_archive({{"readme", "x"}})), HasSubstr("has no anchor.xml"));
  EXPECT_THAT(complaint(tar_archive({{"anchor.xml", "<html/>"}})), HasSubstr("root is <html>"));
  try {
    static_cast<void>(read_cubex("no/such/file.cubex"));
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr("No such file"));
  }
  EXPECT_THROW(static_cast<void>(read_cubex("/")), Error);
}

TEST(HostileCubex, SaysWhereATruncatedFileEnds) {
  const std::string file = cube_file(good_anchor(), dense_index(), plain_data<double>({}));
  EXPECT_THAT(complaint(file.substr(0, file.size() - 2000)), HasSubstr("is truncated"));
  std::string huge = tar_member("0.data", "x");
  huge.replace(124, 11, "77777777777");
  EXPECT_THAT(complaint(huge), HasSubstr("is truncated"));
}

TEST(HostileCubex, NamesDanglingReferences) {
  EXPECT_THAT(complaint_about_anchor("calleeId=\"3\"", "calleeId=\"77\""),
              HasSubstr("cnode 3 refers to calleeId 77"));
  EXPECT_THAT(complaint_about_anchor("cnode id=\"3\"", "cnode id=\"1\""),
              HasSubstr("cnode 1 is defined twice"));
  EXPECT_THAT(complaint_about_anchor("cnode id=\"3\"", "cnode id=\"-3\""),
              HasSubstr("not a number"));
  EXPECT_THAT(complaint_about_anchor("cnode id=\"3\"", "cnode id=\"99999999999999999999\""),
              HasSubstr("not a number"));
  EXPECT_THAT(complaint_about_anchor("<location Id=\"1\"", "<location Id=\"0\""),
              HasSubstr("location 0 is defined twice"));
  EXPECT_THAT(complaint_about_anchor("</system>", "<location Id=\"4\"/></system>"),
              HasSubstr("where it is not allowed"));
  EXPECT_THAT(complaint_about_anchor("<topologies/>",
                                     "<topologies><cart ndims=\"1\"><dim size=\"2\"/>"
                                     "<coord locId=\"9\">0</coord></cart></topologies>"),
              HasSubstr("coord"));
  EXPECT_THAT(complaint_about_anchor("<topologies/>",
                                     "<topologies><cart ndims=\"1\"><dim size=\"2\"/>"
                                     "<coord locId=\"0\">0 1</coord></cart></topologies>"),
              HasSubstr("not a coordinate in 1 dimension"));
  EXPECT_THAT(complaint_about_anchor("</cube>", ""), HasSubstr("not well-formed XML"));
}

TEST(HostileCubex, SaysWhatIsWrongWithAnIndex) {
  const std::string data = plain_data<double>(std::vector<double>(8, 1));
  EXPECT_THAT(complaint_about_data("CUBEX", data), HasSubstr("0.index is not a CUBE4 index"));
  EXPECT_THAT(complaint_about_data(sparse_index({4}), data), HasSubstr("lists row 4 of 4"));
  EXPECT_THAT(complaint_about_data(sparse_index({2, 2}), data), HasSubstr("lists row 2 twice"));
  EXPECT_THAT(complaint_about_data(sparse_index({0, 1, 2, 3, 4}), data),
              HasSubstr("lists 5 rows of 4"));
  EXPECT_THAT(complaint_about_data(sparse_index({0, 1}).substr(0, 25), data),
              HasSubstr("ends early"));
  EXPECT_THAT(complaint_about_data(bit_vector_index(""), data), HasSubstr("ends early"));
  std::string strange = dense_index();
  strange.back() = 9;
  EXPECT_THAT(complaint_about_data(strange, data), HasSubstr("unknown format"));
  strange = dense_index();
  strange[11] = 7;
  EXPECT_THAT(complaint_about_data(strange, data), HasSubstr("unknown byte order"));
}

TEST(HostileCubex, SaysWhatIsWrongWithData) {
  EXPECT_THAT(complaint_about_data(dense_index(), plain_data<double>({1, 2, 3})),
              HasSubstr("0.data ends early"));
  EXPECT_THAT(complaint_about_data(dense_index(), "data"), HasSubstr("is not CUBE4 data"));
  EXPECT_THAT(complaint(tar_archive({{"0.index", dense_index()}, {"anchor.xml", good_anchor()}})),
              HasSubstr("0.data is missing"));
  const std::string row = zlib_packed(std::string(16, 'x'));
  const auto complaint_about_row = [](const std::string& data) {
    return complaint_about_data(sparse_index({0}), data);
  };
  EXPECT_EQ(complaint_about_row(compressed_row(0, 0, row.size(), row)), "");
  EXPECT_THAT(complaint_about_row(compressed_row(0, 1, row.size(), row)),
              HasSubstr("invalid table"));
  EXPECT_THAT(complaint_about_row(compressed_row(3, 0, row.size(), row)),
              HasSubstr("invalid table"));
  EXPECT_THAT(complaint_about_row(compressed_row(0, 0, ~std::uint64_t{0}, row)),
              HasSubstr("invalid table"));
  EXPECT_THAT(complaint_about_row(compressed_row(0, 0, row.size(), std::string(row.size(), 'x'))),
              HasSubstr("damaged in its compressed row 0"));
  EXPECT_THAT(complaint_about_row("ZCUBEX.DATA" + bytes_of(~std::uint64_t{0})),
              HasSubstr("has 18,446,744,073,709,551,615 rows, its index 1"));
}

TEST(HostileCubex, RefusesOversizedRows) {
  const std::string bomb = zlib_packed(std::string(5'000'000, '\0'));
  EXPECT_THAT(complaint_about_data(sparse_index({0}), compressed_row(0, 0, bomb.size(), bomb)),
              HasSubstr("damaged in its compressed row"));
}

TEST(HostileCubex, RefusesAnAnchorThatExpandsWithoutBound) {
  EXPECT_THAT(complaint(tar_archive({{"anchor.xml", gzip_bomb(513)}})),
              HasSubstr("more than 512 MiB"));
  EXPECT_THAT(complaint(tar_archive({{"anchor.xml", gzip_bomb(1)}})),
              HasSubstr("gzip data is damaged"));
}

TEST(HostileCubex, ReadsAndShowsACallTreeDeeperThanTheStack) {
  constexpr std::size_t kDepth = 200'000;
  std::string text = good_anchor();
  const std::size_t begin = text.find("<cnode");
  std::string chain;
  for (std::size_t i = 0; i < kDepth; ++i)
    chain += "<cnode id=\"" + std::to_string(i) + "\" calleeId=\"0\">";
  for (std::size_t i = 0; i < kDepth; ++i) chain += "</cnode>";
  text.replace(begin, text.find("</program>") - begin, chain);
  const TemporaryDirectory directory;
  write_file(directory / "r.cubex",
             cube_file(text, sparse_index({kDepth - 1}), plain_data<double>({1, 0})));
  const Report report = read_cubex(directory / "r.cubex");
  EXPECT_EQ(report.inclusive(MetricId(0), CallPathId(0)), 1);
  EXPECT_THAT(show_calls(report, MetricId(0), {}), HasSubstr("⋮199999 a"));
  write_cubex(report, directory / "copy.cubex");
}

// A small valid file, truncated at every length and with random byte changes: the reader either
// accepts it or throws one sentence. Under the sanitizers this checks out-of-bounds accesses.
class MutatedCubex : public testing::Test {
 protected:
  MutatedCubex() {
    write_cubex(random_report(11, 0.6), directory_ / "good.cubex");
    std::ostringstream text;
    text << std::ifstream(directory_ / "good.cubex", std::ios::binary).rdbuf();
    good_ = text.str();
  }

  void expect_answer(const std::string& file) {
    write_file(directory_ / "bad.cubex", file);
    try {
      const Report report = read_cubex(directory_ / "bad.cubex");
      ++read_;
      write_cubex(report, directory_ / "copy.cubex");
    } catch (const Error& error) {
      EXPECT_GT(std::string(error.what()).size(), 10u);
      ++refused_;
    }
  }

  TemporaryDirectory directory_;
  std::string good_;
  std::size_t read_ = 0, refused_ = 0;
};

TEST_F(MutatedCubex, HandlesEveryTruncation) {
  for (std::size_t size = 0; size < good_.size(); size += 97) expect_answer(good_.substr(0, size));
  EXPECT_GT(refused_, read_);
}

TEST_F(MutatedCubex, HandlesChangedBytes) {
  std::mt19937 random(42);
  const auto below = [&](std::size_t end) {
    return std::uniform_int_distribution<std::size_t>(0, end - 1)(random);
  };
  for (int round = 0; round < 1500; ++round) {
    std::string file = good_;
    for (std::size_t changes = 1 + below(4); changes-- > 0;)
      file[below(file.size())] = static_cast<char>(below(256));
    expect_answer(file);
  }
  EXPECT_GT(refused_, 100u);
  EXPECT_GT(read_, 100u);
}

TEST_F(MutatedCubex, HandlesExtremeCounts) {
  // Sets the 4 and 8 byte numbers of indices and data tables to extreme values, one after the
  // other.
  for (const std::string& marker : {std::string("CUBEX.INDEX"), std::string("ZCUBEX.DATA")})
    for (std::size_t at = good_.find(marker); at != good_.npos; at = good_.find(marker, at + 1))
      for (std::size_t offset = marker.size(); offset < marker.size() + 48; ++offset)
        for (const char value : {'\0', '\x7F', '\xFF'}) {
          std::string file = good_;
          file.replace(at + offset, 4, std::string(4, value));
          expect_answer(file);
        }
  EXPECT_GT(refused_, 100u);
}

}  // namespace
}  // namespace lull::report
