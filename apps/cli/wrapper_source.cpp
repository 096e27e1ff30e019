// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "cli/wrapper_source.hpp"

#include <fmt/format.h>

#include <cctype>

namespace lull::cli {
namespace {

bool in_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

// What stands between the parentheses behind the first mention of `name` that has some; none when
// there is no such mention.
struct Parameters {
  bool found = false;
  std::string_view text;
};
Parameters parameters_of(std::string_view headers, const std::string& name) {
  for (std::size_t at = headers.find(name); at != headers.npos; at = headers.find(name, at + 1)) {
    std::size_t end = at + name.size();
    if ((at > 0 && in_name(headers[at - 1])) || (end < headers.size() && in_name(headers[end])))
      continue;
    while (end < headers.size() && std::isspace(static_cast<unsigned char>(headers[end])) != 0)
      ++end;
    if (end == headers.size() || headers[end] != '(') continue;
    int depth = 0;
    for (std::size_t i = end; i < headers.size(); ++i) {
      depth += headers[i] == '(' ? 1 : 0;
      depth -= headers[i] == ')' ? 1 : 0;
      if (depth == 0) return {true, headers.substr(end + 1, i - end - 1)};
    }
  }
  return {};
}

// C headers that are no C++ get what they include in advance: that has to stay outside.
constexpr std::string_view kBegin = R"(#include <dlfcn.h>
#include <cmath>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#define restrict __restrict
#define _Bool bool
extern "C" {
)";

constexpr std::string_view kRecorder = R"(}
extern "C" {
struct lull_site {
  const char* name;
  const char* detail;
  unsigned line;
  unsigned number;
};
__attribute__((weak)) void lull_record_enter(lull_site*);
__attribute__((weak)) void lull_record_leave(lull_site*);
}
namespace {
struct Scope {
  explicit Scope(lull_site* where) : site(where) {
    if (lull_record_enter) lull_record_enter(site);
  }
  ~Scope() {
    if (lull_record_leave) lull_record_leave(site);
  }
  lull_site* site;
};
template <class Function, class Tag>
struct Recorded;
template <class Result, class... Parameters, class Tag>
struct Recorded<Result(Parameters...), Tag> {
  static Result call(Parameters... parameters) {
    static const auto function =
        reinterpret_cast<Result (*)(Parameters...)>(dlsym(RTLD_NEXT, Tag::site.name));
    const Scope scope(&Tag::site);
    return function(static_cast<Parameters&&>(parameters)...);
  }
};
}
)";

}  // namespace

WrappedFunctions declared_functions(std::string_view headers,
                                    const std::vector<std::string>& exported) {
  WrappedFunctions functions;
  for (const std::string& name : exported) {
    const Parameters parameters = parameters_of(headers, name);
    if (!parameters.found) continue;
    const bool variadic = parameters.text.find("...") != parameters.text.npos;
    (variadic ? functions.variadic : functions.names).push_back(name);
  }
  return functions;
}

std::string wrapper_source(const std::vector<std::string>& headers,
                           const std::vector<std::string>& functions, const std::string& library) {
  std::string source(kBegin);
  for (const std::string& header : headers) source += fmt::format("#include \"{}\"\n", header);
  source += kRecorder;
  for (const std::string& name : functions) {
    source += fmt::format(
        "namespace {{ struct Tag_{0} {{ static lull_site site; }};\n"
        "lull_site Tag_{0}::site = {{\"{0}\", \"{1}\", 0, 0}};\n"
        "typedef decltype({0}) Type_{0}; }}\n"
        "extern \"C\" void* lull_resolve_{0}() "
        "{{ return reinterpret_cast<void*>(&Recorded<Type_{0}, Tag_{0}>::call); }}\n"
        "extern \"C\" __attribute__((visibility(\"default\"), ifunc(\"lull_resolve_{0}\"))) "
        "Type_{0} {0};\n",
        name, library);
  }
  return source;
}

}  // namespace lull::cli
