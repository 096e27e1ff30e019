// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/trace/rules/commit_queue.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

namespace lull {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class CommitQueueTest : public testing::Test {
 protected:
  std::vector<int> drained() {
    std::vector<int> result;
    queue_.drain([&](int operation) { result.push_back(operation); });
    return result;
  }
  std::vector<int> flushed() {
    std::vector<int> result;
    queue_.flush([&](int operation) { result.push_back(operation); });
    return result;
  }

  CommitQueue<int> queue_;
};

TEST_F(CommitQueueTest, HandsOnInTheOrderOfPosting) {
  const auto first = queue_.post(1);
  const auto second = queue_.post(2);
  queue_.complete(second);
  EXPECT_THAT(drained(), IsEmpty());
  EXPECT_EQ(queue_.front(), 1);
  queue_.complete(first);
  EXPECT_THAT(drained(), ElementsAre(1, 2));
  EXPECT_TRUE(queue_.empty());
}

TEST_F(CommitQueueTest, LeavesOutWhatIsWithdrawn) {
  const auto first = queue_.post(1);
  const auto second = queue_.post(2);
  queue_.complete(second);
  queue_.withdraw(first);
  EXPECT_THAT(drained(), ElementsAre(2));
}

TEST_F(CommitQueueTest, StopsAtTheFirstThatIsOpen) {
  queue_.complete(queue_.post(1));
  queue_.post(2);
  queue_.complete(queue_.post(3));
  EXPECT_THAT(drained(), ElementsAre(1));
  EXPECT_THAT(flushed(), ElementsAre(3));
}

TEST_F(CommitQueueTest, LosesPatienceInTheEnd) {
  const auto stuck = queue_.post(-1);
  for (int i = 0; i < static_cast<int>(CommitQueue<int>::kPatience) - 1; ++i)
    queue_.complete(queue_.post(i));
  EXPECT_THAT(drained(), IsEmpty());
  queue_.complete(queue_.post(77));
  EXPECT_EQ(drained().size(), CommitQueue<int>::kPatience);
  EXPECT_EQ(queue_.find(stuck), nullptr);
}

// A program may cancel any number of receives while one stays open.
TEST_F(CommitQueueTest, LosesPatienceWithWithdrawnOnes) {
  constexpr std::size_t kMost = 16 * CommitQueue<int>::kPatience;
  const auto stuck = queue_.post(-1);
  for (std::size_t i = 0; i + 1 < kMost; ++i) queue_.withdraw(queue_.post(1));
  EXPECT_THAT(drained(), IsEmpty());
  EXPECT_NE(queue_.find(stuck), nullptr);
  queue_.withdraw(queue_.post(1));
  EXPECT_THAT(drained(), IsEmpty());
  EXPECT_EQ(queue_.find(stuck), nullptr);
  EXPECT_TRUE(queue_.empty());
}

TEST_F(CommitQueueTest, NeverPassesOverWhatHasArrived) {
  const auto arrived = queue_.post(-1);
  queue_.arrive(arrived);
  for (int i = 0; i < static_cast<int>(CommitQueue<int>::kPatience) + 10; ++i)
    queue_.complete(queue_.post(i));
  EXPECT_THAT(drained(), IsEmpty());
  queue_.complete(arrived);
  EXPECT_EQ(drained().size(), CommitQueue<int>::kPatience + 11);
}

TEST_F(CommitQueueTest, HasAPatienceOfChoice) {
  CommitQueue<int> hasty(2);
  hasty.post(1);
  hasty.complete(hasty.post(2));
  std::vector<int> result;
  hasty.drain([&](int operation) { result.push_back(operation); });
  EXPECT_THAT(result, IsEmpty());
  hasty.complete(hasty.post(3));
  hasty.drain([&](int operation) { result.push_back(operation); });
  EXPECT_THAT(result, ElementsAre(2, 3));
}

TEST_F(CommitQueueTest, IgnoresWhatComesTooLate) {
  const auto late = queue_.post(1);
  EXPECT_THAT(flushed(), IsEmpty());
  queue_.complete(late);
  queue_.withdraw(late);
  EXPECT_EQ(queue_.find(late), nullptr);
  const auto next = queue_.post(2);
  ASSERT_NE(queue_.find(next), nullptr);
  queue_.complete(next);
  EXPECT_THAT(drained(), ElementsAre(2));
}

TEST_F(CommitQueueTest, OperationsCanBeChangedWhileTheyWait) {
  const auto ticket = queue_.post(1);
  *queue_.find(ticket) = 5;
  queue_.complete(ticket);
  EXPECT_THAT(drained(), ElementsAre(5));
}

// They are in flight, whatever their number.
TEST_F(CommitQueueTest, HasPatienceWithAnyNumberThatIsOpen) {
  std::vector<CommitQueue<int>::Ticket> tickets;
  for (int i = 0; i < 4 * static_cast<int>(CommitQueue<int>::kPatience); ++i) {
    tickets.push_back(queue_.post(i));
    EXPECT_THAT(drained(), IsEmpty());
  }
  for (const auto ticket : tickets) queue_.complete(ticket);
  EXPECT_EQ(drained().size(), tickets.size());
}

}  // namespace
}  // namespace lull
