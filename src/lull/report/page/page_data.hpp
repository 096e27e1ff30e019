// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// A report as the text that lies in the page of `lull view` (docs/page-data.md): base64 of a gzip
// stream. When that would become larger than the limit, values of single locations are rounded to
// 16 bits, or else to 8, 6, 5 or 4; the page says so. Memory: the uncompressed data.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "lull/report/model/report.hpp"
#include "lull/report/page/page_rows.hpp"

namespace lull::report {

// What is known of a metric beside what the report says.
struct MetricTexts {
  std::string formula;
  std::string advice;
  std::string picture{};  // time lines
};

struct PageContent {
  std::string title;                  // the report's name
  std::string program;                // what writes the page, "lull 0.1.0"
  std::vector<MetricTexts> texts;     // by metric; may be shorter
  const Report* reference = nullptr;  // a second report, beside which the values are shown
  std::string reference_title;
  // How many the reports have themselves: page_data() fills that in.
  std::size_t locations = 0;
  std::size_t reference_locations = 0;
  std::size_t limit = 19'700'000;  // bytes of text
};

struct PageData {
  std::string text;
  Rounding rounding = Rounding::None;
};

// Throws Error (input) when the report's members are damaged, or a metric of the reference has
// another unit.
[[nodiscard]] PageData page_data(const Report& report, const PageContent& content);

[[nodiscard]] std::string base64(std::string_view bytes);

}  // namespace lull::report
