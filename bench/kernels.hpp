// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The simulated programs: one iteration of each. All messages are received within their iteration.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "simulated_machine.hpp"

namespace lull::bench {

struct Kernel {
  std::string name;
  std::string summary;
  bool grid;     // the ranks are a Cartesian topology
  bool window;   // includes all ranks, for one-sided communication
  bool threads;  // OpenMP threads on each rank
  bool modules;  // additional functions, and communicators of rows and columns
  std::uint32_t least_ranks;
  std::function<void(Machine&, std::uint64_t iteration)> iterate;
};

// wavefront, stencil, ping-pong, echo, farm, threads, all-to-all, one-sided, modules, random,
// random-trees.
[[nodiscard]] const std::vector<Kernel>& kernels();

}  // namespace lull::bench
