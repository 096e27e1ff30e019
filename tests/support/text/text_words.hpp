// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The words of the text trace format: splitting a line into words, and using words as arguments of
// a statement. Every error is lull::Error with "name:line:column: sentence".
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lull::support {

struct Word {
  std::string text;
  const std::string* file = nullptr;
  std::size_t line = 0;
  std::size_t column = 0;
  bool quoted = false;  // begins with a quotation mark

  // Returns whether this is an unquoted word or separator of exactly this text.
  [[nodiscard]] bool is(std::string_view other) const { return !quoted && text == other; }
};

[[noreturn]] void fail_at(const Word& word, const std::string& sentence);

// Words are separated by blanks; ";" "," "|" are separate words; "…" keeps blanks; "#" at the start
// of a word begins a comment.
[[nodiscard]] std::vector<Word> split_words(std::string_view text, const std::string& file,
                                            std::size_t line);

// Splits at unquoted separators; empty runs are dropped.
[[nodiscard]] std::vector<std::span<const Word>> split_at(std::span<const Word> words,
                                                          std::string_view separator);

template <class Number>
[[nodiscard]] std::optional<Number> parse_number(std::string_view text);

template <class Number>
[[nodiscard]] Number number_of(const Word& word) {
  const auto number = parse_number<Number>(word.text);
  if (!number) fail_at(word, fmt::format("\"{}\" is not a number of the expected kind", word.text));
  return *number;
}

// The words after a statement's name: positional words, and options "key=value".
class Arguments {
 public:
  Arguments(const Word& name, std::span<const Word> words);

  [[nodiscard]] const Word& name() const { return name_; }
  [[nodiscard]] std::span<const Word> positional() const { return positional_; }
  // Returns the next positional word; throws when there is none.
  const Word& take(std::string_view what);
  [[nodiscard]] const Word* take_if_any();
  [[nodiscard]] std::span<const Word> take_rest();
  [[nodiscard]] const Word* option(std::string_view key);

  template <class Number>
  Number number(std::string_view key, Number otherwise) {
    const Word* word = option(key);
    return word == nullptr ? otherwise : number_of<Number>(*word);
  }

  // Throws if words or options are unused.
  void finish() const;

 private:
  struct Option {
    std::string key;
    Word value;
    bool taken = false;
  };

  Word name_;
  std::vector<Word> positional_;
  std::vector<Option> options_;
  std::size_t next_ = 0;
};

}  // namespace lull::support
