// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/base/error.hpp"

#include <gtest/gtest.h>

#include <cerrno>

namespace lull {
namespace {

TEST(Error, CarriesASentenceAndAnExitStatus) {
  const Error error = input_error("{} has {} locations", "trace.otf2", 3);
  EXPECT_STREQ(error.what(), "trace.otf2 has 3 locations");
  EXPECT_EQ(error.status(), ExitStatus::Input);
  EXPECT_EQ(usage_error("no").status(), ExitStatus::Usage);
}

TEST(Error, IncludesTheSystemsReason) {
  const Error error = system_error("cannot write report.cubex", ENOSPC);
  EXPECT_STREQ(error.what(), "cannot write report.cubex: No space left on device");
  EXPECT_EQ(error.status(), ExitStatus::System);
}

TEST(Error, IsCaughtLikeAnyException) {
  try {
    throw usage_error("unknown option {}", "--fast");
  } catch (const std::exception& error) {
    EXPECT_STREQ(error.what(), "unknown option --fast");
    return;
  }
  FAIL();
}

}  // namespace
}  // namespace lull
