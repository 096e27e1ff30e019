// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/trace/rules/call_stack.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

namespace lull {
namespace {

struct Frame {
  RegionId region;
  int number = 0;
};

CallStack<Frame> stack_of(std::initializer_list<std::size_t> regions) {
  CallStack<Frame> stack;
  int number = 0;
  for (const std::size_t region : regions) stack.push({RegionId(region), number++});
  return stack;
}

TEST(CallStack, LeaveOfTheInnermostRegionClosesIt) {
  auto stack = stack_of({1, 2, 3});
  EXPECT_EQ(stack.closed_by(RegionId(3)), 1u);
  stack.pop();
  EXPECT_EQ(stack.closed_by(RegionId(2)), 1u);
}

TEST(CallStack, LeaveOfAnOuterRegionClosesTheInnerOnes) {
  auto stack = stack_of({1, 2, 3});
  EXPECT_EQ(stack.closed_by(RegionId(2)), 2u);
  EXPECT_EQ(stack.closed_by(RegionId(1)), 3u);
}

TEST(CallStack, LeaveInARecursionClosesTheInnermostInstance) {
  auto stack = stack_of({1, 2, 1, 2, 3});
  EXPECT_EQ(stack.closed_by(RegionId(2)), 2u);
  EXPECT_EQ(stack.closed_by(RegionId(1)), 3u);
}

TEST(CallStack, LeaveOfARegionThatIsNotOpenClosesNothing) {
  auto stack = stack_of({1, 2});
  EXPECT_EQ(stack.closed_by(RegionId(3)), 0u);
  EXPECT_EQ(stack.closed_by(RegionId{}), 0u);
  CallStack<Frame> empty;
  EXPECT_EQ(empty.closed_by(RegionId(1)), 0u);
}

TEST(CallStack, UndefinedRegionsAreTreatedLikeOthers) {
  CallStack<Frame> stack = stack_of({1});
  stack.push({RegionId{}, 1});
  stack.push({RegionId(2), 2});
  EXPECT_EQ(stack.closed_by(RegionId{}), 2u);
}

TEST(CallStack, LeavesDoNotLookBelowTheBase) {
  auto stack = stack_of({1, 2});
  stack.begin_base();
  EXPECT_EQ(stack.closed_by(RegionId(2)), 0u);
  stack.push({RegionId(3), 2});
  stack.push({RegionId(1), 3});
  EXPECT_EQ(stack.closed_by(RegionId(2)), 0u);
  EXPECT_EQ(stack.closed_by(RegionId(3)), 2u);
  EXPECT_EQ(stack.closed_by(RegionId(1)), 1u);
  stack.begin_base();
  EXPECT_EQ(stack.closed_by(RegionId(1)), 0u);
  stack.end_base();
  EXPECT_EQ(stack.closed_by(RegionId(1)), 1u);
  stack.pop();
  stack.pop();
  EXPECT_EQ(stack.base(), 2u);
  stack.end_base();
  EXPECT_EQ(stack.closed_by(RegionId(2)), 1u);
  EXPECT_EQ(stack.base(), 0u);
}

// A naive implementation of the rule that checks every frame.
class PlainStack {
 public:
  void push(Frame frame) { frames_.push_back(frame); }
  void pop() { frames_.pop_back(); }
  [[nodiscard]] std::size_t closed_by(RegionId region) const {
    for (std::size_t i = frames_.size(); i > base(); --i)
      if (frames_[i - 1].region == region) return frames_.size() - i + 1;
    return 0;
  }
  void begin_base() { bases_.push_back(frames_.size()); }
  void end_base() { bases_.pop_back(); }
  [[nodiscard]] std::size_t base() const { return bases_.empty() ? 0 : bases_.back(); }
  [[nodiscard]] std::size_t bases() const { return bases_.size(); }
  [[nodiscard]] const std::vector<Frame>& frames() const { return frames_; }

