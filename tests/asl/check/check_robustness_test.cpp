// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Large, deep and random specifications: a check always terminates, and its diagnostics lie in the
// text.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "asl/check/checked.hpp"
#include "lull/asl/check/context/program_text.hpp"
#include "lull/asl/check/context/walk.hpp"
#include "lull/asl/library/library.hpp"

namespace lull::asl {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

// Words, numbers, texts and signs.
std::vector<std::string> tokens_of(std::string_view text) {
  std::vector<std::string> tokens;
  for (std::size_t i = 0; i < text.size();) {
    const auto word = [&](std::size_t at) {
      return at < text.size() &&
             (std::isalnum(static_cast<unsigned char>(text[at])) != 0 || text[at] == '_');
    };
    std::size_t end = i + 1;
    if (text.substr(i, 2) == "//")
      end = std::min(text.find('\n', i), text.size());
    else if (word(i))
      while (word(end)) ++end;
    if (std::isspace(static_cast<unsigned char>(text[i])) == 0 && text.substr(i, 2) != "//")
      tokens.emplace_back(text.substr(i, end - i));
    i = end;
  }
  return tokens;
}

const char* const kMore = R"(
class Task extends Enter SUCH THAT THIS.region.name == "t" { int size = late(PRED(THIS)) + 1; }
enum Side { left, right }
int late(Event e) = IF (e == NULL) 0 ELIF (typeof(e) == Task) late(PRED(e)) + 1 ELSE late(PRED(e));
PATTERN TEMPLATE Partner <boolean op(float a, float b), float f, PATTERN p> (Region r) {
  LET p_match first = MATCH(p(r), ROOT); int twice(int x) = 2 * x; IN
  ROOTTYPE: Receive; INSTANTIATION: Send s = sendptr(ROOT); setof Event t = {x IN TRACE WITH x == s};
  CONSTRAINT: op(s.timestamp, f) OR first.idle_time > 0 AND FORALL x IN t SUCH THAT x != NULL;
  EXPORT M1: int n = twice(s.tag); float g = MAX (n, f, 1.5); }
PATTERN Early = Partner< <=, 2 * high, LateSender>;
PATTERN Charged() { ROOTTYPE: CollectiveEnd; INSTANTIATION: CONSTRAINT: TRUE; EXPORT:
  METRIC: "m" CHARGE 1 AT ROOT WHERE q IN {ROOT.begin, ROOT}; }
PROPERTY TEMPLATE Meta <PROPERTY q> (Region r, Experiment e, Side s) {
  LET float a = q(r, e, r).severity; IN CONDITION: (l) a > 0 AND s == Side.left OR q(r, e, r).holds;
  CONFIDENCE: MAX ((l) -> 1, low); SEVERITY: a / duration(PROGRAM, e) + counter(PRED(NULL), "c") + grid(NULL) + offset(NULL, 0); }
PROPERTY meta = Meta<late_sender>;
)";

// Nodes checked without errors have types and slots everywhere.
void expect_sound(Program& program) {
  for_each_root(program, [&](const auto& owner, const Node& root) {
    walk(root, [&](const Node& node) {
      ASSERT_NE(node.type.kind, StaticType::Kind::Error) << node_text(program, root);
      if (const auto* const local = std::get_if<code::Local>(&node.body); local && !local->outer) {
        ASSERT_LT(local->slot, owner.scope.slots);
      }
      if (const auto* const choice = std::get_if<code::Choice>(&node.body)) {
        ASSERT_NE(choice->otherwise, nullptr);
      }
      if (const auto* const call = std::get_if<code::CallFunction>(&node.body)) {
        ASSERT_FALSE(program.functions[call->function.index()].state);
      }
    });
  });
}

TEST(AslCheckRobustness, TheMutatedTextIsValid) {
  Checked result = checked(kMore);
  EXPECT_THAT(mistakes(result), IsEmpty());
  expect_sound(result.program);
}

