// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "cli/wrap/wrapper_build.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string_view>

#include "cli/wrap/c_declarations.hpp"
#include "cli/wrap/cxx_function.hpp"
#include "cli/wrap/exported_functions.hpp"
#include "cli/wrap/wrapper_source.hpp"
#include "lull/base/error.hpp"
#include "lull/base/filter_rules.hpp"
#include "lull/base/text/message.hpp"
#include "lull/base/text/printable.hpp"

namespace lull::cli {
namespace {

using Words = std::vector<std::string>;

// Functions that the wrappers use to find the wrapped functions.
constexpr std::array<std::string_view, 15> kNeeded{
    "malloc",         "free",          "calloc",  "realloc", "memalign",
    "posix_memalign", "aligned_alloc", "valloc",  "pvalloc", "dlsym",
    "dlvsym",         "dlopen",        "dlclose", "dlerror", "abort"};

// Returns the last part of the name, such as "solve" for "ns::solve(int, ...)".
std::string last_part(const std::string& function) {
  const std::string name = function.substr(0, function.find('('));
  const std::size_t scope = name.rfind("::");
  return scope == name.npos ? name : name.substr(scope + 2);
}

class WrapperBuild {
 public:
  WrapperBuild(const WrapperRequest& request, const WorkDirectory& work)
      : request_(request),
        work_(work),
        exported_(exported_functions(request.library, work)),
        wanted_{.regions = include_only(request.functions.empty() ? "*" : request.functions),
                .files = {}} {}

  BuiltWrapper build() {
    const bool cxx = std::ranges::any_of(
        exported_.symbols, [](const std::string& symbol) { return symbol.starts_with("_Z"); });
    if (const auto made = build_as(!cxx)) return *made;
    if (const auto made = build_as(cxx)) return *made;
    if (headers_compile_)
      throw input_error("the headers declare no function of {} that can be wrapped{}",
                        printable(request_.library),
                        request_.functions.empty()
                            ? ""
                            : fmt::format(" and matches {}", printable(request_.functions)));
    if (messages_.empty())
      throw input_error("the compiler {} fails without a message",
                        printable(request_.compiler.front()));
    print_message("the headers do not compile:");
    std::fputs(messages_.c_str(), stderr);
    throw Error(ExitStatus::Input, "");
  }

 private:
  [[nodiscard]] CommandOutput compile(const Words& options) const {
    Words command{request_.compiler.front(), "-std=gnu++17", "-w", "-fno-access-control"};
    command.insert(command.end(), request_.compiler.begin() + 1, request_.compiler.end());
    command.insert(command.end(), options.begin(), options.end());
    return run_tool(command, work_);
  }

  // Returns the text of all headers; nothing if they cannot be preprocessed in this language.
  [[nodiscard]] std::optional<std::string> preprocess(bool as_c) {
    std::string source;
    for (const std::string& header : request_.headers)
      source += fmt::format("#include \"{}\"\n", header);
    write_content(work_ / "headers", source);
    Words options;
    for (const std::string& directory : request_.includes) options.push_back("-I" + directory);
    if (as_c) options.insert(options.end(), {"-std=gnu17", "-D__STDC_NO_ATOMICS__"});
    options.insert(options.end(), {"-E", "-x", as_c ? "c" : "c++", (work_ / "headers").string()});
    CommandOutput output = compile(options);
    if (output.succeeded) return std::move(output.text);
    keep_messages(output.messages);
    return {};
  }

  // The messages of the first attempt are the relevant ones.
  void keep_messages(const std::string& messages) {
    if (messages_.empty()) messages_ = messages;
  }

  [[nodiscard]] bool is_wanted(const WrappedFunction& function) const {
    return !wanted_.exclude(function.name, function.symbol, "");
  }

  [[nodiscard]] bool might_be_declared(const std::string& symbol) const {
    if (!symbol.starts_with("_Z")) return is_wanted({symbol, symbol, ""});
    const auto function = cxx_function(symbol, exported_.tables);
    if (function) return is_wanted({symbol, function->name, ""});
    const std::string variadic = variadic_cxx_function(symbol);
    return !variadic.empty() && is_wanted({symbol, variadic, ""});
  }

  std::vector<WrappedFunction> candidates(const Declarations& declared, bool as_c,
                                          BuiltWrapper& made) const {
    std::vector<WrappedFunction> functions;
    const auto add = [&](const WrappedFunction& function, Parameters parameters) {
      if (!is_wanted(function)) return;
      if (parameters == Parameters::Known) functions.push_back(function);
      if (parameters == Parameters::Unknown) made.without_prototype.push_back(function.name);
      if (parameters == Parameters::Variadic) made.variadic.push_back(function.name);
    };
    for (const std::string& symbol : exported_.symbols)
      if (std::ranges::find(kNeeded, symbol) != kNeeded.end()) {
        if (is_wanted({symbol, symbol, ""})) made.needed.push_back(symbol);
      } else if (const auto found = declared.functions.find(symbol);
                 found != declared.functions.end()) {
        add({symbol, symbol, fmt::format("decltype({})", as_c ? cxx_name(symbol) : "::" + symbol)},
            found->second);
      } else if (const auto function = cxx_function(symbol, exported_.tables); function && !as_c) {
        add({symbol, function->name, function->type}, Parameters::Known);
      } else if (const std::string name = variadic_cxx_function(symbol);
                 !as_c && declared.functions.contains(last_part(name))) {
        add({symbol, name, ""}, Parameters::Variadic);
      }
    for (const std::string& symbol : exported_.versioned)
      if (declared.functions.contains(symbol)) made.versioned.push_back(symbol);
    return functions;
  }

