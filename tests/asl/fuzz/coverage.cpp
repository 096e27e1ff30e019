// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "asl/fuzz/coverage.hpp"

#include <array>
#include <bit>
#include <cstdint>

namespace lull::fuzz {
namespace {

constexpr std::size_t kEdges = 1U << 16U;
std::array<std::uint8_t, kEdges> passes;
std::array<std::uint8_t, kEdges> known;  // one bit per order of magnitude
thread_local std::uintptr_t last = 0;

}  // namespace

void begin_coverage() { passes.fill(0); }

std::size_t new_coverage() {
  std::size_t fresh = 0;
  for (std::size_t i = 0; i < kEdges; ++i) {
    if (passes[i] == 0) continue;
    const auto magnitude = static_cast<unsigned>(std::bit_width(unsigned{passes[i]}) - 1);
    const auto bit = static_cast<std::uint8_t>(1U << magnitude);
    if ((known[i] & bit) != 0) continue;
    known[i] = static_cast<std::uint8_t>(known[i] | bit);
    ++fresh;
  }
  return fresh;
}

std::size_t edges_so_far() {
  std::size_t edges = 0;
  for (const std::uint8_t one : known) edges += one != 0 ? 1 : 0;
  return edges;
}

}  // namespace lull::fuzz

// NOLINTNEXTLINE(*-reserved-identifier): the compiler requires this name
extern "C" void __sanitizer_cov_trace_pc() {
  using namespace lull::fuzz;
  const auto here = reinterpret_cast<std::uintptr_t>(__builtin_return_address(0));
  const std::uintptr_t edge = ((here * 0x9E3779B97F4A7C15U) >> 48U) ^ (last >> 1U);
  last = (here * 0x9E3779B97F4A7C15U) >> 48U;
  std::uint8_t& count = passes[edge % kEdges];
  if (count < 255) ++count;
}
