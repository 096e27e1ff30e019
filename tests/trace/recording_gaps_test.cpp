// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/trace/rules/recording_gaps.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lull/base/recording_properties.hpp"

namespace lull {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
namespace names = recording_properties;

TEST(RecordingGaps, NameTheProcessesAndTheReason) {
  EXPECT_THAT(
      recording_gaps({{names::kDiskFull, "0-2,7"}}, 9, Gaps::All),
      ElementsAre("Recording of 4 of 9 processes (0-2,7) stopped early because the disk was "
                  "full. What the program did afterwards is missing."));
  EXPECT_THAT(
      recording_gaps({{names::kFailure, "0-8"}, {names::kFailureReason, "no luck"}}, 9,
                     Gaps::Failures),
      ElementsAre(HasSubstr("of all processes stopped early because of a failure: no luck.")));
  EXPECT_THAT(recording_gaps({{names::kLimit, "0"}}, 1, Gaps::All),
              ElementsAre(HasSubstr("of the process ended")));
}

TEST(RecordingGaps, ExcludeWhatTheProgramRequested) {
  const Properties properties{{names::kSwitchedOff, "1"}, {names::kSwitchedOffSeconds, "0.5"}};
  EXPECT_THAT(recording_gaps(properties, 2, Gaps::Failures), IsEmpty());
  EXPECT_THAT(
      recording_gaps(properties, 2, Gaps::All),
      ElementsAre(
          "The program switched recording off in 1 of 2 processes (1), for 0.5 s in total."));
}

TEST(RecordingGaps, AcceptAnyTextAsAList) {
  for (const char* list : {"x", "-", "1-", "3-1", "1,,2", "99999999999999999999", "1 2", "0-"})
    EXPECT_THAT(recording_gaps({{names::kKilled, list}}, 2, Gaps::All),
                ElementsAre(HasSubstr("of some processes did not")))
        << list;
  EXPECT_THAT(recording_gaps({{names::kKilled, ""}, {"OTHER", "1"}}, 2, Gaps::All), IsEmpty());
  EXPECT_THAT(recording_gaps({{names::kClocksCorrected, "measured"}}, 2, Gaps::All), IsEmpty());
  const std::string long_list = "0,2,4,6,8,10,12,14,16,18,20,22,24,26,28,30";
  EXPECT_THAT(
      recording_gaps({{names::kKilled, long_list}}, 40, Gaps::All),
      ElementsAre(HasSubstr("16 of 40 processes (0,2,4,6,8,10,12,14,16,18,20,22,24,26,28, …)")));
}

}  // namespace
}  // namespace lull