  // Removes functions that cause compiler errors. Returns false if nothing is left, or if there are
  // other errors.
  bool keep_compilable(const std::string& text, std::vector<WrappedFunction>& functions) {
    const std::string library = std::filesystem::path(request_.library).filename();
    std::string messages;
    for (std::size_t before = functions.size() + 1; functions.size() < before;) {
      before = functions.size();
      write_content(work_ / "wrapper.ii", wrapper_source(text, functions, library));
      const CommandOutput output =
          compile({"-fsyntax-only", "-fmax-errors=0", (work_ / "wrapper.ii").string()});
      if (output.succeeded && !functions.empty()) return true;
      headers_compile_ |= output.succeeded && messages.empty();
      if (messages.empty()) messages = output.messages;
      remove_refused(output.messages, functions);
    }
    keep_messages(messages_on_headers(text).value_or(messages));
    return false;
  }

  // Returns the errors in the headers alone, without consequential errors in the wrappers.
  [[nodiscard]] std::optional<std::string> messages_on_headers(const std::string& text) const {
    write_content(work_ / "alone.ii", text);
    CommandOutput output = compile({"-fsyntax-only", (work_ / "alone.ii").string()});
    if (output.succeeded) return {};
    return std::move(output.messages);
  }

  static void remove_refused(const std::string& messages, std::vector<WrappedFunction>& functions) {
    std::vector<bool> refused(functions.size());
    const std::string mention = std::string(kWrapperLines) + ":";
    for (std::size_t at = messages.find(mention); at != messages.npos;
         at = messages.find(mention, at + 1)) {
      const std::size_t line = std::strtoul(messages.c_str() + at + mention.size(), nullptr, 10);
      if (line > 0 && line <= functions.size()) refused[line - 1] = true;
    }
    std::size_t i = 0;
    std::erase_if(functions, [&](const WrappedFunction&) { return refused[i++]; });
  }

  std::optional<BuiltWrapper> build_as(bool as_c) {
    const std::optional<std::string> preprocessed = preprocess(as_c);
    if (!preprocessed) return {};
    const Declarations declared =
        as_c ? declarations_of_c(*preprocessed) : declarations_of_cxx(*preprocessed);
    const std::string text =
        as_c ? "extern \"C\" {\n" + declared.text + "\n}\n" : declared.text + "\n";
    BuiltWrapper made;
    std::vector<WrappedFunction> functions = candidates(declared, as_c, made);
    if (!keep_compilable(text, functions)) return {};
    const std::vector<std::string> symbols = link(functions);
    if (symbols.empty()) return {};
    made.functions = symbols.size();
    const auto known =
        made.functions + made.variadic.size() + made.without_prototype.size() + made.needed.size();
    made.unknown = static_cast<std::size_t>(std::ranges::count_if(
                       exported_.symbols,
                       [this](const std::string& symbol) { return might_be_declared(symbol); })) -
                   known;
    made.bytes = file_bytes(work_ / "made.so");
    return made;
  }

  // Returns the functions that the library records.
  [[nodiscard]] std::vector<std::string> link(const std::vector<WrappedFunction>& functions) const {
    const std::string assembler = (work_ / "wrapper.s").string();
    must_succeed(
        compile({"-O1", "-fPIC", "-fvisibility=hidden", "-ffunction-sections", "-fdata-sections",
                 "-S", "-o", assembler, (work_ / "wrapper.ii").string()}));
    const NamedWrappers named = with_symbols(file_bytes(assembler), functions);
    write_content(assembler, named.assembler);
    write_content(work_ / "exports", export_list(named.symbols));
    write_content(work_ / "lookup.cpp", lookup_source(exported_.loaded_as));
    must_succeed(compile({"-O2", "-fPIC", "-shared", "-Wl,--gc-sections", "-Wl,--as-needed",
                          "-Wl,--version-script=" + (work_ / "exports").string(), "-o",
                          (work_ / "made.so").string(), assembler, (work_ / "lookup.cpp").string(),
                          "-ldl"}));
    return named.symbols;
  }

  static void must_succeed(const CommandOutput& output) {
    if (output.succeeded) return;
    std::fputs(output.messages.c_str(), stderr);
    throw input_error("the wrappers do not compile; see above");
  }

  const WrapperRequest& request_;
  const WorkDirectory& work_;
  ExportedFunctions exported_;
  FilterRules wanted_;
  std::string messages_;
  bool headers_compile_ = false;  // they compile, but contain nothing to wrap
};

}  // namespace

BuiltWrapper build_wrapper(const WrapperRequest& request, const WorkDirectory& work) {
  return WrapperBuild(request, work).build();
}

}  // namespace lull::cli
