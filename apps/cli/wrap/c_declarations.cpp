// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "cli/wrap/c_declarations.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>
#include <vector>

namespace lull::cli {
namespace {

// Names that C programs may use, but that are keywords in C++.
constexpr std::array<std::string_view, 51> kNamesInC{
    "alignas",   "alignof",     "and",        "and_eq",    "bitand",  "bitor",
    "bool",      "catch",       "char16_t",   "char32_t",  "char8_t", "class",
    "co_await",  "co_return",   "co_yield",   "compl",     "concept", "consteval",
    "constexpr", "constinit",   "const_cast", "decltype",  "delete",  "dynamic_cast",
    "explicit",  "export",      "false",      "friend",    "mutable", "namespace",
    "new",       "noexcept",    "not",        "not_eq",    "nullptr", "operator",
    "or",        "or_eq",       "private",    "protected", "public",  "reinterpret_cast",
    "requires",  "static_cast", "template",   "this",      "throw",   "true",
    "try",       "typeid",      "typename"};
constexpr std::array<std::string_view, 7> kMoreNamesInC{
    "using", "virtual", "wchar_t", "xor", "xor_eq", "static_assert", "thread_local"};

constexpr std::array<std::pair<std::string_view, std::string_view>, 14> kOtherWords{
    {{"restrict", "__restrict"},
     {"_Bool", "bool"},
     {"_Noreturn", ""},
     {"_Static_assert", "static_assert"},
     {"_Alignas", "alignas"},
     {"_Alignof", "__alignof__"},
     {"_Thread_local", "__thread"},
     {"typeof", "__typeof__"},
     {"_Float128", "__float128"},
     {"_Float64x", "long double"},
     {"_Float64", "double"},
     {"_Float32x", "double"},
     {"_Float32", "float"},
     {"_Float16", "__fp16"}}};

// Qualifiers in the brackets of an array parameter.
constexpr std::array<std::string_view, 5> kArrayQualifiers{"static", "restrict", "__restrict",
                                                           "const", "volatile"};

template <class List>
bool is_in(const List& list, std::string_view word) {
  return std::ranges::find(list, word) != list.end();
}

bool starts_name(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$';
}
bool in_name(char c) { return starts_name(c) || std::isdigit(static_cast<unsigned char>(c)) != 0; }

// Reads the text token by token.
class Reader {
 public:
  Reader(std::string_view text, bool is_c) : text_(text), is_c_(is_c) {}

  Declarations read() {
    while (at_ < text_.size()) step();
    return std::move(found_);
  }

 private:
  void step() {
    const char c = text_[at_];
    if (c == '#' && (at_ == 0 || text_[at_ - 1] == '\n')) return copy(text_.find('\n', at_) - at_);
    if (c == '"' || c == '\'') return copy(literal());
    if (starts_name(c)) return name();
    if (std::isdigit(static_cast<unsigned char>(c)) != 0) return number();
    if (std::isspace(static_cast<unsigned char>(c)) != 0) return copy(1);
    if (is_c_ && c == '{' && braces_ == 0 && begins_body()) return skip_body();
    punctuation(c);
  }

  void copy(std::size_t length) {
    length = std::min(length, text_.size() - at_);
    if (!skipping_) found_.text += text_.substr(at_, length);
    at_ += length;
  }

  [[nodiscard]] std::size_t literal() const {
    std::size_t end = at_ + 1;
    while (end < text_.size() && text_[end] != text_[at_] && text_[end] != '\n')
      end += text_[end] == '\\' ? 2 : 1;
    return end + 1 - at_;
  }

  void number() {
    std::size_t end = at_;
    const auto in_number = [this](std::size_t at) {
      return in_name(text_[at]) || text_[at] == '.' || (!is_c_ && text_[at] == '\'');
    };
    while (end < text_.size() && in_number(end)) ++end;
    last_ = '0';
    copy(end - at_);
  }

