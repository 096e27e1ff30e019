// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The data of the page, read back by the rules of docs/page-data.md.
#include "lull/report/page/page_data.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>
#include <random>

#include "lull/base/error.hpp"
#include "lull/report/cubex/gzip.hpp"
#include "lull/report/model/instances.hpp"
#include "sample_report.hpp"

namespace lull::report {
namespace {

std::string from_base64(std::string_view text) {
  const std::string letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string bytes;
  std::uint32_t bits = 0;
  int there = 0;
  for (const char letter : text) {
    if (letter == '=') break;
    bits = bits << 6 | static_cast<std::uint32_t>(letters.find(letter));
    if ((there += 6) < 8) continue;
    there -= 8;
    bytes += static_cast<char>(bits >> there & 255);
  }
  return bytes;
}

// What the text holds: the head, and the rows as a report without tables.
class ReadPage {
 public:
  explicit ReadPage(const std::string& text) {
    bytes_ = inflated(from_base64(text), std::size_t{1} << 30).value();
    EXPECT_TRUE(bytes_.starts_with("LULLVIEW"));
    at_ = 8;
    EXPECT_EQ(take<std::uint32_t>(1)[0], 1u);
    const std::size_t size = take<std::uint32_t>(1)[0];
    head = nlohmann::json::parse(bytes_.substr(at_, size));
    at_ += size;
    align();
    const std::size_t rows = head["rows"];
    metric = part<std::uint32_t>(rows);
    path = part<std::uint32_t>(rows);
    const auto count = part<std::uint32_t>(rows);
    const auto encoding = part<std::uint8_t>(rows);
    total = part<double>(rows);
    const auto low = part<double>(rows);
    const auto high = part<double>(rows);
    places_ = part<std::uint8_t>(head["places"]);
    for (std::size_t row = 0; row < rows; ++row)
      values.push_back(read_row(count[row], encoding[row], low[row], high[row]));
    EXPECT_EQ(at_, bytes_.size());
  }

  nlohmann::json head;
  std::vector<std::uint32_t> metric, path;
  std::vector<double> total;
  std::vector<Row> values;

 private:
  template <class Number>
  std::vector<Number> take(std::size_t count) {
    std::vector<Number> numbers(count);
    std::memcpy(numbers.data(), bytes_.substr(at_, count * sizeof(Number)).data(),
                count * sizeof(Number));
    at_ += count * sizeof(Number);
    return numbers;
  }
  void align() { at_ = (at_ + 7) / 8 * 8; }
  template <class Number>
  std::vector<Number> part(std::size_t count) {
    auto numbers = take<Number>(count);
    align();
    return numbers;
  }
  template <class Number>
  std::vector<double> rounded(std::size_t count, double low, double high) {
    std::vector<double> result;
    for (const Number step : part<Number>(count))
      result.push_back(low + step * (high - low) / std::numeric_limits<Number>::max());
    return result;
  }
  Row read_row(std::size_t count, int encoding, double low, double high) {
    std::vector<std::uint32_t> locations(count);
    for (std::size_t i = 0; i < count; ++i) locations[i] = static_cast<std::uint32_t>(i);
    if ((encoding & 1) != 0) locations = take_places(count);
    std::vector<double> numbers(count, low);
    if ((encoding & 6) == 0) numbers = part<double>(count);
    if ((encoding & 6) == 2) numbers = rounded<std::uint16_t>(count, low, high);
    if ((encoding & 6) == 4) numbers = rounded<std::uint8_t>(count, low, high);
    Row row;
    for (std::size_t i = 0; i < count; ++i)
      if (numbers[i] != 0) row.emplace_back(LocationId(locations[i]), numbers[i]);
    return row;
  }

  std::vector<std::uint32_t> take_places(std::size_t count) {
    std::vector<std::uint32_t> locations;
    for (std::int64_t place = -1; locations.size() < count;) {
      for (unsigned shift = 0;; shift += 7) {
        const std::uint8_t byte = places_.at(next_place_++);
        place += std::int64_t{byte & 127} << shift;
        if (byte < 128) break;
      }
      locations.push_back(static_cast<std::uint32_t>(place));
    }
    return locations;
  }