 private:
  std::vector<Frame> frames_;
  std::vector<std::size_t> bases_;
};

TEST(CallStack, AgreesWithTheNaiveImplementation) {
  for (unsigned seed = 0; seed < 50; ++seed) {
    std::mt19937 random(seed);
    CallStack<Frame> stack;
    PlainStack plain;
    const unsigned regions = 1 + seed % 9;
    for (int number = 0; number < 2000; ++number) {
      const RegionId region(random() % regions);
      const unsigned what = random() % 20;
      if (what < 9) {
        stack.push({region, number});
        plain.push({region, number});
      } else if (what < 18) {
        const std::size_t closed = stack.closed_by(region);
        ASSERT_EQ(closed, plain.closed_by(region)) << "seed " << seed << ", step " << number;
        for (std::size_t i = 0; i < closed; ++i) stack.pop(), plain.pop();
      } else if (what == 18) {
        stack.begin_base();
        plain.begin_base();
      } else if (plain.bases() > 0) {
        while (stack.size() > stack.base()) stack.pop();
        stack.end_base();
        while (plain.frames().size() > plain.base()) plain.pop();
        plain.end_base();
      }
      ASSERT_EQ(stack.size(), plain.frames().size());
      ASSERT_EQ(stack.base(), plain.base());
      ASSERT_TRUE(
          std::ranges::equal(stack.frames(), plain.frames(), {}, &Frame::number, &Frame::number));
    }
  }
}

TEST(CallStack, IsEmptyAfterClear) {
  auto stack = stack_of({1, 2});
  EXPECT_EQ(stack.closed_by(RegionId(7)), 0u);
  stack.begin_base();
  stack.clear();
  EXPECT_TRUE(stack.empty());
  EXPECT_EQ(stack.base(), 0u);
  EXPECT_EQ(stack.closed_by(RegionId(1)), 0u);
  stack.push({RegionId(2), 0});
  EXPECT_EQ(stack.closed_by(RegionId(2)), 1u);
}

// A region that counts how often it is read.
struct WatchedRegion {
  RegionId id;
  static inline std::uint64_t looks = 0;
  operator RegionId() const {  // NOLINT(google-explicit-constructor): stands for one
    ++looks;
    return id;
  }
  friend bool operator==(const WatchedRegion& watched, RegionId region) {
    return static_cast<RegionId>(watched) == region;
  }
};
struct WatchedFrame {
  WatchedRegion region;
};

// Returns the number of reads for this many stray leaves on a stack of this depth.
std::uint64_t reads_of_strays(std::size_t depth, std::size_t leaves) {
  CallStack<WatchedFrame> stack;
  for (std::size_t i = 0; i < depth; ++i) stack.push({{RegionId(i)}});
  WatchedRegion::looks = 0;
  for (std::size_t i = 0; i < leaves; ++i) {
    EXPECT_EQ(stack.closed_by(RegionId(depth + i)), 0u);
    stack.push({{RegionId(i % 3)}});
    EXPECT_EQ(stack.closed_by(RegionId(i % 3)), 1u);
    stack.pop();
  }
  return WatchedRegion::looks;
}

TEST(CallStack, StrayLeavesCostNoMoreOnADeepStack) {
  constexpr std::size_t kLeaves = 1000;
  const std::uint64_t shallow = reads_of_strays(10, kLeaves);
  const std::uint64_t deep = reads_of_strays(4010, kLeaves);
  EXPECT_EQ(deep - shallow, 4000u);  // the first stray leave reads each frame once
}

TEST(CallStack, AMatchingLeaveReadsOneFrame) {
  CallStack<WatchedFrame> stack;
  WatchedRegion::looks = 0;
  for (std::size_t i = 0; i < 1000; ++i) {
    stack.push({{RegionId(i)}});
    EXPECT_EQ(stack.closed_by(RegionId(i)), 1u);
    if (i % 2 == 0) stack.pop();
  }
  EXPECT_EQ(WatchedRegion::looks, 1000u);
}

}  // namespace
}  // namespace lull
