// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/report/model/value_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "lull/base/text/counted.hpp"
#include "lull/base/text/printable.hpp"

namespace lull::report {
namespace {

struct TimeUnit {
  const char* name;
  double scale;
  double least;  // least seconds for which the unit is used
};
constexpr TimeUnit kTimeUnits[] = {
    {"sec", 1, 0.1}, {"ms", 1e3, 1e-4}, {"us", 1e6, 1e-7}, {"ns", 1e9, 0}};

constexpr int kSignificantDigits = 5;
constexpr double kLargestPlain = 1e15;

bool continues_character(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

// Values that round to zero have no sign, so that "-0.0" does not occur.
std::string without_sign_of_zero(std::string digits) {
  if (digits.starts_with('-') && digits.find_first_of("123456789") == std::string::npos)
    digits.erase(0, 1);
  return digits;
}

}  // namespace

ValueFormat::ValueFormat(const Metric& metric, double largest) : unit_(printable(metric.unit)) {
  largest = std::abs(largest);
  if (unit_ == "sec" && largest > 0) {
    const TimeUnit& unit = *std::find_if(std::begin(kTimeUnits), std::end(kTimeUnits),
                                         [&](const TimeUnit& u) { return largest >= u.least; });
    unit_ = unit.name;
    scale_ = unit.scale;
  }
  scientific_ = largest * scale_ >= kLargestPlain;
  const bool whole = metric.type == ValueType::Unsigned || metric.type == ValueType::Signed;
  if (whole || largest == 0) return;
  const int digits = static_cast<int>(std::floor(std::log10(largest * scale_))) + 1;
  decimals_ = std::clamp(kSignificantDigits - std::max(digits, 1), 0, 12);
}

std::string ValueFormat::operator()(double value) const {
  if (value == 0) return "0";
  if (scientific_) return fmt::format("{:.4e}", value * scale_);
  return grouped_digits(without_sign_of_zero(fmt::format("{:.{}f}", value * scale_, decimals_)));
}

std::string ValueFormat::with_unit(double value) const {
  return unit_.empty() ? (*this)(value) : (*this)(value) + " " + unit_;
}

std::string percent_text(double part, double whole) {
  if (whole == 0) return {};
  return without_sign_of_zero(fmt::format("{:.1f}", 100 * part / std::abs(whole)));
}

std::size_t text_width(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return !continues_character(c); }));
}

std::string shortened(std::string_view text, std::size_t width) {
  if (text_width(text) <= width) return std::string(text);
  if (width == 0) return {};
  std::size_t end = 0;
  for (std::size_t characters = 0; end < text.size(); ++end)
    if (!continues_character(text[end]) && ++characters == width) break;
  return std::string(text.substr(0, end)) + "…";
}

}  // namespace lull::report