  void name() {
    std::size_t end = at_;
    while (end < text_.size() && in_name(text_[end])) ++end;
    const std::string_view word = text_.substr(at_, end - at_);
    at_ = end;
    const bool in_brackets = last_ == '[';
    opened_ = last_ == '(';
    if (!in_brackets || !is_in(kArrayQualifiers, word)) last_ = 'a';
    last_name_ = word;
    if (skipping_) return;
    if (!is_c_) {
      found_.text += word;
    } else if (!(in_brackets && is_in(kArrayQualifiers, word))) {
      const auto* const other = std::ranges::find(
          kOtherWords, word, &std::pair<std::string_view, std::string_view>::first);
      found_.text += other != kOtherWords.end() ? std::string(other->second) : cxx_name(word);
    }
    if (braces_ == 0 || !is_c_) note_function(word);
  }

  // A name before parentheses at the outermost level is a function's; the name may be in
  // parentheses itself.
  void note_function(std::string_view word) {
    std::size_t begin = behind_space(at_);
    if (opened_ && begin < text_.size() && text_[begin] == ')') begin = behind_space(begin + 1);
    if (begin == text_.size() || text_[begin] != '(' || found_.functions.contains(word)) return;
    found_.functions.emplace(word, parameters_at(begin));
  }

  [[nodiscard]] std::size_t behind_space(std::size_t at) const {
    while (at < text_.size() && std::isspace(static_cast<unsigned char>(text_[at])) != 0) ++at;
    return at;
  }

  [[nodiscard]] Parameters parameters_at(std::size_t begin) const {
    int depth = 0;
    bool any = false;
    for (std::size_t i = begin; i < text_.size(); ++i) {
      const char c = text_[i];
      if (c == '(') ++depth;
      if (c == ')' && --depth == 0) break;
      if (depth == 1 && text_.substr(i, 3) == "...") return Parameters::Variadic;
      any = any || (i > begin && std::isspace(static_cast<unsigned char>(c)) == 0);
    }
    return any || !is_c_ ? Parameters::Known : Parameters::Unknown;
  }

  void punctuation(char c) {
    if (c == '(') openers_.push_back(last_ == 'a' ? last_name_ : std::string_view());
    if (c == ')' && !openers_.empty()) {
      last_group_ = openers_.back();
      openers_.pop_back();
    }
    if (c == '{') ++braces_;
    if (c == '}') --braces_;
    last_ = c;
    copy(1);
  }

  // A brace after the parentheses of attributes opens a structure, not a function body.
  [[nodiscard]] bool begins_body() const {
    return last_ == ')' && !last_group_.starts_with("__attribute") && last_group_ != "_Alignas";
  }

  void skip_body() {
    found_.text += ';';
    skipping_ = true;
    punctuation('{');
    while (at_ < text_.size() && braces_ > 0) {
      if (text_[at_] == '\n') found_.text += '\n';
      step();
    }
    skipping_ = false;
  }

  std::string_view text_;
  bool is_c_;
  std::size_t at_ = 0;
  int braces_ = 0;
  bool skipping_ = false;
  char last_ = ';';      // last token; 'a' for names
  bool opened_ = false;  // true if the last name follows an opening parenthesis
  std::string_view last_name_;
  std::string_view last_group_;            // name before the last closed parentheses
  std::vector<std::string_view> openers_;  // names before the open parentheses
  Declarations found_;
};

}  // namespace

std::string cxx_name(std::string_view name) {
  const bool taken = is_in(kNamesInC, name) || is_in(kMoreNamesInC, name);
  return (taken ? "lull_c_" : "") + std::string(name);
}

Declarations declarations_of_c(std::string_view preprocessed) {
  return Reader(preprocessed, true).read();
}

Declarations declarations_of_cxx(std::string preprocessed) {
  Declarations found = Reader(preprocessed, false).read();
  found.text = std::move(preprocessed);
  return found;
}

}  // namespace lull::cli
