// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The programs that can be simulated: one iteration of each. Between iterations every message has
// been received.
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
  bool window;   // of all ranks, for one-sided communication
  bool threads;  // of OpenMP on each rank
  bool modules;  // functions of their own, and communicators of rows and columns
  std::uint32_t least_ranks;
  std::function<void(Machine&, std::uint64_t iteration)> iterate;
};

// wavefront, stencil, ping-pong, echo, farm, threads, all-to-all, one-sided, modules, random,
// random-trees.
[[nodiscard]] const std::vector<Kernel>& kernels();

}  // namespace lull::bench
