// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Feeds generated texts to the language: lexer, parser, checker, and, for correct texts, the search
// in a small trace. Inputs that reach new code are kept and mutated further. An input that ends the
// program, or takes more than some seconds, is written to a file.
//
// usage: asl_fuzz [--seconds N] [--seed S] FILE|DIRECTORY...   starts with these (*.asl, *.md)
//        asl_fuzz --only FILE...                               runs only these
#include <sanitizer/asan_interface.h>

#include <chrono>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
#include <vector>

#include "asl/fuzz/coverage.hpp"
#include "asl/fuzz/mutations.hpp"
#include "lull/asl/check/check.hpp"
#include "lull/asl/evaluate/run.hpp"
#include "lull/asl/load.hpp"
#include "lull/asl/program/shortcuts.hpp"
#include "lull/base/memory/large_stack.hpp"
#include "support/text/text_trace.hpp"

// Leaks are not checked, but limits are.
// NOLINTNEXTLINE(*-reserved-identifier): the sanitizer requires this name
extern "C" const char* __asan_default_options() { return "detect_leaks=0:max_malloc_fill_size=0"; }

namespace lull::fuzz {
namespace {

constexpr const char* kTrace = R"(
clock 10
processes 3
0: 0 enter main; 5..50 MPI_Recv recv 1; 60..70 MPI_Recv recv 2; 72 parameter step 4; 90 leave
1: 1 enter main; 30..40 MPI_Send send 0; 52..55 MPI_Send send 2; 90 leave
2: 2 enter main; 10..20 MPI_Send send 0; 50..60 MPI_Recv recv 1; 90 leave
)";
constexpr double kLongestRun = 5;  // seconds of CPU time

std::string input;  // the current input

std::filesystem::path keep_input(const char* why) {
  const auto name = "crash-" + std::to_string(std::hash<std::string>{}(input)) + ".asl";
  std::ofstream(name, std::ios::binary) << input;
  std::cerr << why << ": the input is in " << name << '\n';
  return name;
}

void run_input() {
  asl::Diagnostics diagnostics;
  const asl::Loaded loaded = asl::load_text("fuzz.asl", input, diagnostics);
  asl::Program program = asl::check(loaded, diagnostics);
  static_cast<void>(diagnostics.print());
  if (!diagnostics.empty()) return;
  asl::find_shortcuts(program);
  asl::RunOptions options;
  options.limits.steps_of_root = 5'000;
  options.limits.steps = 50'000;
  options.limits.memory = 1U << 20U;
  options.limits.depth = 200;
  const asl::OpenSource open = [] { return std::move(support::parse_text_trace(kTrace).trace); };
  static_cast<void>(asl::run(program, open, "archive", 0, options));
}

// Returns false if it takes too long.
bool run_in_time() {
  const std::clock_t begin = std::clock();
  begin_coverage();
  run_input();
  return static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC < kLongestRun;
}

std::string text_of(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

// Splits into paragraphs: declarations, examples.
void add(std::vector<std::string>& corpus, const std::string& text) {
  for (std::size_t begin = 0; begin < text.size();) {
    std::size_t end = text.find("\n\n", begin);
    end = end == std::string::npos ? text.size() : end + 2;
    corpus.push_back(text.substr(begin, std::min(end - begin, kLongest)));
    begin = end;
  }
}

std::vector<std::string> corpus_of(const std::vector<std::string>& names) {
  std::vector<std::string> corpus{"int one = 1;\n"};
  for (const std::filesystem::path name : names) {
    if (!std::filesystem::is_directory(name)) {
      add(corpus, text_of(name));
      continue;
    }
    for (const auto& file : std::filesystem::directory_iterator(name))
      if (file.path().extension() == ".asl") add(corpus, text_of(file.path()));
  }
  return corpus;
}

int fuzz(const std::vector<std::string>& names, double seconds, std::uint64_t seed) {
  std::vector<std::string> corpus = corpus_of(names);
  std::mt19937_64 random(seed);
  const auto begin = std::chrono::steady_clock::now();
  const auto passed = [&] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  };
  std::uint64_t runs = 0;
  for (std::size_t first = 0; passed() < seconds; ++runs) {
    input = first < corpus.size() ? corpus[first++] : mutated(corpus, random);
    if (!run_in_time()) {
      keep_input("takes too long");
      return 1;
    }
    if (new_coverage() > 0 && first >= corpus.size() && corpus.size() < 20'000) {
      corpus.push_back(input);
      ++first;
    }
  }
  std::cout << runs << " inputs, " << corpus.size() << " kept, " << edges_so_far() << " edges\n";
  return 0;
}

int run_these(const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    input = text_of(name);
    if (!run_in_time()) {
      keep_input("takes too long");
      return 1;
    }
    std::cout << name << ": passed\n";
  }
  return 0;
}

int main(const std::vector<std::string>& arguments) {
  std::vector<std::string> names;
  double seconds = 60;
  std::uint64_t seed = 1;
  bool only = false;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (arguments[i] == "--seconds" && i + 1 < arguments.size())
      seconds = std::stod(arguments[++i]);
    else if (arguments[i] == "--seed" && i + 1 < arguments.size())
      seed = std::stoull(arguments[++i]);
    else if (arguments[i] == "--only")
      only = true;
    else
      names.push_back(arguments[i]);
  }
  __sanitizer_set_death_callback([] { keep_input("crash"); });
  int status = 0;
  constexpr std::size_t kStack = std::size_t{1} << 30U;  // frames are large here
  with_large_stack([&] { status = only ? run_these(names) : fuzz(names, seconds, seed); }, kStack);
  return status;
}

}  // namespace
}  // namespace lull::fuzz

int main(int argc, char** argv) { return lull::fuzz::main({argv + 1, argv + argc}); }
