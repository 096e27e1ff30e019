// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include "patterns/expect_severities.hpp"

namespace lull::patterns {
namespace {

TEST(ThreadBarrierWait, ChargesThreadsUntilTheLastOfTheTeam) {
  expect_severities(R"(
processes 1 none
threads 3
0:   0 enter main; 10 fork; 10 team_begin; 10 enter "!$omp parallel"
     20..40 "!$omp barrier"; 44..55 "!$omp implicit barrier"
     55 leave; 55 team_end; 55 join; 60 leave
0.1: 10 team_begin; 10 enter "!$omp parallel"
     33..41 "!$omp barrier"; 50..55 "!$omp implicit barrier"; 55 leave; 55 team_end
0.2: 10 team_begin; 10 enter "!$omp parallel"
     38..42 "!$omp barrier"; 43..55 "!$omp implicit barrier"; 55 leave; 55 team_end
expect omp_ebarrier_wait "main/!$omp parallel/!$omp barrier" @0 = 18
expect omp_ebarrier_wait "main/!$omp parallel/!$omp barrier" @0.1 = 5
expect omp_ebarrier_wait "main/!$omp parallel/!$omp barrier" @0.2 = 0
expect omp_ibarrier_wait "main/!$omp parallel/!$omp implicit barrier" @0 = 6
expect omp_ibarrier_wait "main/!$omp parallel/!$omp implicit barrier" @0.1 = 0
expect omp_ibarrier_wait "main/!$omp parallel/!$omp implicit barrier" @0.2 = 7
expect omp_ebarrier "main/!$omp parallel/!$omp barrier" @0 = 20
)");
}

TEST(ThreadBarrierWait, IsZeroWhenAllEnterAtOnce) {
  expect_severities(R"(
processes 1 none
threads 2
0:   0 enter main; 10 fork; 10 team_begin; 10 enter "!$omp parallel"
     20..40 "!$omp barrier"; 55 leave; 55 team_end; 55 join; 60 leave
0.1: 10 team_begin; 10 enter "!$omp parallel"; 20..41 "!$omp barrier"; 55 leave; 55 team_end
expect total omp_ebarrier_wait = 0
expect total omp_ibarrier_wait = 0
)");
}

TEST(ThreadBarrierWait, NeverExceedsTheBarrier) {
  expect_severities(R"(
processes 1 none
threads 2
0:   0 enter main; 10 fork; 10 team_begin; 10 enter "!$omp parallel"
     20..25 "!$omp barrier"; 55 leave; 55 team_end; 55 join; 60 leave
0.1: 10 team_begin; 10 enter "!$omp parallel"; 30..41 "!$omp barrier"; 55 leave; 55 team_end
expect omp_ebarrier_wait "main/!$omp parallel/!$omp barrier" @0 = 5
)");
}

TEST(ThreadBarrierWait, ATeamOfOneWaitsForNobody) {
  expect_severities(R"(
processes 1 none
threads 2
team alone 0
0:   0 enter main; 10 fork 1; 10 team_begin alone; 10 enter "!$omp parallel"
     20..25 "!$omp barrier"; 55 leave; 55 team_end alone; 55 join; 60 leave
expect total omp_ebarrier_wait = 0
)");
}

TEST(ThreadBarrierWait, ComparesBarriersInTheirOrder) {
  expect_severities(R"(
processes 1 none
threads 2
0:   0 enter main; 10 fork; 10 team_begin; 10 enter "!$omp parallel"
     20..40 "!$omp barrier"; 41..60 "!$omp barrier"; 65 leave; 65 team_end; 65 join; 70 leave
0.1: 10 team_begin; 10 enter "!$omp parallel"
     39..40 "!$omp barrier"; 50..60 "!$omp barrier"; 65 leave; 65 team_end
expect omp_ebarrier_wait "main/!$omp parallel/!$omp barrier" @0 = 28
expect total omp_ebarrier_wait = 28
)");
}

TEST(ThreadBarrierWait, KeepsTeamInstancesApart) {
  expect_severities(R"(
processes 1 none
threads 2
0:   0 enter main
     10 fork; 10 team_begin; 10 enter "!$omp parallel"
     12..20 "!$omp implicit barrier"; 20 leave; 20 team_end; 20 join
     30 fork; 30 team_begin; 30 enter "!$omp parallel"
     38..40 "!$omp implicit barrier"; 40 leave; 40 team_end; 40 join
     70 leave
0.1: 10 team_begin; 10 enter "!$omp parallel"; 15..20 "!$omp implicit barrier"; 20 leave; 20 team_end
     30 team_begin; 30 enter "!$omp parallel"; 31..40 "!$omp implicit barrier"; 40 leave; 40 team_end
expect omp_ibarrier_wait "main/!$omp parallel/!$omp implicit barrier" @0 = 3
expect omp_ibarrier_wait "main/!$omp parallel/!$omp implicit barrier" @0.1 = 7
)");
}

TEST(ThreadBarrierWait, KeepsProcessesApart) {
  expect_severities(R"(
processes 2
threads 2
0:   0 enter main; 10 fork; 10 team_begin; 10 enter "!$omp parallel"
     12..20 "!$omp barrier"; 20 leave; 20 team_end; 20 join; 70 leave
0.1: 10 team_begin; 10 enter "!$omp parallel"; 15..20 "!$omp barrier"; 20 leave; 20 team_end
1:   0 enter main; 10 fork; 10 team_begin; 10 enter "!$omp parallel"
     11..40 "!$omp barrier"; 40 leave; 40 team_end; 40 join; 70 leave
1.1: 10 team_begin; 10 enter "!$omp parallel"; 38..40 "!$omp barrier"; 40 leave; 40 team_end
expect omp_ebarrier_wait "main/!$omp parallel/!$omp barrier" @0 = 3
expect omp_ebarrier_wait "main/!$omp parallel/!$omp barrier" @1 = 27
expect total omp_ebarrier_wait = 30
)");
}

}  // namespace
}  // namespace lull::patterns