  std::string bytes_;
  std::size_t at_ = 0;
  std::vector<std::uint8_t> places_;
  std::size_t next_place_ = 0;
};

PageContent content() {
  PageContent result;
  result.title = "run.cubex";
  result.program = "a test";
  return result;
}

TEST(PageData, HoldsEveryValueOfTheReport) {
  for (unsigned seed = 0; seed < 30; ++seed) {
    const Report report = random_report(seed, seed % 3 == 0 ? 1.0 : 0.3);
    const PageData data = page_data(report, content());
    EXPECT_EQ(data.rounding, Rounding::None);
    const ReadPage page(data.text);
    std::size_t row = 0;
    for (std::size_t m = 0; m < report.metrics.size(); ++m)
      for (std::size_t p = 0; p < report.call_paths.size(); ++p) {
        if (report.row(MetricId(m), CallPathId(p)).empty()) continue;
        ASSERT_LT(row, page.values.size());
        EXPECT_EQ(page.metric[row], m);
        EXPECT_EQ(page.path[row], p);
        EXPECT_EQ(page.values[row], report.row(MetricId(m), CallPathId(p)));
        EXPECT_EQ(page.total[row], report.exclusive(MetricId(m), CallPathId(p)));
        ++row;
      }
    EXPECT_EQ(row, page.values.size());
    EXPECT_EQ(page.head["metrics"].size(), report.metrics.size());
    EXPECT_EQ(page.head["callPaths"]["parent"].size(), report.call_paths.size());
    EXPECT_EQ(page.head["locations"]["name"].size(), report.locations.size());
  }
}

// One metric with `locations` values that do not repeat.
Report large_report(std::size_t locations) {
  Report report;
  report.metrics.push_back({"time", "Time", "sec", "", "", {}, ValueType::Double});
  report.regions.push_back({"main", "", "user", "function", ""});
  report.call_paths.push_back({RegionId(0), {}, {}});
  report.system_nodes.push_back({"machine", "machine", {}});
  report.processes.push_back({"Process 0", 0, "process", SystemNodeId(0)});
  std::mt19937_64 random(1);
  Row row;
  for (std::size_t i = 0; i < locations; ++i) {
    report.locations.push_back({"t", 0, "thread", ProcessId(0)});
    row.emplace_back(LocationId(i), std::uniform_real_distribution(-1.0, 3.0)(random));
  }
  report.set_row(MetricId(0), CallPathId(0), std::move(row));
  return report;
}

TEST(PageData, RoundsSingleValuesOfLargeReportsButNotTheirSum) {
  constexpr std::size_t kLocations = 100000;
  const Report report = large_report(kLocations);
  const Row& exact = report.row(MetricId(0), CallPathId(0));
  for (const auto& [limit, bits] :
       {std::pair{400000, 16}, std::pair{200000, 8}, std::pair{120000, 6}, std::pair{10, 4}}) {
    PageContent wanted = content();
    wanted.limit = static_cast<std::size_t>(limit);
    const PageData data = page_data(report, wanted);
    EXPECT_EQ(static_cast<int>(data.rounding), bits);
    const ReadPage page(data.text);
    EXPECT_EQ(page.head["rounding"], bits);
    EXPECT_EQ(page.total.at(0), report.total(MetricId(0)));
    ASSERT_EQ(page.values.at(0).size(), kLocations);
    const double step = 4.0 / (std::pow(2, bits) - 1) + (bits < 8 ? 4.0 / 255 : 0);
    for (std::size_t i = 0; i < kLocations; ++i)
      ASSERT_NEAR(page.values[0][i].second, exact[i].second, step * 0.51);
  }
}

TEST(PageData, TellsInstancesTextsAndTheWholesOfASecondReport) {
  Report report = small_report();
  Instances instances;
  instances.statistics.push_back({MetricId(0), 3, 6, 1, 1.5, 2, 2.5, 3});
  SevereInstance worst;
  worst.metric = MetricId(0);
  worst.path = CallPathId(1);
  worst.location = LocationId(2);
  worst.severity = 2.5;
  worst.lanes.push_back({LocationId(2), {{0.5, 1, RegionId(0), 1}}});
  worst.messages.push_back({LocationId(0), 0.25, LocationId(2), 0.75});
  instances.worst.push_back(worst);
  report.members[kInstancesMember] = instances_as_json(instances);
  const Report reference = small_report();
  PageContent wanted = content();
  wanted.reference = &reference;
  wanted.texts.push_back({"a sum", "run less", "--[###]--"});
  const ReadPage page(page_data(report, wanted).text);
  EXPECT_EQ(page.head["statistics"][0]["mean"], 2);
  EXPECT_EQ(page.head["instances"][0]["lanes"][0]["spans"][0][1], 1);
  EXPECT_EQ(page.head["instances"][0]["messages"][0][3], 0.75);
  EXPECT_EQ(page.head["metrics"][0]["advice"], "run less");
  EXPECT_EQ(page.head["metrics"][0]["picture"], "--[###]--");
  EXPECT_EQ(page.head["reference"]["totals"][0], reference.total(MetricId(0)));
}

TEST(Instances, ComeBackAsTheyWereWritten) {
  Report report = small_report();
  EXPECT_TRUE(instances_of(report).empty());
  Instances instances;
  instances.statistics.push_back({MetricId(1), 3, 6, 1, 1.5, 2, 2.5, 3});
  instances.worst.push_back({MetricId(1), CallPathId(1), LocationId(0), 3, 1, 2, 0, 4, {}, {}});
  report.members[kInstancesMember] = instances_as_json(instances);
  EXPECT_EQ(instances_as_json(instances_of(report)), report.members[kInstancesMember]);
}

TEST(Instances, OfHostileReportsAreOneSentence) {
  for (const char* text :
       {"", "{", "[]", "{\"statistics\": 3, \"instances\": []}",
        R"({"statistics": [{"metric": 99}], "instances": []})",
        R"({"statistics": [], "instances": [{"metric": 0, "path": -1}]})",
        R"({"statistics": [], "instances": [{"metric": 0, "path": 0, "location": 4000000000}]})"}) {
    Report report = small_report();
    report.members[kInstancesMember] = text;
    EXPECT_THROW(static_cast<void>(instances_of(report)), Error) << text;
  }
}

TEST(Base64, IsThatOfTheStandard) {  // RFC 4648, section 10
  EXPECT_EQ(base64(""), "");
  EXPECT_EQ(base64("f"), "Zg==");
  EXPECT_EQ(base64("fo"), "Zm8=");
  EXPECT_EQ(base64("foo"), "Zm9v");
  EXPECT_EQ(base64("foobar"), "Zm9vYmFy");
}

}  // namespace
}  // namespace lull::report
