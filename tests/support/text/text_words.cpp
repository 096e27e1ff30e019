// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "support/text/text_words.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

#include "lull/base/error.hpp"

namespace lull::support {
namespace {

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }
bool is_separator(char c) { return c == ';' || c == ',' || c == '|'; }

// Reads one word at `at` and moves `at` after it. Quotes may be inside, as in name="a b".
Word read_word(std::string_view text, std::size_t& at, Word word) {
  word.quoted = text[at] == '"';
  while (at < text.size() && !is_blank(text[at]) && !is_separator(text[at])) {
    if (text[at] != '"') {
      word.text += text[at++];
      continue;
    }
    const std::size_t end = text.find('"', at + 1);
    if (end == std::string_view::npos) fail_at(word, "missing closing quotation mark");
    word.text += text.substr(at + 1, end - at - 1);
    at = end + 1;
  }
  return word;
}

}  // namespace

void fail_at(const Word& word, const std::string& sentence) {
  throw input_error("{}:{}:{}: {}", word.file != nullptr ? *word.file : "trace", word.line,
                    word.column, sentence);
}

std::vector<Word> split_words(std::string_view text, const std::string& file, std::size_t line) {
  std::vector<Word> words;
  for (std::size_t at = 0; at < text.size();) {
    if (is_blank(text[at])) {
      ++at;
      continue;
    }
    if (text[at] == '#') break;
    Word word{{}, &file, line, at + 1, false};
    if (is_separator(text[at]))
      word.text = text[at++];
    else
      word = read_word(text, at, std::move(word));
    words.push_back(std::move(word));
  }
  return words;
}

std::vector<std::span<const Word>> split_at(std::span<const Word> words,
                                            std::string_view separator) {
  std::vector<std::span<const Word>> runs;
  while (!words.empty()) {
    const auto end =
        std::ranges::find_if(words, [&](const Word& word) { return word.is(separator); });
    const auto length = static_cast<std::size_t>(end - words.begin());
    if (length > 0) runs.push_back(words.first(length));
    words = words.subspan(std::min(length + 1, words.size()));
  }
  return runs;
}

template <class Number>
std::optional<Number> parse_number(std::string_view text) {
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return number;
}
template std::optional<std::uint8_t> parse_number(std::string_view);
template std::optional<std::uint32_t> parse_number(std::string_view);
template std::optional<std::uint64_t> parse_number(std::string_view);
template std::optional<std::int64_t> parse_number(std::string_view);
template std::optional<double> parse_number(std::string_view);

Arguments::Arguments(const Word& name, std::span<const Word> words) : name_(name) {
  for (const Word& word : words) {
    const std::size_t equals = word.text.find('=');
    if (word.quoted || equals == std::string::npos || equals == 0) {
      positional_.push_back(word);
      continue;
    }
    Word value = word;
    value.text.erase(0, equals + 1);
    value.column += equals + 1;
    options_.push_back({word.text.substr(0, equals), std::move(value)});
  }
}

const Word& Arguments::take(std::string_view what) {
  if (next_ == positional_.size()) fail_at(name_, fmt::format("\"{}\" needs {}", name_.text, what));
  return positional_[next_++];
}

const Word* Arguments::take_if_any() {
  return next_ == positional_.size() ? nullptr : &positional_[next_++];
}

std::span<const Word> Arguments::take_rest() {
  const auto rest = std::span(positional_).subspan(next_);
  next_ = positional_.size();
  return rest;
}

const Word* Arguments::option(std::string_view key) {
  const auto found = std::ranges::find(options_, key, &Option::key);
  if (found == options_.end()) return nullptr;
  found->taken = true;
  return &found->value;
}

void Arguments::finish() const {
  if (next_ < positional_.size())
    fail_at(positional_[next_],
            fmt::format("unexpected \"{}\" after \"{}\"", positional_[next_].text, name_.text));
  for (const Option& option : options_)
    if (!option.taken)
      fail_at(option.value, fmt::format("\"{}\" has no option \"{}\"", name_.text, option.key));
}

}  // namespace lull::support
