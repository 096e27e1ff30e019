// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/trace/rules/open_requests.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <random>
#include <vector>

namespace lull {
namespace {

struct Request {
  bool send = false;
  std::uint64_t ticket = 0;
};
using Requests = OpenRequests<Request>;

struct Posted {
  std::uint64_t id;
  std::uint64_t ticket;
  std::uint64_t since;  // number of requests posted before
  bool send;
};

// Gives the same results as a list that is searched from its start.
class Model {
 public:
  std::vector<std::uint64_t> add(std::uint64_t id, bool send) {
    std::vector<std::uint64_t> given_up;
    if (const auto same = take(id)) given_up.push_back(*same);
    const auto is_old = [this](const Posted& one) {
      return one.since + Requests::kPatience <= posted_;
    };
    if (std::ranges::count_if(open_, is_old) > static_cast<std::ptrdiff_t>(Requests::kPatience))
      given_up.push_back(*take(open_.front().id));
    open_.push_back({id, posted_, posted_, send});
    ++posted_;
    return given_up;
  }
  std::optional<std::uint64_t> take(std::uint64_t id, std::optional<bool> send = {}) {
    const auto found = std::ranges::find(open_, id, &Posted::id);
    if (found == open_.end() || (send && found->send != *send)) return std::nullopt;
    const std::uint64_t ticket = found->ticket;
    open_.erase(found);
    return ticket;
  }
  [[nodiscard]] const std::vector<Posted>& open() const { return open_; }

 private:
  std::vector<Posted> open_;
  std::uint64_t posted_ = 0;
};

std::optional<std::uint64_t> ticket_of(const Request* request) {
  return request == nullptr ? std::nullopt : std::optional(request->ticket);
}

// Identifiers that come again and again, or addresses that share their low bits.
void compare_with_model(std::uint64_t seed, std::size_t identifiers, std::uint64_t step,
                        std::size_t calls) {
  std::mt19937_64 random(seed);
  Requests requests;
  Model model;
  std::uint64_t posted = 0;
  for (std::size_t call = 0; call < calls; ++call) {
    const std::uint64_t id = random() % identifiers * step;
    const bool send = random() % 2 == 0;
    if (random() % 16 < 9) {
      std::vector<std::uint64_t> given_up;
      requests.add(id, {send, posted++},
                   [&](const Request& one) { given_up.push_back(one.ticket); });
      ASSERT_EQ(given_up, model.add(id, send)) << "seed " << seed << ", call " << call;
    } else if (random() % 2 == 0) {
      ASSERT_EQ(ticket_of(requests.take(id)), model.take(id)) << "seed " << seed;
    } else {
      ASSERT_EQ(ticket_of(requests.take(id, send)), model.take(id, send)) << "seed " << seed;
    }
  }
  std::vector<std::uint64_t> left;
  std::vector<std::uint64_t> wanted;
  requests.give_up_all([&](const Request& one) { left.push_back(one.ticket); });
  for (const Posted& one : model.open()) wanted.push_back(one.ticket);
  EXPECT_EQ(left, wanted);
}

TEST(OpenRequests, AreThoseOfAPlainList) {
  for (std::uint64_t seed = 0; seed < 60; ++seed)
    compare_with_model(seed, std::size_t{1} << seed % 8, seed % 3 == 0 ? 1 : 4096, 2000);
}

class OpenRequestsForLong : public testing::Test {
 protected:
  void add(std::uint64_t id, bool send = false) {
    requests.add(id, {send, id}, [&](const Request& one) { given_up.push_back(one.ticket); });
  }
  void post_and_complete(std::uint64_t number) {
    for (std::uint64_t i = 0; i < number; ++i) {
      add(1000 + i);
      ASSERT_NE(requests.take(1000 + i), nullptr);
    }
  }
  Requests requests{true};
  std::vector<std::uint64_t> given_up;
};

TEST_F(OpenRequestsForLong, StayOpen) {
  add(1);
  add(2, true);
  add(3);
  post_and_complete(5 * Requests::kPatience);
  EXPECT_TRUE(given_up.empty());
  EXPECT_EQ(requests.take(2, false), nullptr);
  EXPECT_EQ(ticket_of(requests.take(2, true)), 2u);
  EXPECT_EQ(requests.take(2), nullptr);
  EXPECT_EQ(ticket_of(requests.take(1)), 1u);
  add(3);  // the identifier has been used again
  EXPECT_EQ(given_up, std::vector<std::uint64_t>({3}));
  EXPECT_EQ(ticket_of(requests.take(3)), 3u);
  EXPECT_EQ(requests.take(3), nullptr);
}

// All later sends of the process wait for it.
TEST_F(OpenRequestsForLong, AreGivenUpIfTheyAreSends) {
  add(1);
  add(2, true);
  post_and_complete(Requests::kThreadedPatience);
  EXPECT_EQ(given_up, std::vector<std::uint64_t>({2}));
  EXPECT_EQ(requests.take(2), nullptr);
  EXPECT_EQ(ticket_of(requests.take(1)), 1u);
}

TEST_F(OpenRequestsForLong, AreGivenUpAtOnceIfTheyAreSendsOfOneThread) {
  requests = Requests(false);
  add(1);
  add(2, true);
  post_and_complete(Requests::kPatience - 2);
  EXPECT_TRUE(given_up.empty());
  post_and_complete(2);
  EXPECT_EQ(given_up, std::vector<std::uint64_t>({2}));
  EXPECT_EQ(ticket_of(requests.take(1)), 1u);
}

TEST_F(OpenRequestsForLong, AreGivenUpWhenTheyAreMany) {
  constexpr std::uint64_t kMore = 1000;
  for (std::uint64_t i = 0; i < 2 * Requests::kPatience + kMore; ++i) add(i);
  ASSERT_EQ(given_up.size(), kMore);
  for (std::uint64_t i = 0; i < kMore; ++i) EXPECT_EQ(given_up[i], i);
  EXPECT_EQ(requests.take(kMore - 1), nullptr);
  EXPECT_EQ(ticket_of(requests.take(kMore)), kMore);
  given_up.clear();
  requests.give_up_all([&](const Request& one) { given_up.push_back(one.ticket); });
  EXPECT_EQ(given_up.size(), 2 * Requests::kPatience - 1);
  EXPECT_TRUE(std::ranges::is_sorted(given_up));
}

}  // namespace
}  // namespace lull
