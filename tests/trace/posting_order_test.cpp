// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// PostingOrder with requests that never complete: they hold up others only for a while, whatever
// else the trace contains.
#include "lull/trace/rules/posting_order.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <vector>

#include "support/text/text_trace.hpp"

namespace lull {
namespace {

class PostingOrderTest : public testing::Test {
 protected:
  // Numbers a send or receive that completes at once. Returns how many operations get numbers with
  // it.
  std::size_t send(std::uint32_t tag) {
    order_.look_at(0, place_++, MpiSend{1, world_, tag, 8});
    return order_.sends().size();
  }
  std::size_t receive(std::uint32_t tag) {
    order_.look_at(0, place_++, MpiRecv{1, world_, tag, 8});
    return order_.receives().size();
  }
  // The number of operations that wait until one gets its number.
  static std::uint64_t waits(const std::function<std::size_t()>& operation) {
    std::uint64_t count = 1;
    while (operation() == 0 && count < 1000000) ++count;
    return count;
  }

  support::TextTrace text_ = support::parse_text_trace("processes 2\n0.0: 0..1 MPI_Barrier\n");
  const Definitions& definitions_ = text_.trace->definitions();
  CommunicatorId world_{std::size_t{0}};
  PostingOrder order_{definitions_, definitions_.processes[0].locations};
  std::uint64_t place_ = 0;
};

TEST_F(PostingOrderTest, NumbersOperationsThatCompleteAtOnce) {
  EXPECT_EQ(send(7), 1u);
  EXPECT_EQ(order_.sends().front().number, 0u);
  EXPECT_EQ(send(7), 1u);
  EXPECT_EQ(order_.sends().front().number, 1u);
  EXPECT_EQ(send(8), 1u);
  EXPECT_EQ(order_.sends().front().number, 0u);
}

TEST_F(PostingOrderTest, ASendThatNeverCompletesCountsAndHoldsOthersUpForAWhile) {
  order_.look_at(0, place_++, MpiIsend{1, world_, 7, 8, 100});
  std::uint64_t request = 101;
  std::vector<std::uint64_t> numbers;
  const auto another = [&] {
    const std::size_t before = numbers.size();
    const auto take = [&] {
      for (const PostingOrder::Operation& send : order_.sends()) numbers.push_back(send.number);
    };
    order_.look_at(0, place_++, MpiIsend{1, world_, 7, 8, ++request});
    take();
    order_.look_at(0, place_++, MpiIsendComplete{request});
    take();
    return numbers.size() - before;
  };
  const std::uint64_t waited = waits(another);
  EXPECT_LE(waited, OpenRequests<int>::kPatience + 2);
  ASSERT_EQ(numbers.size(), waited + 1);
  for (std::size_t i = 0; i < numbers.size(); ++i) EXPECT_EQ(numbers[i], i);
  EXPECT_EQ(another(), 1u);
}

TEST_F(PostingOrderTest, AReceiveThatNeverCompletesHoldsOthersUpForAWhile) {
  order_.look_at(0, place_++, MpiIrecvRequest{100});
  const std::uint64_t waited = waits([&] { return receive(7); });
  EXPECT_EQ(waited, CommitQueue<int>::kPatience);
  EXPECT_EQ(order_.receives().front().number, 0u);
  EXPECT_EQ(receive(7), 1u);
}

TEST_F(PostingOrderTest, AReceiveThatCompletesTooLateTakesTheNextNumber) {
  order_.look_at(0, place_++, MpiIrecvRequest{100});
  const std::uint64_t waited = waits([&] { return receive(7); });
  order_.look_at(0, place_++, MpiIrecv{1, world_, 7, 8, 100});
  ASSERT_EQ(order_.receives().size(), 1u);
  EXPECT_EQ(order_.receives().front().number, waited);
}

TEST_F(PostingOrderTest, WhatIsOpenAtTheEndCountsAsFarAsItIsKnown) {
  order_.look_at(0, place_++, MpiIrecvRequest{100});
  order_.look_at(0, place_++, MpiIsend{1, world_, 7, 8, 101});
  EXPECT_EQ(receive(7), 0u);
  EXPECT_EQ(send(7), 0u);
  order_.finish();
  EXPECT_EQ(order_.receives().size(), 1u);
  EXPECT_EQ(order_.sends().size(), 2u);
}

}  // namespace
}  // namespace lull
