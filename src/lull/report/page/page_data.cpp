// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/report/page/page_data.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <stdexcept>

#include "lull/base/error.hpp"
#include "lull/report/algebra/merge.hpp"
#include "lull/report/cubex/tar/gzip.hpp"
#include "lull/report/page/page_head.hpp"
#include "lull/report/page/page_iterations.hpp"

namespace lull::report {
namespace {

constexpr std::uint32_t kVersion = 1;

// Iterations take at most this fraction of the page (1/n).
constexpr std::size_t kPartOfIterations = 3;

std::string uncompressed(const Report& report, const PageContent& content,
                         const PageIterations& iterations, Rounding rounding, bool& rounded) {
  const PageRows rows = page_rows(report, content.reference, rounding);
  rounded = rows.rounded;
  const std::string head = page_head(report, content, rows, iterations, rounding);
  if (head.size() > UINT32_MAX) throw input_error("{} is too large for a page", content.title);
  std::string bytes = "LULLVIEW";
  const std::array<std::uint32_t, 2> sizes = {kVersion, static_cast<std::uint32_t>(head.size())};
  bytes.append(reinterpret_cast<const char*>(sizes.data()), sizeof sizes);
  bytes += head;
  pad(bytes);
  bytes += rows.bytes;
  pad(bytes);
  bytes += iterations.bytes;
  return bytes;
}

// The reference, if any, has the same tables.
PageData aligned_page_data(const Report& report, const PageContent& content) {
  const std::size_t limit = content.limit / 4 * 3;  // four letters for three bytes
  const PageIterations iterations = page_iterations(report, limit / kPartOfIterations);
  for (const Rounding rounding : {Rounding::None, Rounding::Bits16, Rounding::Bits8,
                                  Rounding::Bits6, Rounding::Bits5, Rounding::Bits4}) {
    bool rounded = false;
    const std::string bytes = uncompressed(report, content, iterations, rounding, rounded);
    const bool last = rounding == Rounding::Bits4;
    const auto stream = gzipped(bytes, last ? SIZE_MAX : limit);
    if (stream) return {base64(*stream), rounded ? rounding : Rounding::None};
  }
  throw std::logic_error("the last stream has no limit");
}

// Counts the locations that execute code, as opposed to metric locations.
std::size_t count_running(const Report& report) {
  return static_cast<std::size_t>(std::ranges::count_if(
      report.locations, [](const Location& location) { return location.kind != "metric"; }));
}

}  // namespace

PageData page_data(const Report& report, const PageContent& content) {
  PageContent aligned = content;
  aligned.locations = count_running(report);
  if (content.reference == nullptr) return aligned_page_data(report, aligned);
  aligned.reference_locations = count_running(*content.reference);
  const SideBySide both = side_by_side(report, *content.reference);
  aligned.reference = &both.second;
  return aligned_page_data(both.first, aligned);
}

std::string base64(std::string_view bytes) {
  constexpr std::string_view kLetters =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t there = std::min<std::size_t>(3, bytes.size() - i);
    std::uint32_t group = 0;
    for (std::size_t k = 0; k < 3; ++k)
      group = group << 8 | (k < there ? static_cast<unsigned char>(bytes[i + k]) : 0);
    for (std::size_t k = 0; k < 4; ++k)
      text += k <= there ? kLetters[group >> (18 - 6 * k) & 63] : '=';
  }
  return text;
}

}  // namespace lull::report