TEST(AslCheckRobustness, MutatedSpecificationsGiveDiagnosticsInTheText) {
  std::string whole;
  for (const LibraryFile& file : library()) whole += file.text;
  const std::vector<std::string> library_tokens = tokens_of(whole);
  const std::vector<std::string> more = tokens_of(kMore);
  std::mt19937 random(20001);
  for (int round = 0; round < 4000; ++round) {
    std::vector<std::string> tokens = round % 4 == 0 ? library_tokens : more;
    const auto any = [&](std::size_t size) { return random() % size; };
    for (std::size_t i = 0; i < 1 + any(4); ++i) {
      const std::size_t at = any(tokens.size());
      const std::string other =
          any(3) == 0 ? library_tokens[any(library_tokens.size())] : more[any(more.size())];
      if (any(4) == 0)
        tokens.erase(tokens.begin() + static_cast<std::ptrdiff_t>(at));
      else if (any(3) == 0)
        tokens.insert(tokens.begin() + static_cast<std::ptrdiff_t>(at), other);
      else
        tokens[at] = other;
    }
    std::string text;
    for (const std::string& token : tokens) {
      const bool joins = !text.empty() && !token.empty() && token[0] == '=' &&
                         std::string("=<>!").find(text.back()) != std::string::npos;
      text += joins || token == "\"" ? token : " " + token;
    }
    Checked result = checked(text);
    for (const Diagnostic& one : result.diagnostics.sorted()) {
      ASSERT_TRUE(one.at.defined()) << one.message << "\n" << text;
      ASSERT_LE(one.at.offset, one.at.source->text().size());
      ASSERT_FALSE(one.message.empty());
    }
    (void)result.diagnostics.print();
    if (result.diagnostics.empty()) expect_sound(result.program);
  }
}

TEST(AslCheckRobustness, TenThousandLinesAreFast) {
  std::string text;
  for (int i = 0; i < 10'000; ++i)
    text += fmt::format("int f{0}(Event e, int k) = IF (e == NULL) k ELSE f{1}(e, k) + {0};\n", i,
                        i + 1);
  text += "int f10000(Event e, int k) = e.index;";
  EXPECT_THAT(mistakes_of(text), IsEmpty());
}

TEST(AslCheckRobustness, TenThousandMistakesAreFast) {
  std::string text;
  for (int i = 0; i < 20'000; ++i)
    text += fmt::format("int f{}(Evnt e) = g{}(e, nothing);\n", i, i);
  EXPECT_GT(mistakes_of(text).size(), 900);
}

TEST(AslCheckRobustness, LongChainsOfStatesAndConstantsNeedNoStack) {
  std::string text;
  for (int i = 0; i < 40'000; ++i)
    text += fmt::format(
        "int c{0} = c{1} + s{0}(NULL);\nint s{0}(Event e) = IF (e == NULL) 0 ELSE "
        "s{0}(PRED(e)) + s{1}(e);\n",
        i, i + 1);
  text += "int c40000 = 1; int s40000(Event e) = 1;";
  const Checked result = checked(text);
  EXPECT_THAT(mistakes(result), IsEmpty());
  EXPECT_EQ(named(result.program.functions, "s0").rank, 39'999);
}

TEST(AslCheckRobustness, OperatorChainsAreBounded) {
  std::string sum = "1";
  for (int i = 0; i < 1000; ++i) sum += "+1";
  EXPECT_THAT(mistakes_of("int a = " + sum + ";"), IsEmpty());
  EXPECT_THAT(mistakes_of("int a = " + sum + "+1;"),
              ElementsAre("1:2010: there are more than 1000 operators in an expression"));
  std::string long_sum(4'000'000, '1');
  for (std::size_t i = 1; i + 1 < long_sum.size(); i += 2) long_sum[i] = '+';
  EXPECT_EQ(mistakes_of("int a = " + long_sum + ";").size(), 1);
  std::string masters = "Process f(Process p) = p";
  for (int i = 0; i < 100'000; ++i) masters += ".master";
  EXPECT_EQ(mistakes_of(masters + ";").size(), 1);
  std::string nested = "p";
  for (int i = 0; i < 20; ++i) nested = "(" + nested + masters.substr(24, 7 * 51) + ")";
  EXPECT_EQ(mistakes_of("Process f(Process p) = " + nested + ";").size(), 1);
}

TEST(AslCheckRobustness, TemplatesCountOncePerInstance) {
  std::string text = "PROPERTY TEMPLATE T <int n> () { CONDITION: TRUE";
  for (int i = 0; i < 900; ++i) text += " AND 1 < n + 1";
  text += "; CONFIDENCE: 1; SEVERITY: 1; }\n";
  for (int i = 0; i < 1000; ++i) text += fmt::format("PROPERTY p{0} = T<{0}>;\n", i);
  const std::vector<std::string> result = mistakes_of(text);
  ASSERT_EQ(result.size(), 1);
  EXPECT_THAT(result[0], ::testing::HasSubstr("the specification is too large from here on"));
}

TEST(AslCheckRobustness, NestedSetsAndQuantifiersAreChecked) {
  std::string text = "boolean f(setof Event s) = ";
  for (int i = 0; i < 150; ++i) text += fmt::format("EXISTS x{} IN s SUCH THAT ", i);
  EXPECT_THAT(mistakes_of(text + "x0 == x149;"), IsEmpty());
}

}  // namespace
}  // namespace lull::asl
