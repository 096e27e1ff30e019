// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// A name may denote several regions.
#include "asl/evaluate/running.hpp"

namespace lull::asl {
namespace {

constexpr const char* kNested = R"(
clock 10
processes 1
0: 0 enter main; 10 enter MPI_Recv; 12 enter PMPI_Recv; 18 leave; 20 leave; 30 enter MPI_Recv; 31 leave; 100 leave
)";

TEST(AslRegions, OfOneNameLastAsLongAsAnyOfThem) {
  const RunResults results = run_on(R"(
PROPERTY p(Experiment e) { CONDITION: TRUE; CONFIDENCE: 1; SEVERITY: duration(MPI_RECV, e); }
)",
                                    kNested);
  expect_one_property(results, 1.1);
}

TEST(AslRegions, AreResolvedAfterTheLastEventToo) {
  const RunResults results = run_on(R"(
PATTERN P() { ROOTTYPE: Exit; INSTANTIATION: CONSTRAINT: TRUE EXPORT: int one = 1; }
PROPERTY p(Experiment e) {
  LET int n = COUNT m WHERE m IN PATTERN_MATCHES(P(), e.trace);
  IN CONDITION: n > 0; CONFIDENCE: 1; SEVERITY: IF (n > 3) duration(REGION("*Recv"), e) ELSE 0; }
)",
                                    kNested);
  expect_one_property(results, 1.1);
}

TEST(AslRegions, OfOneNameAreEqualToEachArgument) {
  const RunResults results = run_on(R"(
PATTERN P(Region r) { ROOTTYPE: Enter; INSTANTIATION: CONSTRAINT: MPI_RECV == r EXPORT: int one = 1; }
PROPERTY p(Region r, Experiment e) {
  CONDITION: (COUNT m WHERE m IN PATTERN_MATCHES(P(r), e.trace)) > 0; CONFIDENCE: 1; SEVERITY: 1; }
)",
                                    kNested);
  ASSERT_EQ(results.properties.size(), 2u);
  EXPECT_EQ(results.properties[0].arguments[0].second.text, "MPI_Recv");
  EXPECT_EQ(results.properties[1].arguments[0].second.text, "PMPI_Recv");
}

TEST(AslUnique, HandlesNamesOfSeveralRegions) {
  const RunResults results = run_on(R"(
PATTERN P() {
  ROOTTYPE: Exit;
  INSTANTIATION:
    Enter last = UNIQUE({f IN R(PRED(ROOT), ROOT.process_id) SUCH THAT f.region == MPI_RECV AND
      NEXISTS g IN R(PRED(ROOT), ROOT.process_id) SUCH THAT (g.region == f.region AND g.index > f.index)});
  CONSTRAINT: TRUE EXPORT: int one = 1; }
)",
                                    kNested);
  expect_one_error(results, "UNIQUE of several elements");
}

TEST(AslUnique, SelectsAmongEventsOfEqualTime) {
  const RunResults results = run_on(R"(
PATTERN P() {
  ROOTTYPE: Exit;
  INSTANTIATION:
    Enter last = UNIQUE({f IN R(PRED(ROOT), ROOT.process_id) SUCH THAT f.region.name == "b" AND
      NEXISTS g IN R(PRED(ROOT), ROOT.process_id) SUCH THAT g.timestamp > f.timestamp});
  CONSTRAINT: TRUE EXPORT: int index = last.index; }
)",
                                    R"(
clock 10
processes 1
0: 0 enter main; 5 enter a; 5 enter b; 6 leave; 7 leave; 8 leave
)");
  EXPECT_TRUE(results.errors.empty());
  EXPECT_EQ(matches_of(results, "P"), 1u);
  EXPECT_EQ(sum_of(results, "P", "index"), "2");
}

}  // namespace
}  // namespace lull::asl
