// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/base/memory/large_stack.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <stdexcept>
#include <thread>

namespace lull {
namespace {

// Takes at least a kilobyte of stack per level.
std::size_t depth_of(std::size_t levels) {
  volatile char block[1024];
  block[levels % sizeof block] = 1;
  return levels == 0 ? 0 : depth_of(levels - 1) + static_cast<std::size_t>(block[levels % 1024]);
}

TEST(LargeStack, HasTheRequestedSize) {
  std::size_t depth = 0;
  with_large_stack([&] { depth = depth_of(100'000); }, std::size_t{256} << 20U);
  EXPECT_EQ(depth, 100'000U);
}

TEST(LargeStack, UsesAnotherThread) {
  std::thread::id thread;
  with_large_stack([&] { thread = std::this_thread::get_id(); });
  EXPECT_NE(thread, std::this_thread::get_id());
}

TEST(LargeStack, RunsWorkIfNoThreadCanBeStarted) {
  bool done = false;
  with_large_stack([&] { done = true; }, std::numeric_limits<std::size_t>::max() / 4096 * 4096);
  EXPECT_TRUE(done);
}

TEST(LargeStack, PropagatesExceptions) {
  EXPECT_THROW(with_large_stack([] { throw std::runtime_error("no"); }), std::runtime_error);
}

}  // namespace
}  // namespace lull
