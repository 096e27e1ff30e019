// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// structure_growth KIND N: generates a trace of that kind and size, and detects its structure or
// filters it. growth_test.py counts the instructions.
#include <fmt/format.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <map>
#include <string>

#include "lull/structure/detection/detection.hpp"
#include "lull/structure/filter/filter.hpp"
#include "support/temporary_directory.hpp"
#include "support/text/text_trace.hpp"

namespace lull::structure {
namespace {

std::string repeated(std::uint64_t n, const std::function<std::string(std::uint64_t)>& text) {
  std::string all;
  for (std::uint64_t i = 0; i < n; ++i) all += "  " + text(i) + "\n";
  return all;
}

void filter(const std::string& text, const Selection& selection) {
  const support::TemporaryDirectory directory;
  write_filtered(*support::parse_text_trace(text).trace, selection, directory / "small");
}

void filter_range(const std::string& text) {
  Selection selection;
  selection.times.assign(2, {Timestamp{2}, kEndOfTime});
  filter(text, selection);
}

void different_calls(std::uint64_t n) {
  const auto call = [](std::uint64_t i) { return fmt::format("+1..+1 f{}", i); };
  const std::string text = "processes 1\n0: 0 enter main\n" + repeated(n, call);
  static_cast<void>(detect(*support::parse_text_trace(text).trace, LocationId(0)));
}

void forks_without_joins(std::uint64_t n) {
  const auto fork = [](auto) { return "+1 enter f; +1 fork 2; +1 team_begin team0; +1 leave f"; };
  filter_range("processes 1\nthreads 2\n0: 0 enter main\n" + repeated(n, fork));
}

void joins_without_forks(std::uint64_t n) {
  filter_range("processes 1\nthreads 2\n0: 0 enter main\n" +
               repeated(n, [](auto) { return "+1 enter f"; }) +
               repeated(n, [](auto) { return "+1 join"; }));
}

void deep_calls_that_stay(std::uint64_t n) {
  const auto enter = [](auto) { return "+1 enter MPI_Send; +0 send 1"; };
  const auto receive = [](auto) { return "+1..+1 MPI_Recv recv 0"; };
  Selection selection;
  selection.locations = {false, true};
  selection.keep_messages = true;
  filter("processes 2\n0: 0 enter main\n" + repeated(n, enter) +
             repeated(n, [](auto) { return "+1 leave"; }) + "1: 0 enter main; " +
             std::to_string(10 * n) + " enter f\n" + repeated(n, receive),
         selection);
}

int run(int argc, char** argv) {
  static const std::map<std::string, void (*)(std::uint64_t)> kKinds{
      {"different-calls", different_calls},
      {"forks-without-joins", forks_without_joins},
      {"joins-without-forks", joins_without_forks},
      {"deep-calls-that-stay", deep_calls_that_stay}};
  if (argc == 1)
    for (const auto& [name, kind] : kKinds) std::puts(name.c_str());
  if (argc != 3 || !kKinds.contains(argv[1])) return argc == 1 ? 0 : 2;
  kKinds.at(argv[1])(std::strtoull(argv[2], nullptr, 10));
  return 0;
}

}  // namespace
}  // namespace lull::structure

int main(int argc, char** argv) { return lull::structure::run(argc, argv); }
