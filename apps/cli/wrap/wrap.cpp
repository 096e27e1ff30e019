// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "cli/common/commands.hpp"
#include "cli/common/validators.hpp"
#include "cli/wrap/wrapper_build.hpp"
#include "lull/base/error.hpp"
#include "lull/base/files/atomic_file.hpp"
#include "lull/base/files/overwriting.hpp"
#include "lull/base/text/counted.hpp"
#include "lull/base/text/printable.hpp"

namespace lull::cli {
namespace {

namespace fs = std::filesystem;

struct WrapArguments {
  std::vector<std::string> headers;
  std::string library;
  std::string output;
  std::vector<std::string> includes;
  std::string compiler;
  std::string functions;
};

constexpr const char* kWrapFooter =
    "The library wraps the functions that the headers declare. It requires nm, "
    "readelf and a C++ compiler.\n\n"
    "  lull wrap --header mylib.h --library libmylib.so -o libmywrap.so\n"
    "  lull record --with ./libmywrap.so -- mpirun -n 8 ./app";

// Tools would wait forever for a pipe without input.
void expect_file(const std::string& path) {
  std::error_code missing;
  const fs::file_status found = fs::status(path, missing);
  if (!fs::exists(found)) throw input_error("{}: no such file", printable(path));
  if (!fs::is_regular_file(found)) throw input_error("{} is not a file", printable(path));
}

std::vector<std::string> whole_paths(const std::vector<std::string>& headers) {
  std::vector<std::string> paths;
  for (const std::string& header : headers) {
    expect_file(header);
    paths.push_back(fs::absolute(header).string());
  }
  return paths;
}

// CXX may include options.
std::vector<std::string> compiler_of(std::string words) {
  if (words.empty()) {
    const char* const chosen = std::getenv("CXX");
    words = chosen == nullptr ? "" : chosen;
  }
  std::istringstream text(words);
  std::vector<std::string> compiler{std::istream_iterator<std::string>(text), {}};
  if (compiler.empty()) compiler.emplace_back("c++");
  return compiler;
}

void print_summary(const WrapArguments& arguments, const BuiltWrapper& made) {
  fmt::print("{}: records {} of {}\n", printable(arguments.output),
             counted(made.functions, "function"), printable(arguments.library));
  const auto print_all = [](const std::vector<std::string>& names, const char* why) {
    for (const std::string& name : names) fmt::print("not wrapped: {} {}\n", printable(name), why);
  };
  print_all(made.variadic, "has a variable number of arguments");
  print_all(made.without_prototype, "is declared without parameters");
  print_all(made.versioned, "has no version in use");
  print_all(made.needed, "is used by the wrappers themselves");
  if (made.unknown > 0)
    fmt::print("not wrapped: {} without a plain declaration in the headers\n",
               counted(made.unknown, "function"));
}

void wrap(const WrapArguments& arguments) {
  WrapperRequest request{.headers = whole_paths(arguments.headers),
                         .library = arguments.library,
                         .includes = arguments.includes,
                         .compiler = compiler_of(arguments.compiler),
                         .functions = arguments.functions};
  expect_file(arguments.library);
  std::vector<fs::path> inputs(request.headers.begin(), request.headers.end());
  inputs.emplace_back(arguments.library);
  refuse_overwriting(arguments.output, inputs);
  const WorkDirectory work;
  const BuiltWrapper made = build_wrapper(request, work);
  AtomicFile library(arguments.output);
  library.write(made.bytes);
  library.commit();
  print_summary(arguments, made);
}

}  // namespace

void add_wrap(CLI::App& app, Action& action) {
  auto* sub =
      app.add_subcommand("wrap", "Build a library that records the calls of another library");
  sub->footer(kWrapFooter);
  auto arguments = std::make_shared<WrapArguments>();
  sub->add_option("--header", arguments->headers,
                  "A header that declares functions of the library; can be given more than once")
      ->required()
      ->type_name("FILE");
  sub->add_option("--library", arguments->library, "The shared library to wrap")
      ->required()
      ->type_name("FILE");
  sub->add_option("-o,--output", arguments->output, "The library to build")
      ->required()
      ->type_name("FILE")
      ->check(not_empty());
  sub->add_option("-I,--include", arguments->includes, "A directory to search for included headers")
      ->type_name("DIR");
  sub->add_option("--functions", arguments->functions,
                  "Wrap only functions with matching names ('solve*,ns::Mesh::*')")
      ->type_name("PATTERNS");
  sub->add_option("--compiler", arguments->compiler,
                  "The C++ compiler, optionally with options [$CXX, or c++]")
      ->type_name("COMMAND");
  sub->callback([arguments, &action] { action = [arguments] { wrap(*arguments); }; });
}

}  // namespace lull::cli
