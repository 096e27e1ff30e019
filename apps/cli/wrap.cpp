// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "cli/commands.hpp"
#include "cli/validators.hpp"
#include "cli/wrapper_source.hpp"
#include "lull/base/atomic_file.hpp"
#include "lull/base/counted.hpp"
#include "lull/base/error.hpp"
#include "lull/base/overwriting.hpp"
#include "lull/base/printable.hpp"

namespace lull::cli {
namespace {

namespace fs = std::filesystem;

struct WrapArguments {
  std::vector<std::string> headers;
  std::string library;
  std::string output;
  std::vector<std::string> includes;
  std::string compiler;
};

constexpr const char* kWrapFooter =
    "The library wraps the functions that the headers declare. It requires nm and a C++ "
    "compiler.\n\n"
    "  lull wrap --header mylib.h --library libmylib.so -o libmywrap.so\n"
    "  lull record --with ./libmywrap.so -- mpirun -n 8 ./app";

class WorkDirectory {
 public:
  WorkDirectory() {
    std::string name = (fs::temp_directory_path() / "lull-wrap-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) throw system_error(name, errno);
    path_ = name;
  }
  ~WorkDirectory() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  WorkDirectory(const WorkDirectory&) = delete;
  WorkDirectory& operator=(const WorkDirectory&) = delete;
  [[nodiscard]] fs::path operator/(const char* name) const { return path_ / name; }

 private:
  fs::path path_;
};

std::string content_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// What the command prints; its errors stay visible. Throws Error when it fails.
std::string output_of(const std::vector<std::string>& command, const fs::path& into) {
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, into.c_str(),
                                     O_WRONLY | O_CREAT | O_TRUNC, 0600);
  std::vector<char*> words;
  for (const std::string& word : command) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  pid_t child = 0;
  const int failure = ::posix_spawnp(&child, words[0], &actions, nullptr, words.data(), environ);
  ::posix_spawn_file_actions_destroy(&actions);
  if (failure != 0) throw system_error(command.front(), failure);
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (status != 0) throw input_error("{} failed; see above", command.front());
  return content_of(into);
}

// As nm lists them: address, kind, name with a version perhaps.
std::vector<std::string> exported_functions(const std::string& library, const fs::path& into) {
  std::istringstream lines(output_of({"nm", "-D", "--defined-only", library}, into));
  std::vector<std::string> names;
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string address;
    std::string kind;
    std::string name;
    words >> address >> kind >> name;
    if (kind == "T" || kind == "W" || kind == "i") names.push_back(name.substr(0, name.find('@')));
  }
  return names;
}

std::vector<std::string> compile(const WrapArguments& arguments) {
  std::vector<std::string> command{arguments.compiler};
  for (const std::string& directory : arguments.includes) command.push_back("-I" + directory);
  return command;
}

std::vector<std::string> whole_paths(const std::vector<std::string>& headers) {
  std::vector<std::string> paths;
  for (const std::string& header : headers) {
    if (!fs::exists(header)) throw input_error("{}: no such file", header);
    paths.push_back(fs::absolute(header).string());
  }
  return paths;
}

void wrap(WrapArguments arguments) {
  if (arguments.compiler.empty()) {
    const char* const chosen = std::getenv("CXX");
    arguments.compiler = chosen != nullptr && *chosen != '\0' ? chosen : "c++";
  }
  const std::vector<std::string> headers = whole_paths(arguments.headers);
  if (!fs::exists(arguments.library)) throw input_error("{}: no such file", arguments.library);
  std::vector<fs::path> inputs(headers.begin(), headers.end());
  inputs.emplace_back(arguments.library);
  refuse_overwriting(arguments.output, inputs);
  const WorkDirectory work;
  const auto write_source = [&](const std::vector<std::string>& functions) {
    const std::string name = fs::path(arguments.library).filename();
    std::ofstream file(work / "wrapper.cpp");
    file << wrapper_source(headers, functions, name);
    if (!file.flush()) throw system_error((work / "wrapper.cpp").string(), errno);
  };
  write_source({});
  std::vector<std::string> command = compile(arguments);
  for (const char* word : {"-std=gnu++14", "-E", "-P"}) command.emplace_back(word);
  command.push_back((work / "wrapper.cpp").string());
  const std::string text = output_of(command, work / "text");
  const WrappedFunctions functions =
      declared_functions(text, exported_functions(arguments.library, work / "names"));
  if (functions.names.empty())
    throw input_error("the headers declare no function of {}", arguments.library);
  write_source(functions.names);
  command = compile(arguments);
  for (const char* word : {"-std=gnu++14", "-O2", "-fPIC", "-shared", "-fvisibility=hidden", "-w"})
    command.emplace_back(word);
  const fs::path made = work / "made.so";
  command.insert(command.end(), {"-o", made.string(), (work / "wrapper.cpp").string()});
  output_of(command, work / "log");
  AtomicFile library(arguments.output);
  library.write(content_of(made));
  library.commit();
  fmt::print("{}: records {} of {}\n", printable(arguments.output),
             counted(functions.names.size(), "function"), printable(arguments.library));
  for (const std::string& name : functions.variadic)
    fmt::print("not wrapped: {} has a variable number of arguments\n", printable(name));
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
  sub->add_option("-I,--include", arguments->includes,
                  "A directory that is searched for included headers")
      ->type_name("DIR");
  sub->add_option("--compiler", arguments->compiler, "The C++ compiler [$CXX, or c++]")
      ->type_name("COMMAND");
  sub->callback([arguments, &action] { action = [arguments] { wrap(*arguments); }; });
}

}  // namespace lull::cli
