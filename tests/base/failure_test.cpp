// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/base/failure.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cerrno>
#include <filesystem>
#include <map>
#include <new>
#include <optional>
#include <string>
#include <system_error>

namespace lull {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

template <class Thrown>
Error error_after(const Thrown& thrown, const std::string& doing = {}) {
  try {
    throw thrown;
  } catch (...) {
    return error_at_hand(doing);
  }
}

TEST(ErrorAtHand, ReturnsErrorsUnchanged) {
  const Error error = error_after(input_error("traces.otf2 is empty"));
  EXPECT_STREQ(error.what(), "traces.otf2 is empty");
  EXPECT_EQ(error.status(), ExitStatus::Input);
}

TEST(ErrorAtHand, ReportsLackOfMemory) {
  const Error error = error_after(std::bad_alloc());
  EXPECT_STREQ(error.what(), "not enough memory");
  EXPECT_EQ(error.status(), ExitStatus::System);
}

TEST(ErrorAtHand, IsAnInputErrorForInvalidFileNames) {
  for (const int number : {ELOOP, ENOENT, ENOTDIR, ENAMETOOLONG, EISDIR}) {
    const Error error = error_after(std::filesystem::filesystem_error(
        "cannot get file status", "a/b", std::error_code(number, std::generic_category())));
    EXPECT_EQ(error.status(), ExitStatus::Input);
    EXPECT_THAT(error.what(), AllOf(HasSubstr("a/b: "), Not(HasSubstr("cannot get file status"))));
  }
  EXPECT_EQ(error_after(std::filesystem::filesystem_error(
                            "x", "a", std::error_code(ENOSPC, std::generic_category())))
                .status(),
            ExitStatus::System);
}

// Messages of libraries do not help a user.
TEST(ErrorAtHand, OmitsTextsOfLibraries) {
  const auto expect_own_words = [](const auto& call) {
    try {
      call();
      FAIL() << "no exception was thrown";
    } catch (...) {
      const Error error = error_at_hand("'lull analyze traces'");
      EXPECT_STREQ(error.what(),
                   "a defect in Lull ended 'lull analyze traces'; please report it with the input "
                   "that causes it");
      EXPECT_EQ(error.status(), ExitStatus::System);
    }
  };
  expect_own_words([] { static_cast<void>(std::map<int, int>().at(1)); });
  expect_own_words([] { static_cast<void>(std::string_view("mpi").substr(4)); });
  expect_own_words([] { static_cast<void>(std::optional<int>().value()); });
  expect_own_words([] { std::vector<int>().reserve(~std::size_t{0}); });
  expect_own_words([] { static_cast<void>(std::stoi("")); });
}

TEST(WordsOfAStranger, AreTheMessagesOfExceptions) {
  const auto words = [](const auto& call) {
    try {
      call();
    } catch (...) {
      return describe_exception();
    }
    return std::string("nothing was thrown");
  };
  EXPECT_EQ(words([] { throw std::runtime_error("the window is too small"); }),
            "the window is too small");
  EXPECT_THAT(words([] { static_cast<void>(std::map<int, int>().at(1)); }),
              AllOf(HasSubstr("std::out_of_range"), Not(HasSubstr("map::at"))));
  EXPECT_EQ(words([] { throw 5; }), "an exception that does not derive from std::exception");
}

}  // namespace
}  // namespace lull
