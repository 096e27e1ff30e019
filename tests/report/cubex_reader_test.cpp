// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/report/cubex/cubex_reader.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "report/cubex_file.hpp"
#include "report/sample_report.hpp"

namespace lull::report {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Report read(const std::string& file) {
  const TemporaryDirectory directory;
  write_file(directory / "r.cubex", file);
  return read_cubex(directory / "r.cubex");
}

// Returns the values of a, b, c, d at location 0.
std::vector<double> first_column(const Report& report) {
  std::vector<double> values;
  for (std::size_t path = 0; path < 4; ++path)
    values.push_back(report.value(MetricId(0), CallPathId(path), LocationId(0)));
  return values;
}

// Returns one value for location 0 in each row; location 1 has none.
template <class T>
std::vector<T> column(std::initializer_list<T> values) {
  std::vector<T> both;
  for (const T value : values) both.insert(both.end(), {value, T{0}});
  return both;
}

TEST(CubexReader, NumbersRowsOfExclusiveMetricsDepthFirst) {
  const Report report = read(cube_file(anchor("EXCLUSIVE", "DOUBLE"), dense_index(),
                                       plain_data(column<double>({1, 2, 3, 4}))));
  EXPECT_THAT(first_column(report), ElementsAre(1, 2, 3, 4));
}

TEST(CubexReader, NumbersRowsOfInclusiveMetricsSiblingsFirst) {
  // The order is a, b, d, c: a has 10, including b's 6 and d's 3; b's 6 include c's 2.
  const Report report = read(cube_file(anchor("INCLUSIVE", "DOUBLE"), dense_index(),
                                       plain_data(column<double>({10, 6, 3, 2}))));
  EXPECT_THAT(first_column(report), ElementsAre(1, 4, 2, 3));
}

TEST(CubexReader, RemovesRoundingErrorsOfInclusiveSums) {
  const Report report = read(cube_file(anchor("INCLUSIVE", "DOUBLE"), dense_index(),
                                       plain_data(column<double>({0.1 + 0.2, 0.2, 0.1, 0.2}))));
  EXPECT_THAT(first_column(report), ElementsAre(0, 0, 0.2, 0.1));
}

TEST(CubexReader, KeepsMinimaOfInclusiveMetrics) {
  constexpr double kNone = std::numeric_limits<double>::max();
  const Report report = read(cube_file(anchor("INCLUSIVE", "MINDOUBLE"), dense_index(),
                                       plain_data(column<double>({1, 2, kNone, 3}))));
  EXPECT_THAT(first_column(report), ElementsAre(1, 2, 3, 0));
}

TEST(CubexReader, ReadsSimpleMetricsInTheOrderOfTheList) {
  const Report report = read(cube_file(anchor("SIMPLE", "UINT64"), sparse_index({3, 1}),
                                       plain_data(column<std::uint64_t>({7, 8}))));
  EXPECT_THAT(first_column(report), ElementsAre(0, 8, 0, 7));
}

TEST(CubexReader, ReadsBitVectorsFromTheHighestBit) {
  const Report report = read(cube_file(anchor("EXCLUSIVE", "DOUBLE"), bit_vector_index("\xA0"),
                                       plain_data(column<double>({5, 6}))));
  EXPECT_THAT(first_column(report), ElementsAre(5, 0, 6, 0));
}

TEST(CubexReader, ReadsTheOppositeByteOrder) {
  const Report report =
      read(cube_file(anchor("EXCLUSIVE", "UINT64"), sparse_index({0, 2}, ByteOrder::Big),
                     plain_data(column<std::uint64_t>({1, 258}), ByteOrder::Big)));
  EXPECT_THAT(first_column(report), ElementsAre(1, 0, 258, 0));
}

TEST(CubexReader, ReadsEverySpellingOfIntegers) {
  for (const char* type : {"INTEGER", "INT64", "SIGNED INTEGER"})
    EXPECT_EQ(read(cube_file(anchor("EXCLUSIVE", type), sparse_index({1}),
                             plain_data(column<std::int64_t>({-9}))))
                  .total(MetricId(0)),
              -9)
        << type;
  for (const char* type : {"UINT8", "CHAR"})
    EXPECT_EQ(read(cube_file(anchor("EXCLUSIVE", type), sparse_index({1}),
                             plain_data(column<std::uint8_t>({200}))))
                  .total(MetricId(0)),
              200)
        << type;
  EXPECT_EQ(read(cube_file(anchor("EXCLUSIVE", "SHORT INT"), sparse_index({1}),
                           plain_data(column<std::int16_t>({-300}))))
                .total(MetricId(0)),
            -300);
  EXPECT_EQ(read(cube_file(anchor("EXCLUSIVE", "UNSIGNED INT"), sparse_index({1}),
                           plain_data(column<std::uint32_t>({4'000'000'000}))))
                .total(MetricId(0)),
            4e9);
}

TEST(CubexReader, FindsCompressedRowsWhereTheirTableSays) {
  const std::string second = zlib_packed(bytes_of(2.0) + bytes_of(0.0));
  const std::string first = zlib_packed(bytes_of(1.0) + bytes_of(0.5));
  std::string data = "ZCUBEX.DATA" + bytes_of(std::uint64_t{2});
  for (const std::uint64_t entry : {std::size_t{0}, second.size(), first.size(), std::size_t{16},
                                    std::size_t{0}, second.size()})
    data += bytes_of(entry);
  const Report report =
      read(cube_file(anchor("EXCLUSIVE", "FLOAT"), sparse_index({1, 3}), data + second + first));
  EXPECT_THAT(first_column(report), ElementsAre(0, 1, 0, 2));
  EXPECT_EQ(report.value(MetricId(0), CallPathId(1), LocationId(1)), 0.5);
}

TEST(CubexReader, NumbersRowsInFileOrderNotByIdentifier) {
  // The file lists d before b, but gives them the identifiers 3 and 1.
  const std::string b = "<cnode id=\"1\" calleeId=\"1\"><cnode id=\"2\" calleeId=\"2\"/></cnode>";
  const std::string d = "<cnode id=\"3\" calleeId=\"3\"/>";
  const std::string swapped = edited(anchor("EXCLUSIVE", "DOUBLE"), b + d, d + b);
  const Report report =
      read(cube_file(swapped, dense_index(), plain_data(column<double>({1, 4, 2, 3}))));
  EXPECT_THAT(first_column(report), ElementsAre(1, 2, 3, 4));
  EXPECT_EQ(report.path_name(CallPathId(2)), "a/b/c");
}

TEST(CubexReader, OrdersValuesByTheIdentifiersOfLocations) {
  const std::string swapped =
      edited(edited(edited(anchor("EXCLUSIVE", "DOUBLE"), "<location Id=\"0\"><name>t",
                           "<location Id=\"x\"><name>second"),
                    "<location Id=\"1\"><name>t", "<location Id=\"0\"><name>first"),
             "Id=\"x\"", "Id=\"5\"");
  const Report report = read(cube_file(swapped, sparse_index({0}), plain_data<double>({1, 2})));
  EXPECT_EQ(report.locations[0].name, "first");
  EXPECT_EQ(report.value(MetricId(0), CallPathId(0), LocationId(1)), 2);
}

TEST(CubexReader, KeepsMetricsThatItCannotReadWithANote) {
  for (const auto& [type, data_type] : std::vector<std::pair<std::string, std::string>>{
           {"POSTDERIVED", "DOUBLE"}, {"EXCLUSIVE", "TAU_ATOMIC"}}) {
    const Report report =
        read(cube_file(anchor(type, data_type), dense_index(), plain_data<double>({1})));
    EXPECT_EQ(report.total(MetricId(0)), 0);
    EXPECT_THAT(report.metrics[0].description, HasSubstr("Without values"));
    EXPECT_THAT(report.notes, ElementsAre(HasSubstr("metric m")));
  }
}

TEST(CubexReader, ReadsCubePlWithUnquotedAttributes) {
  const std::string derived =
      edited(anchor("POSTDERIVED", "DOUBLE"), "<descr/></metric>",
             "<descr/><cubepl rowwise=false>metric::a()</cubepl>"
             "<cubeplaggr cubeplaggrtype=plus>x &lt; y</cubeplaggr></metric>");
  EXPECT_EQ(read(tar_archive({{"anchor.xml", derived}})).metrics.size(), 1u);
}

TEST(CubexReader, OmitsHiddenMetricsAndTheirData) {
  const std::string hidden = edited(anchor("EXCLUSIVE", "DOUBLE"), "type=\"EXCLUSIVE\"",
                                    "type=\"EXCLUSIVE\" viztype=\"GHOST\"");
  const Report report = read(tar_archive(
      {{"ghost_0.index", dense_index()}, {"ghost_0.data", "x"}, {"anchor.xml", hidden}}));
  EXPECT_TRUE(report.metrics.empty());
  EXPECT_TRUE(report.members.empty());
}

TEST(CubexReader, OmitsInvalidNumbersWithANote) {
  const double none = std::numeric_limits<double>::quiet_NaN();
  const Report report = read(cube_file(anchor("EXCLUSIVE", "DOUBLE"), sparse_index({0, 1}),
                                       plain_data(column<double>({none, 2}))));
  EXPECT_THAT(first_column(report), ElementsAre(0, 2, 0, 0));
  EXPECT_THAT(report.notes, ElementsAre(HasSubstr("1 value is omitted")));
}

TEST(CubexReader, OmitsHugeValuesWithANote) {
  const double much = std::numeric_limits<double>::max();
  const Report report = read(cube_file(anchor("EXCLUSIVE", "DOUBLE"), dense_index(),
                                       plain_data(column<double>({much, -much, 1e140, 2}))));
  EXPECT_THAT(first_column(report), ElementsAre(0, 0, 1e140, 2));
  EXPECT_EQ(report.metrics[0].left_out, 2u);
  EXPECT_THAT(report.notes, ElementsAre(HasSubstr("metric m: 2 values are omitted")));
}

TEST(CubexReader, ReadsAnIndexWithoutRowsAsZeros) {
  const std::string head = sparse_index({}).substr(0, 18);
  for (const std::string data : {"CUBEX.DATA", "ZCUBEX.DATA"}) {
    const Report report = read(cube_file(anchor("EXCLUSIVE", "DOUBLE"), head, data));
    EXPECT_THAT(first_column(report), ElementsAre(0, 0, 0, 0));
    EXPECT_TRUE(report.notes.empty());
  }
}

TEST(CubexReader, ReplacesInvalidUtf8WithANote) {
  std::string text = edited(anchor("EXCLUSIVE", "DOUBLE"), "<uniq_name>m<", "<uniq_name>m\xf6<");
  text = edited(text, "<location Id=\"0\"><name>t", "<location Id=\"0\"><name>\xff");
  const Report report = read(tar_archive({{"anchor.xml", text}}));
  EXPECT_EQ(report.metrics[0].unique_name, "m\uFFFD");
  EXPECT_EQ(report.locations[0].name, "\uFFFD");
  EXPECT_THAT(report.notes, ElementsAre(HasSubstr("2 texts are not valid UTF-8")));
}

TEST(CubexReader, ReadsAGzippedAnchorAndKeepsFurtherMembers) {
  const Report report = read(tar_archive(
      {{"anchor.xml", gzip_packed(anchor("EXCLUSIVE", "DOUBLE"))}, {"trace.stat", "1 2 3"}}));
  EXPECT_EQ(report.call_paths.size(), 4u);
  EXPECT_EQ(report.members.at("trace.stat"), "1 2 3");
}

TEST(CubexReader, AssignsCoordinatesOfAProcessToItsFirstLocation) {
  const std::string topology =
      "<topologies><cart name=\"grid\" ndims=\"2\"><dim name=\"x\" size=\"2\" periodic=\"true\"/>"
      "<dim size=\"3\" periodic=\"false\"/><coord lgId=\"0\">1 2</coord>"
      "<coord stnId=\"0\">0 0</coord></cart></topologies>";
  const Report report = read(tar_archive(
      {{"anchor.xml", edited(anchor("EXCLUSIVE", "DOUBLE"), "<topologies/>", topology)}}));
  ASSERT_EQ(report.topologies.size(), 1u);
  EXPECT_TRUE(report.topologies[0].dimensions[0].periodic);
  ASSERT_EQ(report.topologies[0].coordinates.size(), 1u);
  EXPECT_EQ(report.topologies[0].coordinates[0].first, LocationId(0));
  EXPECT_THAT(report.topologies[0].coordinates[0].second, ElementsAre(1u, 2u));
  EXPECT_THAT(report.notes, ElementsAre(HasSubstr("1 coordinate belongs to no location")));
}

TEST(CubexReader, UnderstandsTheOlderVocabularyOfTheSystem) {
  std::string text = anchor("EXCLUSIVE", "DOUBLE");
  const std::size_t begin = text.find("<system>");
  text.replace(begin, text.size() - begin,
               "<system><machine Id=\"0\"><name>m</name><node Id=\"1\"><name>n</name>"
               "<process Id=\"0\"><name>p</name><rank>4</rank><thread Id=\"0\"><name>t</name>"
               "<rank>0</rank></thread></process></node></machine></system></cube>");
  const Report report = read(tar_archive({{"anchor.xml", text}}));
  ASSERT_EQ(report.system_nodes.size(), 2u);
  EXPECT_EQ(report.system_nodes[1].kind, "node");
  EXPECT_EQ(report.processes.at(0).rank, 4);
  EXPECT_EQ(report.locations.at(0).kind, "thread");
}

}  // namespace
}  // namespace lull::report
