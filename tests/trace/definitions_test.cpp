// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/trace/definitions/definitions.hpp"

#include <gtest/gtest.h>

#include "support/text/text_trace.hpp"

namespace lull {
namespace {

constexpr const char* kDefinitions = R"(
processes 4
threads 3 2
comm turned 3 1
intercomm bridge 0 1 | 3 2
0: 0 enter main
)";

class DefinitionsTest : public testing::Test {
 protected:
  [[nodiscard]] CommunicatorId named(const std::string& name) const {
    for (std::size_t i = 0; i < definitions_.communicators.size(); ++i)
      if (definitions_.communicators[i].name == name) return CommunicatorId(i);
    ADD_FAILURE() << "no communicator " << name;
    return {};
  }
  [[nodiscard]] CommunicatorId self() const {
    for (std::size_t i = 0; i < definitions_.communicators.size(); ++i)
      if (definitions_.communicators[i].kind == CommunicatorKind::Self) return CommunicatorId(i);
    return {};
  }
  static LocationId location(std::size_t index) { return LocationId(index); }

  support::TextTrace text_ = support::parse_text_trace(kDefinitions);
  const Definitions& definitions_ = text_.trace->definitions();
};

TEST_F(DefinitionsTest, RanksAreThoseOfTheCommunicator) {
  EXPECT_EQ(definitions_.location_of(named("turned"), 0, location(1)), location(3));
  EXPECT_EQ(definitions_.location_of(named("turned"), 1, location(1)), location(1));
  EXPECT_EQ(definitions_.size_of(named("turned")), 2u);
}

TEST_F(DefinitionsTest, RanksOfAnInterCommunicatorAreThoseOfTheOtherGroup) {
  const CommunicatorId bridge = named("bridge");
  EXPECT_EQ(definitions_.location_of(bridge, 0, location(1)), location(3));
  EXPECT_EQ(definitions_.location_of(bridge, 1, location(0)), location(2));
  EXPECT_EQ(definitions_.location_of(bridge, 1, location(3)), location(1));
  EXPECT_EQ(definitions_.location_of(bridge, 0, location(4)), location(0));  // in process 3
  EXPECT_EQ(definitions_.size_of(bridge), 4u);
}

TEST_F(DefinitionsTest, RanksOfAnInterCommunicatorNeedACaller) {
  EXPECT_FALSE(definitions_.location_of(named("bridge"), 0, {}).defined());
}

TEST_F(DefinitionsTest, RankZeroOfSelfIsTheCaller) {
  EXPECT_EQ(definitions_.location_of(self(), 0, location(2)), location(2));
  EXPECT_FALSE(definitions_.location_of(self(), 1, location(2)).defined());
  EXPECT_EQ(definitions_.size_of(self()), 1u);
}

TEST_F(DefinitionsTest, RanksThatDoNotExistHaveNoLocation) {
  EXPECT_FALSE(definitions_.location_of(named("turned"), 2, location(1)).defined());
  EXPECT_FALSE(definitions_.location_of(named("turned"), kNoRank, location(1)).defined());
  EXPECT_FALSE(definitions_.location_of({}, 0, location(1)).defined());
  EXPECT_EQ(definitions_.size_of({}), 0u);
}

TEST_F(DefinitionsTest, TheWorldHasTheMasterThreadsByRank) {
  ASSERT_NE(definitions_.mpi_world(), nullptr);
  EXPECT_EQ(*definitions_.mpi_world(),
            (std::vector<LocationId>{location(0), location(1), location(2), location(3)}));
}

TEST(Definitions, HaveNoWorldWithoutMpi) {
  const auto text = support::parse_text_trace("processes 2 none\n0: 0 enter main\n");
  EXPECT_EQ(text.trace->definitions().mpi_world(), nullptr);
}

}  // namespace
}  // namespace lull
