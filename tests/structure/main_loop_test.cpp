// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/structure/loops/main_loop.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "lull/structure/program_structure.hpp"
#include "lull/trace/otf2/archive_reader.hpp"
#include "support/shared.hpp"
#include "support/text/text_trace.hpp"

namespace lull::structure {
namespace {

// Each letter is a call with twelve events; '|' is a barrier.
std::string calls(const std::string& letters) {
  std::string text;
  for (const char letter : letters) {
    if (letter == '|') {
      text += "+1..+1 MPI_Barrier collective\n";
      continue;
    }
    text += fmt::format("+1 enter {}\n", letter);
    for (int i = 0; i < 5; ++i) text += fmt::format("+1 enter {}{}; +1 leave\n", letter, i);
    text += "+1 leave\n";
  }
  return text;
}

std::string times_over(const std::string& text, int times) {
  std::string result;
  for (int i = 0; i < times; ++i) result += text;
  return result;
}

std::optional<MainLoop> main_loop_of(const std::string& letters) {
  const auto text =
      support::parse_text_trace("processes 1\n0: 0 enter main\n" + calls(letters) + "+1 leave");
  LocationStructure found = detect(*text.trace, LocationId(0));
  return find_main_loop(found.grammar, text.trace->definitions());
}

TEST(MainLoop, IsTheOuterLoopWithTheMostEvents) {
  const auto loop = main_loop_of(times_over("p", 5) + "x" + times_over("abc", 4) + "y");
  ASSERT_TRUE(loop);
  EXPECT_EQ(loop->iterations(), 4u);
  EXPECT_EQ(loop->body_events, 36u);
  EXPECT_EQ(loop->first_event(), 1 + 12 * 6u);
  EXPECT_EQ(loop->borders(), (std::vector<std::uint64_t>{73, 109, 145, 181, 217}));
  EXPECT_EQ(loop->around.size(), 1u);
  EXPECT_FALSE(loop->warm_up);
}

TEST(MainLoop, ThereIsNoneWithoutRepetition) { EXPECT_FALSE(main_loop_of("abcdef")); }

const std::string kBody = "abcdefghijklmn";

TEST(MainLoop, AnIterationBeforeABarrierIsAWarmUp) {
  const auto loop = main_loop_of("x" + kBody + "|" + times_over(kBody, 5));
  ASSERT_TRUE(loop);
  EXPECT_EQ(loop->iterations(), 5u);
  EXPECT_TRUE(loop->warm_up);
  EXPECT_FALSE(main_loop_of("xyz|" + times_over(kBody, 5))->warm_up);
}

TEST(MainLoop, IncludesSimilarIterations) {
  const auto loop = main_loop_of("xyz" + times_over(kBody, 5) + kBody + "o" + "z");
  ASSERT_TRUE(loop);
  EXPECT_EQ(loop->iterations(), 6u);
  const auto last = main_loop_of("x" + times_over(kBody, 5) + "abcdofghijklmn" + "yz");
  EXPECT_EQ(last->iterations(), 5u) << "another call instead is twice its events";
  const auto inserted = main_loop_of("x" + times_over(kBody, 5) + "abcdoefghijklmn" + "yz");
  EXPECT_EQ(inserted->iterations(), 6u);
  EXPECT_EQ(inserted->variants(), 1u);
  EXPECT_EQ(inserted->runs.back().events, 15 * 12u);
}

TEST(MainLoop, VariantsDoNotCrossABarrier) {
  const auto loop = main_loop_of("x" + times_over(kBody, 5) + "abcd|efghijklmn" + "yz");
  EXPECT_EQ(loop->iterations(), 5u);
}

TEST(MainLoop, ACallEveryTenthTimeDoesNotHideIt) {
  const auto loop = main_loop_of("x" + times_over(times_over(kBody, 9) + kBody + "o", 6) + "y");
  ASSERT_TRUE(loop);
  EXPECT_EQ(loop->iterations(), 60u);
  EXPECT_EQ(loop->body_events, 14 * 12u);
}

TEST(MainLoop, MayEndBetweenTwoOfTheCallsEveryTenthTime) {
  const std::string ten = times_over(kBody, 9) + kBody + "o";
  const auto loop = main_loop_of("x" + times_over(ten, 3) + times_over(kBody, 5) + "y");
  ASSERT_TRUE(loop);
  EXPECT_EQ(loop->iterations(), 35u);
  EXPECT_EQ(loop->variants(), 3u);
  EXPECT_EQ(loop->first_event(), 1 + 12u);
  const auto first = main_loop_of("x" + times_over("o" + times_over(kBody, 10), 3) + kBody + "y");
  ASSERT_TRUE(first);
  EXPECT_EQ(first->iterations(), 31u);
}

TEST(MainLoop, IterationsThatEndAsTheyBeginAreNotCutByACallEveryTenthTime) {
  // Read from the left, it is r, then iterations abcdefghijrrrr.
  const std::string one = "rabcdefghijrrr";
  const auto loop = main_loop_of("x" + times_over(times_over(one, 10) + "o", 10) + "y");
  ASSERT_TRUE(loop);
  EXPECT_EQ(loop->iterations(), 100u);
  EXPECT_EQ(loop->first_event(), 1 + 12u);
  EXPECT_EQ(loop->borders()[10], 1 + 12u + 12 * (10 * 14 + 1));
}

TEST(MainLoop, BeginsWhereItHasMostIterations) {
  // b and B alternate irregularly; beginning with b, there are only three iterations.
  const std::string one = "abcdefghijklmn";
  const std::string other = "abcdoefghijklmn";
  const auto loop = main_loop_of("x" + one + other + one + one + other + "y");
  ASSERT_TRUE(loop);
  EXPECT_EQ(loop->iterations(), 5u);
}

TEST(MainLoop, LocationsAgreeByMajority) {
  const auto with = [](std::vector<IterationRun> runs) {
    MainLoop loop;
    loop.runs = std::move(runs);
    return loop;
  };
  MainLoop first = with({{0, 10, 5}});
  MainLoop second = with({{0, 10, 5}, {50, 11, 1, true}});
  MainLoop third = with({{0, 10, 5}});
  MainLoop fourth = with({{0, 10, 4}});
  std::vector<Agreement> found;
  for (const MainLoop* loop : {&first, &second, &third, &fourth})
    found.push_back({loop->iterations(), loop->warm_up});
  const Agreement agreement = agreement_of(found);
  EXPECT_EQ(agreement.iterations, 5u);
  EXPECT_TRUE(second.trim_to(agreement.iterations));
  EXPECT_FALSE(fourth.trim_to(agreement.iterations));
  EXPECT_EQ(second.iterations(), 5u) << "its variant is omitted";
  EXPECT_EQ(fourth.iterations(), 4u);
}

// The NAS kernels' own iteration counts, and the shares of events of the first location.
struct Kernel {
  const char* name;
  std::uint64_t iterations;
  bool warm_up;
  double share;
};

TEST(MainLoop, OfTheNasKernelsHasTheirIterationsOnAllLocations) {
  const std::vector<Kernel> kernels{
      {"npb-bt-s-16", 60, true, 97.6},    {"npb-cg-s-16", 15, true, 93.6},
      {"npb-ft-s-16", 6, false, 44.4},    {"npb-is-s-16", 11, false, 77.6},
      {"npb-lu-s-16", 50, false, 95.6},   {"npb-mg-s-16", 4, false, 67.0},
      {"npb-sp-s-16", 100, true, 98.5},   {"sweep3d-16", 12, false, 98.5},
      {"eztrace-mg-s-16", 4, false, 67.2}};
  for (const Kernel& kernel : kernels) {
    const auto anchor = support::shared_directory() / "traces" / kernel.name;
    if (!std::filesystem::exists(anchor)) GTEST_SKIP() << "the shared traces are missing";
    const auto archive = open_archive(anchor);
    const ProgramStructure program = structure_of(*archive, 2);
    EXPECT_EQ(program.agreement.iterations, kernel.iterations) << kernel.name;
    EXPECT_EQ(program.agreement.warm_up, kernel.warm_up) << kernel.name;
    for (std::size_t i = 0; i < program.loops.size(); ++i)
      EXPECT_NE(program.aligned_loop(LocationId(i)), nullptr) << kernel.name << " " << i;
    const double share = 100.0 * static_cast<double>(program.loops[0]->events()) /
                         static_cast<double>(program.locations[0].events);
    EXPECT_GE(share, kernel.share - 0.05) << kernel.name;
  }
}

// It computes, and only adds up at the end.
TEST(MainLoop, ExcludesLoopsWithLittleTimeAndFewEvents) {
  const auto anchor = support::shared_directory() / "traces" / "npb-ep-a-16";
  if (!std::filesystem::exists(anchor)) GTEST_SKIP() << "the shared traces are missing";
  const auto archive = open_archive(anchor);
  const ProgramStructure program = structure_of(*archive, 2);
  EXPECT_EQ(program.agreement.iterations, 0u);
  EXPECT_EQ(program.with_loops(), LocationId(0));
  const LoopShare& longest = program.longest[0].front();
  EXPECT_EQ(longest.iterations, 4u);
  EXPECT_NEAR(longest.events, 0.381, 0.001);
  EXPECT_LT(longest.time, 0.1);
}

// A loop's time extends from the start of its first call to the event after the loop.
TEST(MainLoop, OtherLoopsAreListedWithTheirTime) {
  std::string text = "processes 1\n0: 0 enter main; 10 enter work\n";
  for (int i = 0; i < 10; ++i) text += fmt::format("0: {}..{} f\n", 20 + 30 * i, 30 + 30 * i);
  text += "0: 390 leave work; 400 enter other\n";
  for (int i = 0; i < 4; ++i) text += fmt::format("0: {}..{} g\n", 500 + 100 * i, 510 + 100 * i);
  text += "0: 900 leave other; 1000 leave main\n";
  const auto trace = support::parse_text_trace(text);
  const ProgramStructure program = structure_of(*trace.trace, 1);
  ASSERT_EQ(program.longest[0].size(), 2u);
  const LoopShare& longer = program.longest[0].front();
  EXPECT_EQ(longer.iterations, 4u);
  EXPECT_DOUBLE_EQ(longer.time, 0.4);
  EXPECT_DOUBLE_EQ(longer.events, 8.0 / 34);
  const LoopShare& shorter = program.longest[0].back();
  EXPECT_EQ(shorter.iterations, 10u);
  EXPECT_DOUBLE_EQ(shorter.time, 0.37);
}

TEST(MainLoop, HasHalfOfTheTimeOrHalfOfTheEventsAndATenthOfTheTime) {
  EXPECT_TRUE(is_main({{}, 4, 0.1, 0.5}));
  EXPECT_FALSE(is_main({{}, 4, 0.1, 0.49}));
  EXPECT_TRUE(is_main({{}, 4, 0.5, 0.1}));
  EXPECT_FALSE(is_main({{}, 4, 0.5, 0.09}));
  EXPECT_FALSE(is_main({{}, 4, 0.49, 0.49}));
}

}  // namespace
}  // namespace lull::structure
