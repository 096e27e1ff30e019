// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "cli/wrap/wrapper_source.hpp"

#include <fmt/format.h>

#include <charconv>
#include <set>
#include <sstream>
#include <string_view>
#include <utility>

#include "lull/base/error.hpp"

namespace lull::cli {
namespace {

// Selects the overload with these parameters, whatever its return type.
constexpr std::string_view kTypes = R"(
extern "C++" {
namespace lull_wrap {
template <class Function>
struct Typed {
  using Type = Function;
};
template <class... P>
struct Of {
  template <class R>
  static Typed<R(P...)> plain(R (*)(P...));
  template <class R, class C>
  static Typed<R(C*, P...)> plain(R (C::*)(P...));
  template <class R, class C>
  static Typed<R(const C*, P...)> constant(R (C::*)(P...) const);
};
}
}
)";

// Exceptions end the region; the recorder handles jumps (lull_record_enter_call). Non-trivial
// classes are passed by address, whatever the source says: the wrapper passes on the same object.
// The text is not preprocessed again: 0 is __ATOMIC_RELAXED.
constexpr std::string_view kRecorder = R"(
extern "C" {
struct lull_call_site {
  const char* name;
  const char* detail;
  unsigned line;
  unsigned number;
  const char* symbol;
};
__attribute__((weak)) void lull_record_enter_call(lull_call_site*, const void*);
__attribute__((weak)) void lull_record_leave_call(lull_call_site*);
void* lull_wrap_find(const char*);
}
extern "C++" {
namespace {
extern lull_call_site lull_sites[];
extern void* lull_originals[];
struct LullScope {
  __attribute__((always_inline)) LullScope(lull_call_site* where, const void* frame) : site(where) {
    if (lull_record_enter_call) lull_record_enter_call(site, frame);
  }
  __attribute__((always_inline)) ~LullScope() {
    if (lull_record_leave_call) lull_record_leave_call(site);
  }
  lull_call_site* site;
};
template <class Function, int number>
struct LullRecorded;
template <class T, bool is_class = __is_class(T) || __is_union(T)>
struct LullPassed {
  using Type = T;
};
template <bool by_reference, class T>
struct LullClass {
  using Type = T;
};
template <class T>
struct LullClass<true, T> {
  using Type = T&;
};
template <class T>
struct LullPassed<T, true> {
  static constexpr bool copied = __is_constructible(T, const T&);
  static constexpr bool moved = __is_constructible(T, T&&);
  using Type = typename LullClass<!__has_trivial_destructor(T) || (!copied && !moved) ||
                                      (copied && !__is_trivially_constructible(T, const T&)) ||
                                      (moved && !__is_trivially_constructible(T, T&&)),
                                  T>::Type;
};
template <class Result, class... P, int number>
struct LullRecorded<Result(P...), number> {
  __attribute__((used)) static Result call(typename LullPassed<P>::Type... parameters) {
    void* found = __atomic_load_n(&lull_originals[number], 0);
    if (!found) {
      found = lull_wrap_find(lull_sites[number].symbol);
      __atomic_store_n(&lull_originals[number], found, 0);
    }
    const LullScope scope(&lull_sites[number], __builtin_frame_address(0));
    return ((Result(*)(typename LullPassed<P>::Type...))found)(
        static_cast<typename LullPassed<P>::Type&&>(parameters)...);
  }
};
template <class Result, class... P, int number>
struct LullRecorded<Result(P...) noexcept, number> : LullRecorded<Result(P...), number> {};
}
}
)";

// A library opened by dlopen for one user alone is not in the search order.
constexpr std::string_view kLookup = R"(#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
extern "C" void* lull_wrap_find(const char* symbol) {{
  void* found = dlsym(RTLD_NEXT, symbol);
  if (found == nullptr)
    if (void* const library = dlopen("{0}", RTLD_LAZY | RTLD_NOLOAD)) {{
      found = dlsym(library, symbol);
      dlclose(library);
    }}
  if (found == nullptr) {{
    fprintf(stderr, "lull record: {0} has no function %s: wrap the library again\n", symbol);
    abort();
  }}
  return found;
}}
)";

std::string quoted(const std::string& text) {
  std::string quoted;
  for (const char c : text) {
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += c == '\n' ? ' ' : c;
  }
  return quoted;
}

// Returns the number in a label of LullRecorded<..., NUMBER>::call; for other lines, a number that
// no function has.
std::size_t number_of_label(std::string_view line) {
  constexpr std::size_t kNone = ~std::size_t{0};
  if (!line.starts_with("_ZN") || line.find('.') != line.npos) return kNone;
  const std::size_t end = line.rfind("EE4call");
  if (end == line.npos || line.find("LullRecordedI") == line.npos) return kNone;
  const std::size_t begin = line.rfind("Li", end) + 2;
  std::size_t number = kNone;
  std::from_chars(line.data() + begin, line.data() + end, number);
  return number;
}

}  // namespace

std::string wrapper_source(const std::string& headers,
                           const std::vector<WrappedFunction>& functions,
                           const std::string& library) {
  std::string source = headers;
  source += kTypes;
  source += kRecorder;
  source += "extern \"C++\" {\nnamespace {\nlull_call_site lull_sites[] = {\n";
  for (const WrappedFunction& function : functions)
    source += fmt::format("{{\"{}\", \"{}\", 0, 0, \"{}\"}},\n", quoted(function.name),
                          quoted(library), quoted(function.symbol));
  source += fmt::format("{{}}}};\nvoid* lull_originals[{}];\n}}\n}}\n# 1 \"{}\"\n",
                        functions.size() + 1, kWrapperLines);
  for (std::size_t i = 0; i < functions.size(); ++i)
    source += fmt::format(
        "namespace {{ void* const lull_entry_{0} __attribute__((used)) = "
        "(void*)&LullRecorded<{1}, {0}>::call; }}\n",
        i, functions[i].type);
  return source;
}

NamedWrappers with_symbols(const std::string& assembler,
                           const std::vector<WrappedFunction>& functions) {
  constexpr std::string_view kInitialisers = "\t.section\t.init_array";
  std::vector<std::string> labels(functions.size());
  std::set<std::string, std::less<>> defined;
  NamedWrappers named;
  std::istringstream lines(assembler);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with(kInitialisers))
      line.replace(0, kInitialisers.size(), "\t.section\t.lull_unused");
    named.assembler += line + "\n";
    if (!line.ends_with(':')) continue;
    line.pop_back();
    if (const std::size_t number = number_of_label(line); number < functions.size())
      labels[number] = line;
    else
      defined.insert(line);
  }
  named.assembler += "\t.text\n";
  for (std::size_t i = 0; i < functions.size(); ++i) {
    if (labels[i].empty())
      throw input_error("the compiler made no wrapper for {}", functions[i].name);
    const std::string& symbol = functions[i].symbol;
    if (defined.contains(symbol)) continue;
    named.symbols.push_back(symbol);
    named.assembler +=
        fmt::format("\t.globl {0}\n\t.type {0}, %function\n\t.set {0}, {1}\n", symbol, labels[i]);
  }
  return named;
}

std::string export_list(const std::vector<std::string>& symbols) {
  return fmt::format("{{\n  global:\n    \"{}\";\n  local: *;\n}};\n",
                     fmt::join(symbols, "\";\n    \""));
}

std::string lookup_source(const std::string& loaded_as) {
  return fmt::format(kLookup, quoted(loaded_as));
}

}  // namespace lull::cli
