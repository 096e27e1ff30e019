// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// growth KIND N: analyses a trace of that kind and size, and prints the maximum number of bytes
// allocated by the analysis. growth_test.py counts its instructions.
#include <malloc.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <map>
#include <new>
#include <string>
#include <utility>

#include "analysis/growth/growing.hpp"
#include "lull/analysis/analysis.hpp"
#include "lull/patterns/pattern_list.hpp"

namespace {

std::atomic<std::size_t> held{0};
std::atomic<std::size_t> most{0};

void* counted(void* memory) {
  if (memory == nullptr) throw std::bad_alloc();
  const std::size_t now = held += malloc_usable_size(memory);
  if (now > most) most = now;
  return memory;
}

}  // namespace

void* operator new(std::size_t size) { return counted(std::malloc(size)); }
void* operator new(std::size_t size, std::align_val_t alignment) {
  return counted(std::aligned_alloc(static_cast<std::size_t>(alignment), size));
}
void operator delete(void* memory) noexcept {
  held -= malloc_usable_size(memory);
  std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept { operator delete(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { operator delete(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept {
  operator delete(memory);
}

namespace lull::analysis {
namespace {

const Kinds& kinds() {
  static const Kinds all = [] {
    Kinds one = growing_messages_and_teams();
    one.merge(growing_one_sided());
    one.merge(growing_pthreads());
    return one;
  }();
  return all;
}

std::size_t most_of(const MemoryTrace& trace) {
  AnalysisOptions options;
  options.slice_events = 1024;
  options.checkpoint_events = 4096;
  options.waiting_members = 4096;
  const std::size_t before = held;
  most = before;
  Analysis analysis(trace, patterns::make_patterns, options);
  analysis.run();
  return most - before;
}

int print_cost(int argc, char** argv) {
  if (argc == 1) {
    for (const auto& [name, kind] : kinds()) std::puts(name.c_str());
    return 0;
  }
  const auto kind = kinds().find(argv[1]);
  if (argc != 3 || kind == kinds().end()) return 2;
  const std::uint64_t n = std::strtoull(argv[2], nullptr, 10);
  Growing trace(kind->second.by_n ? n : kind->second.processes, kind->second.threads);
  kind->second.make(trace, n);
  std::printf("%zu\n", most_of(trace.finished()));
  return 0;
}

}  // namespace
}  // namespace lull::analysis

int main(int argc, char** argv) { return lull::analysis::print_cost(argc, argv); }
