// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Traces whose notes are tested besides the severities, which a .trace file cannot express.
#include <gtest/gtest.h>

#include "analysis/text_analysis.hpp"

namespace lull::patterns {
namespace {

// A process was killed in the call.
TEST(InitCompletion, IsZeroForACallThatDoesNotEnd) {
  const analysis::TextAnalysis result(R"(
processes 2
0: 1 enter MPI_Init; 11 leave; 20 enter work; 9000 leave
1: 1 enter MPI_Init
)");
  EXPECT_EQ(result.total("mpi_init_completion"), 0);
  EXPECT_EQ(result.notes().incomplete_collectives.size(), 1u);
}

// OTF2 guarantees that numbers ascend, but not by how much.
TEST(LockContention, FollowsNumbersThatAscendInSteps) {
  const analysis::TextAnalysis result(R"(
processes 1 none
threads 2
0:   0 enter main
     0..1 omp_set_lock 1 acquire 1 order=10; 20..20 omp_unset_lock release 1 order=10
     22..41 omp_set_lock 41 acquire 1 order=30; 50..50 omp_unset_lock release 1 order=30
     62..63 omp_set_lock 63 acquire 1 order=52; 64..64 omp_unset_lock release 1 order=52
     65..66 omp_set_lock 66 acquire 1 order=60; 67..67 omp_unset_lock release 1 order=60
     68..69 omp_set_lock 69 acquire 1 order=70; 70..70 omp_unset_lock release 1 order=70
     71..72 omp_set_lock 72 acquire 1 order=80; 73..73 omp_unset_lock release 1 order=80; 74 leave
0.1: 5..21 omp_set_lock 21 acquire 1 order=20; 40..40 omp_unset_lock release 1 order=20
     42..51 omp_set_lock 51 acquire 1 order=41; 60..60 omp_unset_lock release 1 order=41
)");
  EXPECT_EQ(result.at("omp_lock_contention_api", "omp_set_lock", 1), 15 + 8);
  EXPECT_EQ(result.at("omp_lock_contention_api", "main/omp_set_lock", 0), 18);
  EXPECT_TRUE(result.notes().remarks.empty());
}

}  // namespace
}  // namespace lull::patterns
