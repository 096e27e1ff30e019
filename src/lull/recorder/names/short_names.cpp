// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/recorder/names/short_names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <functional>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace lull::recorder {
namespace {

using Arguments = std::vector<std::string>;
using Rewrite = std::function<std::string(const std::string& name, Arguments arguments)>;

bool in_path(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == ':' || c == '~';
}

// Parses a name and rewrites each template with its arguments, inner ones first.
class Rewriter {
 public:
  Rewriter(std::string_view text, const Rewrite& rewrite) : text_(text), rewrite_(rewrite) {}

  std::optional<std::string> whole() {
    std::string result = part("");
    if (!sound_ || at_ != text_.size()) return {};
    return result;
  }

 private:
  static constexpr int kDeepest = 200;

  // Parses up to one of these characters, or the end.
  std::string part(std::string_view ends) {
    std::string result;
    if (++depth_ > kDeepest) sound_ = false;
    while (sound_ && at_ < text_.size() && ends.find(text_[at_]) == ends.npos) {
      const char c = text_[at_];
      if (in_path(c)) {
        result += path();
      } else if (c == '(' || c == '[' || c == '{') {
        result += group(c == '(' ? ')' : c == '[' ? ']' : '}');
      } else if (c == ')' || c == ']' || c == '}' || c == '<') {
        sound_ = false;
      } else if (c == '-' && text_.substr(at_, 2) == "->") {
        result += take(2);
      } else {
        sound_ = sound_ && c != '>';
        result += take(1);
      }
    }
    --depth_;
    return result;
  }

  std::string take(std::size_t length) {
    const std::string_view taken = text_.substr(at_, length);
    at_ += taken.size();
    return std::string(taken);
  }

  std::string group(char end) {
    std::string result = take(1);
    result += part(std::string_view(&end, 1));
    if (at_ == text_.size()) sound_ = false;
    return result + take(1);
  }

  // Parses a name with its scopes, and the template arguments after it.
  std::string path() {
    std::size_t end = at_;
    while (end < text_.size() && in_path(text_[end])) ++end;
    std::string name = take(end - at_);
    if (is_operator(name)) return name + operator_symbol();
    if (at_ == text_.size() || text_[at_] != '<') return name;
    return rewrite_(name, arguments());
  }

  static bool is_operator(std::string_view name) {
    constexpr std::string_view kOperator = "operator";
    return name == kOperator || (name.ends_with(kOperator) && name[name.size() - 9] == ':');
  }

  // operator<< <int>: its template arguments follow a space.
  std::string operator_symbol() {
    std::size_t end = at_;
    while (end < text_.size() &&
           std::string_view("<>=-").find(text_[end]) != std::string_view::npos)
      ++end;
    std::string symbol = take(end - at_);
    if (!symbol.empty() && text_.substr(at_, 2) == " <") {
      symbol += take(1);
      symbol += rewrite_("", arguments());
    }
    return symbol;
  }

  Arguments arguments() {
    Arguments found;
    do {
      ++at_;
      while (at_ < text_.size() && text_[at_] == ' ') ++at_;
      found.push_back(part(",>"));
      while (!found.back().empty() && found.back().back() == ' ') found.back().pop_back();
    } while (sound_ && at_ < text_.size() && text_[at_] == ',');
    if (at_ == text_.size()) sound_ = false;
    ++at_;
    return found;
  }

  std::string_view text_;
  const Rewrite& rewrite_;
  std::size_t at_ = 0;
  int depth_ = 0;
  bool sound_ = true;
};

std::string as_template(const std::string& name, const Arguments& arguments) {
  return fmt::format("{}<{}>", name, fmt::join(arguments, ", "));
}

bool is_default(const std::string& name, const Arguments& arguments) {
  const std::string& first = arguments.front();
  const std::string& last = arguments.back();
  for (const std::string_view of_first :
       {"allocator", "less", "equal_to", "hash", "default_delete", "char_traits", "regex_traits"})
    if (last == fmt::format("std::{}<{}>", of_first, first)) return true;
  if (arguments.size() > 2 &&
      last == fmt::format("std::allocator<std::pair<{} const, {}>>", first, arguments[1]))
    return true;
  if (name == "std::stack" || name == "std::queue")
    return last == fmt::format("std::deque<{}>", first);
  if (name == "std::span") return last == "18446744073709551615ul";
  return name == "std::priority_queue" && last == fmt::format("std::vector<{}>", first);
}

std::string without_defaults(const std::string& name, Arguments arguments) {
  if (!name.starts_with("std::")) return as_template(name, arguments);
  while (arguments.size() > 1 && is_default(name, arguments)) arguments.pop_back();
  constexpr std::string_view kBasic = "std::basic_";
  if (name.starts_with(kBasic) && arguments.size() == 1) {
    if (arguments[0] == "char") return "std::" + name.substr(kBasic.size());
    if (arguments[0] == "wchar_t") return "std::w" + name.substr(kBasic.size());
  }
  return as_template(name, arguments);
}

// Abbreviates a long argument list if all earlier lists after the same name are equal to it.
class Repetitions {
 public:
  std::string operator()(const std::string& name, const Arguments& arguments) {
    constexpr std::size_t kLong = 20;
    std::string text = as_template(name, arguments);
    const auto [entry, fresh] = known_.try_emplace(name, text);
    if (fresh || text.size() < name.size() + kLong) {
      if (entry->second != text) entry->second.clear();
      return text;
    }
    if (entry->second == text) return name + "<...>";
    entry->second.clear();
    return text;
  }

 private:
  std::map<std::string, std::string> known_;  // empty: there were different lists
};

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (std::size_t at = text.find(from); at != text.npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
}

}  // namespace

std::string short_name(std::string_view demangled) {
  std::string name(demangled);
  for (const std::string_view hidden : {"::__cxx11::", "std::__1::"})
    replace_all(name, hidden, hidden.starts_with("std") ? "std::" : "::");
  if (name.find('<') == name.npos) return name;
  const std::optional<std::string> plain = Rewriter(name, without_defaults).whole();
  if (!plain) return name;
  Repetitions repetitions;
  return Rewriter(*plain, std::ref(repetitions)).whole().value_or(*plain);
}

}  // namespace lull::recorder
