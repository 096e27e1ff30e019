// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "asl/fuzz/mutations.hpp"

#include <array>
#include <cctype>
#include <string_view>

namespace lull::fuzz {
namespace {

using Words = std::vector<std::string>;

constexpr std::array kDictionary = {"PATTERN",
                                    "PROPERTY",
                                    "TEMPLATE",
                                    "ROOTTYPE",
                                    "INSTANTIATION",
                                    "CONSTRAINT",
                                    "EXPORT",
                                    "LET",
                                    "IN",
                                    "METRIC",
                                    "CHARGE",
                                    "AT",
                                    "WHERE",
                                    "UNDER",
                                    "ITSELF",
                                    "TITLE",
                                    "CONDITION",
                                    "SEVERITY",
                                    "CONFIDENCE",
                                    "SUCH",
                                    "THAT",
                                    "EXISTS",
                                    "NEXISTS",
                                    "FORALL",
                                    "UNIQUE",
                                    "typeof",
                                    "NULL",
                                    "ROOT",
                                    "THIS",
                                    "TRACE",
                                    "IF",
                                    "ELIF",
                                    "ELSE",
                                    "SUM",
                                    "MIN",
                                    "MAX",
                                    "AVG",
                                    "COUNT",
                                    "AND",
                                    "OR",
                                    "NOT",
                                    "class",
                                    "extends",
                                    "enum",
                                    "EXTERN",
                                    "setof",
                                    "PRED",
                                    "MATCH",
                                    "IMPORT",
                                    "PATTERN_MATCHES",
                                    "int",
                                    "float",
                                    "boolean",
                                    "String",
                                    "Event",
                                    "Enter",
                                    "Exit",
                                    "Process",
                                    "Region",
                                    "Receive",
                                    "Send",
                                    "Experiment",
                                    "{",
                                    "}",
                                    "(",
                                    ")",
                                    "<",
                                    ">",
                                    "<=",
                                    "==",
                                    "!=",
                                    ";",
                                    ":",
                                    ",",
                                    ".",
                                    "=",
                                    "+",
                                    "-",
                                    "*",
                                    "/",
                                    "->",
                                    "0",
                                    "1",
                                    "-1",
                                    "2147483648",
                                    "1e308",
                                    "1e-320",
                                    "9223372036854775807",
                                    "99999999999999999999",
                                    "0.5",
                                    "\"x\"",
                                    "\"*\"",
                                    "\"\\\"",
                                    "/*",
                                    "//",
                                    "enterptr",
                                    "sendptr",
                                    "R",
                                    "M",
                                    "timestamp",
                                    "index",
                                    "process_id",
                                    "region",
                                    "e.trace",
                                    "PROGRAM"};

std::size_t below(std::size_t end, std::mt19937_64& random) {
  return end == 0 ? 0 : random() % end;
}

Words words_of(std::string_view text) {
  Words words;
  const auto is_name = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
  };
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = i + 1;
    if (is_name(text[i]))
      while (end < text.size() && is_name(text[end])) ++end;
    words.emplace_back(text.substr(i, end - i));
    i = end;
  }
  return words;
}

std::string text_of(const Words& words) {
  std::string text;
  for (const std::string& word : words) {
    if (text.size() + word.size() > kLongest) break;
    text += word;
  }
  return text;
}

Words range_of(const Words& words, std::mt19937_64& random) {
  const std::size_t from = below(words.size(), random);
  const std::size_t count = 1 + below(std::min<std::size_t>(words.size() - from, 60), random);
  return {words.begin() + static_cast<std::ptrdiff_t>(from),
          words.begin() + static_cast<std::ptrdiff_t>(std::min(from + count, words.size()))};
}

void insert(Words& words, const Words& others, std::mt19937_64& random) {
  const auto at = static_cast<std::ptrdiff_t>(below(words.size() + 1, random));
  words.insert(words.begin() + at, others.begin(), others.end());
}

void nest(Words& words, std::mt19937_64& random) {
  constexpr std::array<std::array<const char*, 2>, 4> kBrackets{
      {{"(", ")"}, {"{", "}"}, {"NOT (", ")"}, {"IF (TRUE) ", " ELSE 0"}}};
  const auto& [open, close] = kBrackets[below(kBrackets.size(), random)];
  const std::size_t depth = 1U << below(9, random);
  const auto at = static_cast<std::ptrdiff_t>(below(words.size() + 1, random));
  words.insert(words.begin() + at, depth, close);
  words.insert(words.begin() + at, words.empty() ? "1" : words[below(words.size(), random)]);
  words.insert(words.begin() + at, depth, open);
}

void change(Words& words, const std::vector<std::string>& corpus, std::mt19937_64& random) {
  if (words.empty()) words.emplace_back(" ");
  std::string& word = words[below(words.size(), random)];
  switch (below(8, random)) {
    case 0:
      word = kDictionary[below(kDictionary.size(), random)];
      return;
    case 1:
      return insert(words, {" ", kDictionary[below(kDictionary.size(), random)], " "}, random);
    case 2: {
      const auto from = static_cast<std::ptrdiff_t>(below(words.size(), random));
      const auto count =
          1 +
          below(std::min<std::size_t>(words.size() - static_cast<std::size_t>(from), 20), random);
      const auto end = std::min(words.size(), static_cast<std::size_t>(from) + count);
      words.erase(words.begin() + from, words.begin() + static_cast<std::ptrdiff_t>(end));
      return;
    }
    case 3:
      return insert(words, range_of(words, random), random);
    case 4:
      return insert(words, range_of(words_of(corpus[below(corpus.size(), random)]), random),
                    random);
    case 5:
      word = words[below(words.size(), random)];
      return;
    case 6:
      return nest(words, random);
    default:
      if (!word.empty()) word[below(word.size(), random)] = static_cast<char>(random());
  }
}

}  // namespace

std::string mutated(const std::vector<std::string>& corpus, std::mt19937_64& random) {
  Words words = words_of(corpus[below(corpus.size(), random)]);
  const std::size_t changes = 1 + below(6, random);
  for (std::size_t i = 0; i < changes; ++i) change(words, corpus, random);
  return text_of(words);
}

}  // namespace lull::fuzz
