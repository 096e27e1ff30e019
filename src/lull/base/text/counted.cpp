// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/base/text/counted.hpp"

#include <algorithm>

namespace lull {

std::string grouped_digits(std::string digits) {
  const std::size_t end = std::min(digits.find('.'), digits.size());
  const std::size_t begin = digits.starts_with('-') ? 1 : 0;
  for (std::size_t at = end; at > begin + 3; at -= 3) digits.insert(at - 3, 1, ',');
  return digits;
}

std::string grouped(std::uint64_t number) { return grouped_digits(std::to_string(number)); }

std::string counted(std::uint64_t number, std::string_view one, std::string_view many) {
  std::string text = grouped(number) + " ";
  if (number == 1) return text.append(one);
  return many.empty() ? text.append(one).append("s") : text.append(many);
}

}  // namespace lull
