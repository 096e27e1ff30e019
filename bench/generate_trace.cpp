// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// lull-bench-generate: writes a large trace of a simulated program.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>

#include "kernels.hpp"
#include "lull/base/error.hpp"
#include "stopwatch.hpp"

namespace {

using namespace lull;
using namespace lull::bench;

struct Request {
  std::string kind;
  MachineOptions machine;
  std::uint64_t iterations = 100;
  std::uint64_t events = 0;  // minimum, if given
  std::string output;
};

const Kernel& find_kernel(const std::string& name) {
  return *std::ranges::find(kernels(), name, &Kernel::name);
}

void generate(Request request) {
  const Kernel& kernel = find_kernel(request.kind);
  if (request.machine.ranks < kernel.least_ranks)
    throw usage_error("{} needs at least {} ranks", kernel.name, kernel.least_ranks);
  request.machine.grid = kernel.grid;
  request.machine.window = kernel.window;
  if (!kernel.threads) request.machine.threads = 0;
  if (!kernel.modules) request.machine.modules = 0;
  const Stopwatch stopwatch;
  Machine machine(request.machine, request.output);
  std::uint64_t iteration = 0;
  while (request.events > 0 ? machine.events() < request.events : iteration < request.iterations)
    kernel.iterate(machine, iteration++);
  machine.finish();
  fmt::print("{} events in {} iterations on {} ranks, {}\n", machine.events(), iteration,
             machine.ranks(), stopwatch.report(machine.events()));
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Writes a large trace of a simulated program as an OTF2 archive.");
  Request request;
  std::vector<std::string> names;
  std::string kinds = "What the program does:";
  for (const Kernel& kernel : kernels()) {
    names.push_back(kernel.name);
    kinds += fmt::format("\n  {}: {}", kernel.name, kernel.summary);
  }
  app.add_option("KIND", request.kind, kinds)->required()->check(CLI::IsMember(names));
  app.add_option("--ranks", request.machine.ranks,
                 "Number of MPI processes; farm and one-sided need two")
      ->check(CLI::Range(1, 1'000'000))
      ->capture_default_str();
  app.add_option("--threads", request.machine.threads,
                 "OpenMP threads of each MPI process, of threads")
      ->default_val(4)
      ->check(CLI::Range(1, 100'000));
  app.add_option("--iterations", request.iterations, "Number of iterations")->capture_default_str();
  app.add_option("--events", request.events, "Iterate until there are this many events");
  app.add_option("--imbalance", request.machine.imbalance,
                 "The fraction by which computations may exceed their planned duration")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  app.add_option("--modules", request.machine.modules, "Number of functions of modules")
      ->default_val(50)
      ->check(CLI::Range(1, 100'000));
  app.add_option("--seed", request.machine.seed, "Seed of the random numbers")
      ->capture_default_str();
  app.add_option("--output", request.output, "Directory of the new archive")->required();
  CLI11_PARSE(app, argc, argv);
  try {
    generate(std::move(request));
  } catch (const Error& error) {
    fmt::print(stderr, "lull-bench-generate: {}\n", error.what());
    return static_cast<int>(error.status());
  }
  return 0;
}
