// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/base/text/alike.hpp"

#include <algorithm>
#include <cctype>
#include <numeric>
#include <utility>
#include <vector>

namespace lull {
namespace {

char lower_letter(char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); }

std::string lower(std::string_view text) {
  std::string result(text);
  std::ranges::transform(result, result.begin(), lower_letter);
  return result;
}

// Returns the number of insertions, deletions and replacements (Levenshtein).
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> costs(b.size() + 1);
  std::iota(costs.begin(), costs.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = std::exchange(costs[0], i + 1);
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = costs[j + 1];
      costs[j + 1] = std::min({replaced, costs[j] + 1, costs[j + 1] + 1});
    }
  }
  return costs.back();
}

// Lower is more similar; a name that contains the wanted one is very similar.
std::size_t unlikeness(const std::string& wanted, const std::string& name) {
  if (name.find(wanted) != name.npos) return 0;
  return edit_distance(wanted, name);
}

}  // namespace

bool is_same_name(std::string_view a, std::string_view b) {
  return std::ranges::equal(a, b, {}, lower_letter, lower_letter);
}

std::string suggestion(std::string_view wanted, const std::set<std::string>& names) {
  constexpr std::size_t kMost = 3;
  if (wanted.empty()) return {};
  const std::string asked = lower(wanted).substr(0, 100);
  std::vector<std::pair<std::size_t, std::string>> alike;
  for (const std::string& name : names) {
    const std::size_t distance = unlikeness(asked, lower(name).substr(0, 200));
    if (distance <= std::max<std::size_t>(2, asked.size() / 3)) alike.emplace_back(distance, name);
  }
  if (alike.empty()) return {};
  std::sort(alike.begin(), alike.end());
  alike.resize(std::min(alike.size(), kMost));
  std::string text = "; did you mean ";
  for (std::size_t i = 0; i < alike.size(); ++i) {
    if (i > 0) text += i + 1 == alike.size() ? " or " : ", ";
    text += alike[i].second;
  }
  return text + "?";
}

}  // namespace lull
