// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The data of the page, decoded according to docs/page-data.md.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "lull/report/cubex/tar/gzip.hpp"
#include "lull/report/model/report.hpp"

namespace lull::report {

inline std::string from_base64(std::string_view text) {
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

// The decoded text: the head, and the rows as a report without tables.
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
    if (head.contains("iterations")) read_iterations(head["iterations"]);
    EXPECT_EQ(at_, bytes_.size());
  }

  nlohmann::json head;
  std::vector<std::uint32_t> metric, path;
  std::vector<double> total;
  std::vector<Row> values;
  std::vector<std::vector<double>> borders, iterations;  // lists of the head

 private:
  void read_iterations(const nlohmann::json& of) {
    const std::size_t count = of["iterations"];
    const double first = of["first"];
    const double last = of["last"];
    const auto shares = take<std::uint32_t>((count + 1) * of["borders"].size());
    align();
    for (std::size_t i = 0; i < shares.size(); ++i) {
      if (i % (count + 1) == 0) borders.emplace_back();
      borders.back().push_back(first + shares[i] * (last - first) / UINT32_MAX);
    }
    const auto& series = of["series"];
    for (std::size_t i = 0; i < series["low"].size(); ++i) {
      const double low = series["low"][i];
      const double high = series["high"][i];
      iterations.emplace_back();
      const auto add = [&](double share) {
        iterations.back().push_back(low + share * (high - low));
      };
      if (of["bits"] == 32)
        for (const float number : take<float>(count)) add(number);
      else if (of["bits"] == 16)
        for (const std::uint16_t number : take<std::uint16_t>(count)) add(number / 65535.);
      else
        for (const std::uint8_t number : take<std::uint8_t>(count)) add(number / 255.);
    }
    align();
  }
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

}  // namespace lull::report
