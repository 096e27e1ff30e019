// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/base/files/overwriting.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <vector>

#include "lull/base/error.hpp"
#include "support/temporary_directory.hpp"

namespace lull {
namespace {

namespace fs = std::filesystem;

// Returns the error for writing `output` while reading `inputs`; empty if allowed.
std::string refusal(const fs::path& output, const std::vector<fs::path>& inputs) {
  try {
    refuse_overwriting(output, inputs);
  } catch (const Error& error) {
    EXPECT_EQ(error.status(), ExitStatus::Usage);
    return error.what();
  }
  return {};
}

class Overwriting : public testing::Test {
 protected:
  void SetUp() override {
    std::ofstream(input_) << "input";
    std::ofstream(directory_ / "other") << "other";
  }

  support::TemporaryDirectory directory_;
  fs::path input_ = directory_ / "input";
};

TEST_F(Overwriting, RefusesAnInput) {
  const std::string sentence = refusal(input_, {directory_ / "other", input_});
  EXPECT_NE(sentence.find(input_.string()), std::string::npos) << sentence;
}

TEST_F(Overwriting, RefusesAnotherSpellingOfTheSamePath) {
  fs::create_directory(directory_ / "folder");
  EXPECT_NE(refusal(directory_ / "folder" / ".." / "input", {input_}), "");
  EXPECT_NE(refusal(fs::proximate(input_), {input_}), "");
}

TEST_F(Overwriting, RefusesLinksAndTheirTargets) {
  fs::create_symlink("input", directory_ / "symbolic");
  fs::create_hard_link(input_, directory_ / "hard");
  EXPECT_NE(refusal(directory_ / "symbolic", {input_}), "");
  EXPECT_NE(refusal(directory_ / "hard", {input_}), "");
  EXPECT_NE(refusal(input_, {directory_ / "symbolic"}), "");
}

TEST_F(Overwriting, AllowsNewFilesAndOthers) {
  EXPECT_EQ(refusal(directory_ / "new", {input_}), "");
  EXPECT_EQ(refusal(directory_ / "other", {input_, directory_ / "missing"}), "");
  EXPECT_EQ(refusal(directory_ / "other", {}), "");
}

}  // namespace
}  // namespace lull
