// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/analysis/replay/state/team_barriers.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace lull::analysis {
namespace {

class TeamBarriersTest : public testing::Test {
 protected:
  // A thread passes its barrier `number` within the given times.
  bool pass(TeamBarriers::Number number, std::uint64_t enter, std::uint64_t leave) {
    barriers_.enter(number, Timestamp{enter});
    ThreadBarrierMember member;
    member.call.enter = Timestamp{enter};
    member.call.leave = Timestamp{leave};
    return barriers_.leave(number, member, nullptr);
  }
  // Returns the number of members of each barrier that is over before `now`.
  std::vector<std::size_t> over_before(std::uint64_t now) {
    std::vector<std::size_t> sizes;
    barriers_.hand_on_before(
        Timestamp{now},
        [&](std::span<ThreadBarrierMember> members) { sizes.push_back(members.size()); },
        [&] { ++given_up_; });
    return sizes;
  }

  using Sizes = std::vector<std::size_t>;
  TeamBarriers barriers_;
  std::size_t given_up_ = 0;
};

TEST_F(TeamBarriersTest, AreOverWhenAllMembersHaveLeft) {
  barriers_.begin_member();
  barriers_.begin_member();
  EXPECT_TRUE(pass(0, 1, 5));
  EXPECT_EQ(over_before(100), Sizes{});
  EXPECT_TRUE(pass(0, 2, 6));
  EXPECT_EQ(over_before(100), Sizes{2});
}

TEST_F(TeamBarriersTest, AreHandedOnWhenTimeHasMovedOn) {
  barriers_.begin_member();
  EXPECT_TRUE(pass(0, 1, 5));
  EXPECT_EQ(over_before(5), Sizes{});
  EXPECT_TRUE(barriers_.is_over());
  barriers_.begin_member();  // begins at the same time, so it may still arrive
  EXPECT_TRUE(pass(0, 5, 5));
  EXPECT_EQ(over_before(6), Sizes{2});
}

TEST_F(TeamBarriersTest, DoNotWaitForMembersThatHaveEnded) {
  barriers_.begin_member();
  barriers_.begin_member();
  EXPECT_TRUE(pass(0, 1, 5));
  barriers_.end_member(0, Timestamp{7});
  EXPECT_EQ(over_before(7), Sizes{});
  EXPECT_EQ(over_before(8), Sizes{1});
}

TEST_F(TeamBarriersTest, ALateMemberCountsFromTheFirstThatIsNotOver) {
  EXPECT_EQ(barriers_.begin_member(), 0u);
  EXPECT_TRUE(pass(0, 1, 5));
  EXPECT_EQ(over_before(6), Sizes{1});
  EXPECT_EQ(barriers_.begin_member(), 1u);
}

// A member that never reaches a barrier does not fill the memory.
TEST_F(TeamBarriersTest, GiveUpAMemberThatNeverArrives) {
  barriers_.begin_member();
  barriers_.begin_member();
  std::size_t handed_on = 0;
  for (std::uint64_t i = 0; i < 3 * TeamBarriers::kPatience; ++i) {
    EXPECT_TRUE(pass(i, 2 * i, 2 * i + 1));
    handed_on += over_before(2 * i + 2).size();
  }
  EXPECT_EQ(handed_on, 2 * TeamBarriers::kPatience);
  EXPECT_EQ(given_up_, handed_on);
  EXPECT_FALSE(pass(0, 0, 0));  // it arrives after all
  EXPECT_TRUE(pass(handed_on, 0, 1));
}

}  // namespace
}  // namespace lull::analysis
