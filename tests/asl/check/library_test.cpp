// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The shipped specifications, and the report's listings checked together with them.
#include "lull/asl/library/library.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "asl/check/checked.hpp"
#include "lull/asl/check/context/program_text.hpp"

namespace lull::asl {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(AslLibrary, HasNoMistakes) {
  Diagnostics diagnostics;
  const Loaded loaded = load_library(diagnostics);
  const Program program = check(loaded, diagnostics);
  EXPECT_EQ(diagnostics.print(), "");
  ASSERT_EQ(program.patterns.size(), 4);
  EXPECT_EQ(program.patterns[0].name, "LateSender");
  EXPECT_TRUE(program.patterns[0].library);
  ASSERT_EQ(program.properties.size(), 4);
  EXPECT_EQ(program.properties[3].name, "wrong_order_lr");
}

TEST(AslLibrary, FindsFilesByName) {
  std::vector<std::string_view> names;
  for (const LibraryFile& file : library()) names.push_back(file.name);
  EXPECT_THAT(names, ElementsAre("basic.asl", "mpi.asl", "openmp.asl", "wait_states.asl",
                                 "openmp_states.asl"));
  EXPECT_NE(library()[1].text.find("PATTERN LateSender"), std::string_view::npos);
}

TEST(AslLibrary, HasWaitStatesIfImported) {
  Diagnostics diagnostics;
  const Loaded loaded = load_text("test.asl", "IMPORT \"wait_states.asl\";", diagnostics);
  const Program program = check(loaded, diagnostics);
  EXPECT_EQ(diagnostics.print(), "");
  ASSERT_GT(program.patterns.size(), 4);
  EXPECT_EQ(program.patterns[4].name, "LateSenderCall");
  EXPECT_FALSE(program.patterns[4].library);
}

TEST(AslLibrary, FiguresElevenAndFourteenAreStates) {
  const Checked result = checked("");
  const code::Function& stack = named(result.program.functions, "R");
  EXPECT_TRUE(stack.state);
  EXPECT_EQ(stack.rank, 0);
  EXPECT_TRUE(named(result.program.functions, "M").state);
  EXPECT_FALSE(named(result.program.functions, "enterptr").state);
  EXPECT_FALSE(named(result.program.functions, "sendptr").state);
  EXPECT_EQ(
      node_text(result.program, *stack.body),
      "(IF (null? (local 0)) {} (AND (is Enter (local 0)) (== (.process_id (local 0)) (local 1))) "
      "(with (before R (local 1) (local 0)) (set (local 0))) "
      "(AND (is Exit (local 0)) (== (.process_id (local 0)) (local 1))) "
      "(without (before R (local 1) (local 0)) (UNIQUE (those 2 (before R (local 1) (local 0)) "
      "(NEXISTS 3 (before R (local 1) (local 0)) (> (.index (local 3)) (.index (local 2))))))) "
      "(before R (local 1) (local 0)))");
}

}  // namespace
}  // namespace lull::asl
