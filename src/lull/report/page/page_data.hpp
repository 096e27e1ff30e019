// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// A report as the text embedded in the page of `lull view` (docs/page-data.md): base64 of a gzip
// stream. If it would exceed the limit, values of single locations are rounded to 16 bits, or else
// to 8, 6, 5 or 4, which the page mentions. Memory: the uncompressed data.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "lull/report/model/report.hpp"
#include "lull/report/page/page_rows.hpp"

namespace lull::report {

// Texts about a metric that are not in the report.
struct MetricTexts {
  std::string formula;
  std::string advice;
  std::string picture{};  // time lines
};

struct PageContent {
  std::string title;                  // the report's name
  std::string program;                // the program that wrote the report, such as "lull 0.1.0"
  std::vector<MetricTexts> texts;     // indexed by metric; may be shorter
  const Report* reference = nullptr;  // a second report to compare the values with
  std::string reference_title;
  // Number of locations in the reports; set by page_data().
  std::size_t locations = 0;
  std::size_t reference_locations = 0;
  std::size_t limit = 19'700'000;  // in bytes of text
};

struct PageData {
  std::string text;
  Rounding rounding = Rounding::None;
};

// Throws Error (input) if the report's members are damaged, or if a metric of the reference has a
// different unit.
[[nodiscard]] PageData page_data(const Report& report, const PageContent& content);

[[nodiscard]] std::string base64(std::string_view bytes);

}  // namespace lull::report
