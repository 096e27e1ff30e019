// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/recorder/names/directives.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <fstream>
#include <span>

namespace lull::recorder {
namespace {

// Words are letters and digits; what introduces a directive in C, C++ and Fortran is none.
std::vector<std::string> words_of(std::string_view line) {
  std::vector<std::string> words;
  bool in_word = false;
  for (const char c : line) {
    const auto letter = static_cast<unsigned char>(c);
    const bool is_letter = std::isalnum(letter) != 0 || c == '_';
    if (is_letter && !in_word) words.emplace_back();
    if (is_letter) words.back() += static_cast<char>(std::tolower(letter));
    in_word = is_letter;
  }
  return words;
}

// The words after "omp"; none where the line is no directive.
std::vector<std::string> directive_of(const std::string& line) {
  const std::size_t begin = line.find_first_not_of(" \t");
  if (begin == line.npos || (line.find("omp") == line.npos && line.find("OMP") == line.npos))
    return {};
  std::vector<std::string> words = words_of(std::string_view(line).substr(begin));
  const auto omp = std::ranges::find(words, "omp");
  const bool c = std::ranges::find(words.begin(), omp, "pragma") != omp ||
                 std::ranges::find(words.begin(), omp, "_pragma") != omp;
  const bool fortran = std::string_view("!cC*").find(line[begin]) != std::string_view::npos &&
                       line.compare(begin + 1, 1, "$") == 0;
  if (omp == words.end() || (!c && !fortran)) return {};
  words.erase(words.begin(), std::next(omp));
  return words;
}

struct Kind {
  std::string_view construct;
  std::array<std::string_view, 4> words;  // any of them makes it
};
constexpr std::array kKinds{
    Kind{"!$omp for", {"for", "do"}},
    Kind{"!$omp sections", {"sections"}},
    Kind{"!$omp single", {"single", "workshare"}},
    Kind{"!$omp single sblock", {"single", "workshare"}},
    Kind{"!$omp ordered", {"ordered"}},
    Kind{"!$omp ordered sblock", {"ordered"}},
    Kind{"!$omp taskloop", {"taskloop"}},
    Kind{"!$omp task", {"task"}},
    Kind{"!$omp implicit barrier", {"for", "do", "sections", "single"}},
};

bool is_one_of(const std::vector<std::string>& directive, std::span<const std::string_view> words) {
  if (directive.front() == "end") return false;
  // `ordered` is a clause of loops, too, and `task` one of cancellation.
  if (words[0] == "ordered" || words[0] == "task") return directive.front() == words[0];
  return std::ranges::any_of(directive, [&](const std::string& word) {
    return std::ranges::find(words, word) != words.end();
  });
}

}  // namespace

const std::vector<Directives::Directive>& Directives::of(const std::string& file) {
  const auto [entry, fresh] = files_.try_emplace(file);
  if (!fresh) return entry->second;
  std::ifstream lines(file);
  std::uint32_t number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    if (std::vector<std::string> words = directive_of(line); !words.empty())
      entry->second.push_back({number, std::move(words)});
  }
  return entry->second;
}

bool Directives::is_barrier(const std::string& file, std::uint32_t line) {
  return std::ranges::any_of(of(file), [line](const Directive& directive) {
    return directive.line == line && directive.words.front() == "barrier";
  });
}

// A construct comes after what its code is said to be; the barrier at the end of one after it.
std::uint32_t Directives::line_of(std::string_view construct, const std::string& file,
                                  std::uint32_t line, Lines function) {
  const auto kind = std::ranges::find(kKinds, construct, &Kind::construct);
  if (kind == kKinds.end() || line < function.first || line > function.last) return 0;
  const bool backwards = construct == "!$omp implicit barrier";
  std::uint32_t before = 0;
  std::uint32_t after = 0;
  for (const Directive& directive : of(file)) {
    if (directive.line < function.first || directive.line > function.last) continue;
    if (!is_one_of(directive.words, kind->words)) continue;
    if (directive.line <= line) before = directive.line;
    if (directive.line >= line && after == 0) after = directive.line;
  }
  if (backwards) return before;
  return after != 0 ? after : before;
}

}  // namespace lull::recorder
