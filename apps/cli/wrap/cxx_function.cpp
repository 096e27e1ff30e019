// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "cli/wrap/cxx_function.hpp"

#include <cxxabi.h>
#include <fmt/format.h>

#include <array>
#include <cstdlib>
#include <memory>
#include <string_view>

namespace lull::cli {
namespace {

// Excludes the C++ library, thunks, guards, and the allocation functions.
bool is_foreign(const std::string& symbol) {
  constexpr std::array<std::string_view, 23> kBeginnings{"_ZNSt",
                                                         "_ZNKSt",
                                                         "_ZSt",
                                                         "_ZNSa",
                                                         "_ZNSs",
                                                         "_ZNSb",
                                                         "_ZNSi",
                                                         "_ZNSo",
                                                         "_ZNSd",
                                                         "_ZNKSs",
                                                         "_ZNKSb",
                                                         "_ZNKSa",
                                                         "_ZN9__gnu_cxx",
                                                         "_ZNK9__gnu_cxx",
                                                         "_ZT",
                                                         "_ZZ",
                                                         "_ZG",
                                                         "_Znw",
                                                         "_Zna",
                                                         "_Zdl",
                                                         "_Zda",
                                                         "_ZN10__cxxabiv",
                                                         "_ZNK10__cxxabiv"};
  for (const std::string_view beginning : kBeginnings)
    if (symbol.starts_with(beginning)) return true;
  return false;
}

void remove_all(std::string& text, std::string_view what) {
  for (std::size_t at = text.find(what); at != text.npos; at = text.find(what, at))
    text.erase(at, what.size());
}

// Removes "[abi:cxx11]", which is not part of the source.
void remove_tags(std::string& text) {
  for (std::size_t at = text.find("[abi:"); at != text.npos; at = text.find("[abi:", at))
    text.erase(at, text.find(']', at) + 1 - at);
}

bool ends_with_operator(std::string_view name) {
  const std::size_t at = name.rfind("operator");
  return at != name.npos && (at == 0 || name[at - 1] == ':' || name[at - 1] == ' ');
}

// Returns the position at which the template arguments at the end of the name begin; the name's
// size if there are none.
std::size_t begin_of_arguments(std::string_view name) {
  if (!name.ends_with('>') || ends_with_operator(name)) return name.size();
  int depth = 0;
  for (std::size_t i = name.size(); i-- > 0;) {
    depth += name[i] == '>' ? 1 : 0;
    depth -= name[i] == '<' ? 1 : 0;
    if (depth == 0) return i;
  }
  return name.size();
}

// Returns the position of the "::" before the last part of the name; npos if it has no scope.
std::size_t last_scope(std::string_view name) {
  int depth = 0;
  for (std::size_t i = begin_of_arguments(name); i-- > 1;) {
    depth += name[i] == '>' || name[i] == ')' ? 1 : 0;
    depth -= name[i] == '<' || name[i] == '(' ? 1 : 0;
    if (depth == 0 && name[i] == ':' && name[i - 1] == ':') return i - 1;
  }
  return name.npos;
}

struct NameParts {
  std::string name;  // has scopes; for templates, has the return type before it
  std::string parameters;
  std::string qualifiers;
};

std::optional<NameParts> parts_of(const std::string& whole) {
  const std::size_t close = whole.rfind(')');
  if (close == whole.npos) return {};
  int depth = 0;
  for (std::size_t i = close + 1; i-- > 0;) {
    depth += whole[i] == ')' ? 1 : 0;
    depth -= whole[i] == '(' ? 1 : 0;
    if (depth == 0)
      return NameParts{whole.substr(0, i), whole.substr(i + 1, close - i - 1),
                       whole.substr(close + 1)};
  }
  return {};
}

// Demangled function templates begin with the return type.
std::string without_result(const std::string& name) {
  const std::size_t arguments = begin_of_arguments(name);
  if (arguments == name.size()) return name;
  int depth = 0;
  for (std::size_t i = arguments; i-- > 0;) {
    depth += name[i] == '>' || name[i] == ')' ? 1 : 0;
    depth -= name[i] == '<' || name[i] == '(' ? 1 : 0;
    if (depth == 0 && name[i] == ' ') return name.substr(i + 1);
  }
  return name;
}

// The address of constructors and destructors cannot be taken; their type follows from the name.
std::optional<std::string> maker_type(const std::string& name, const std::string& parameters,
                                      const std::set<std::string>& tables) {
  const std::size_t at = last_scope(name);
  if (at == name.npos) return {};
  const std::string type = name.substr(0, at);
  const std::string last = name.substr(at + 2);
  const std::size_t outer = last_scope(type);
  std::string short_name = type.substr(outer == type.npos ? 0 : outer + 2);
  short_name.resize(begin_of_arguments(short_name));
  if (last != short_name && !last.starts_with('~')) return {};
  if (tables.contains("VTT for " + type)) return "";
  return fmt::format("void({}*{}{})", type, parameters.empty() ? "" : ", ", parameters);
}

}  // namespace

std::string demangled_symbol(const std::string& symbol) {
  struct Freed {
    void operator()(char* memory) const { std::free(memory); }
  };
  int status = 0;
  const std::unique_ptr<char, Freed> name(
      abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status));
  return status == 0 ? name.get() : std::string();
}

std::string variadic_cxx_function(const std::string& symbol) {
  if (!symbol.starts_with("_Z") || is_foreign(symbol)) return {};
  std::string name = demangled_symbol(symbol);
  const std::optional<NameParts> parts = parts_of(name);
  return parts && parts->parameters.ends_with("...") ? name : std::string();
}

std::optional<CxxFunction> cxx_function(const std::string& symbol,
                                        const std::set<std::string>& tables) {
  if (!symbol.starts_with("_Z") || is_foreign(symbol)) return {};
  std::string name = demangled_symbol(symbol);
  for (const std::string_view unnamed : {"{lambda", "{unnamed", "(anonymous", "[clone", "{default"})
    if (name.find(unnamed) != name.npos) return {};
  std::string source = name;
  remove_tags(source);
  std::optional<NameParts> parts = parts_of(source);
  if (!parts || parts->parameters.ends_with("...")) return {};
  if (const auto maker = maker_type(parts->name, parts->parameters, tables)) {
    if (maker->empty()) return {};
    return CxxFunction{name, *maker};
  }
  const std::string own_name = without_result(parts->name);
  if (own_name.starts_with("std::") || own_name.starts_with("__gnu_cxx::")) return {};
  const bool constant = parts->qualifiers.find("const") != std::string::npos;
  remove_all(parts->qualifiers, " const");
  if (!parts->qualifiers.empty()) return {};
  return CxxFunction{name,
                     fmt::format("decltype(lull_wrap::Of<{}>::{}(&{}))::Type", parts->parameters,
                                 constant ? "constant" : "plain", without_result(parts->name))};
}

}  // namespace lull::cli
