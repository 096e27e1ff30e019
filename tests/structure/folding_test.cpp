// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/structure/grammar/folding.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "lull/structure/grammar/expansion.hpp"

namespace lull::structure {
namespace {

// Strings of letters; each letter is an event.
class Letters {
 public:
  std::string folded(const std::string& text) {
    Folding folding(grammar_);
    for (const char letter : text) folding.push(symbol(letter));
    const auto items = folding.finish();
    EXPECT_EQ(expanded(items), text);
    return shown(items);
  }

  SymbolId symbol(char letter) { return grammar_.event(ParameterInt{ParameterId{}, letter}); }
  Grammar& grammar() { return grammar_; }

  std::string expanded(std::span<const Item> items) const {
    std::string text;
    expand(grammar_, items, [&](SymbolId event) { text += letter(event); });
    return text;
  }

 private:
  [[nodiscard]] char letter(SymbolId event) const {
    return static_cast<char>(std::get<ParameterInt>(grammar_.body(event)).value);
  }
  [[nodiscard]] std::string shown(std::span<const Item> items) const {
    std::string text;
    for (const Item item : items) {
      const bool is_event = grammar_[item.symbol].kind == Grammar::Kind::Event;
      const std::string inner = is_event ? std::string(1, letter(item.symbol))
                                         : "(" + shown(grammar_.items(item.symbol)) + ")";
      text += item.count == 1 ? inner : fmt::format("{}{}", item.count, inner);
    }
    return text;
  }

  Grammar grammar_;
};

std::string repeated(const std::string& text, int times) {
  std::string result;
  for (int i = 0; i < times; ++i) result += text;
  return result;
}

TEST(Folding, FindsLoops) {
  Letters letters;
  EXPECT_EQ(letters.folded(""), "");
  EXPECT_EQ(letters.folded("a"), "a");
  EXPECT_EQ(letters.folded("abc"), "abc");
  EXPECT_EQ(letters.folded("aa"), "2a");
  EXPECT_EQ(letters.folded("xaaaaay"), "x5ay");
  EXPECT_EQ(letters.folded("x" + repeated("abcdef", 100) + "y"), "x100(abcdef)y");
}

TEST(Folding, FindsLoopsWithinLoops) {
  Letters letters;
  EXPECT_EQ(letters.folded(repeated("aaab", 3)), "3(3ab)");
  EXPECT_EQ(letters.folded(repeated("x" + repeated("aab", 4) + "y", 5)), "5(x4(2ab)y)");
  const std::string inner = repeated("p" + repeated("q", 10), 3);
  EXPECT_EQ(letters.folded(repeated(inner + "z", 2)), "2(3(p10q)z)");
}

TEST(Folding, LoopsOfUnequalCountAreNotEqual) {
  Letters letters;
  EXPECT_EQ(letters.folded("aabaaab"), "2ab3ab");
}

TEST(Folding, PartialIterationsAreNotInTheLoop) {
  Letters letters;
  EXPECT_EQ(letters.folded(repeated("abc", 4) + "abd"), "4(abc)abd");
  EXPECT_EQ(letters.folded(repeated("abc", 4) + "ab"), "4(abc)ab");
  EXPECT_EQ(letters.folded(repeated(repeated("abc", 4) + "abd", 3)), "3(4(abc)abd)");
}

TEST(Folding, LoopsTakeItemsFromTheirNeighbours) {
  Letters letters;
  EXPECT_EQ(letters.folded("a" + repeated("ab", 6)), "a6(ab)");
  EXPECT_EQ(letters.folded("a" + repeated("abcd", 6) + "x"), "a6(abcd)x");
}

TEST(Folding, LoopsKeepTheirBoundsIfNothingIsSaved) {
  Letters letters;
  // Folding a twice saves as much as folding (ab) twice where a occurs three times.
  EXPECT_EQ(letters.folded("aaabab"), "3abab");
}

std::string text_of(int length, const std::function<char(int)>& letter) {
  std::string text;
  for (int i = 0; i < length; ++i) text += letter(i);
  return text;
}

std::string fibonacci(std::size_t length) {
  std::string before = "a";
  std::string text = "ab";
  while (text.size() < length) {
    const std::string next = text + before;
    before = text;
    text = next;
  }
  return text.substr(0, length);
}

std::string growing(std::size_t length) {
  std::string text;
  for (int i = 1; text.size() < length; ++i) text += repeated("ab", i) + "c";
  return text.substr(0, length);
}

// Strings that a quadratic algorithm would take forever to fold.
struct Hard {
  const char* name;
  std::function<std::string(int)> text;
};
const std::vector<Hard>& hard_strings() {
  static const auto random_of = [](int letters) {
    return [letters](int n) {
      std::mt19937 random(letters);
      return text_of(n, [&](int) { return static_cast<char>('!' + random() % letters); });
    };
  };
  static const std::vector<Hard> all{
      {"equal", [](int n) { return std::string(n, 'a'); }},
      {"period 6", [](int n) { return text_of(n, [](int i) { return "abcdef"[i % 6]; }); }},
      {"period 5000",
       [](int n) {
         std::mt19937 random(1);
         const std::string body =
             text_of(5000, [&](int) { return static_cast<char>('a' + random() % 20); });
         return repeated(body, n / 5000 + 1).substr(0, n);
       }},
      {"growing", [](int n) { return growing(n); }},
      {"random of 2", random_of(2)},
      {"random of 4", random_of(4)},
      {"random of 90", random_of(90)},
      {"Fibonacci", [](int n) { return fibonacci(n); }},
      {"Thue-Morse", [](int n) {
         return text_of(n, [](int i) { return __builtin_popcount(i) % 2 != 0 ? 'a' : 'b'; });
       }}};
  return all;
}

TEST(Folding, HasConstantCostPerSymbol) {
  for (const Hard& hard : hard_strings()) {
    const auto cost = [&](int length) {
      Letters letters;
      Folding folding(letters.grammar());
      const std::string text = hard.text(length);
      for (const char letter : text) folding.push(letters.symbol(letter));
      const auto items = folding.finish();
      EXPECT_EQ(letters.expanded(items), text) << hard.name;
      return static_cast<double>(folding.comparisons()) / length;
    };
    const double small = cost(20'000);
    const double large = cost(80'000);
    EXPECT_LT(large, 36) << hard.name;
    EXPECT_LT(large, 1.3 * small + 1) << hard.name;
  }
}

TEST(Folding, RegularStringsBecomeSmall) {
  Letters letters;
  const auto rules_of = [&](const Hard& hard) {
    Letters own;
    Folding folding(own.grammar());
    for (const char letter : hard.text(80'000)) folding.push(own.symbol(letter));
    return folding.finish().size();
  };
  EXPECT_EQ(rules_of(hard_strings()[0]), 1u);
  EXPECT_LE(rules_of(hard_strings()[1]), 4u);
  EXPECT_LE(rules_of(hard_strings()[7]), 200u);
}

TEST(Folding, LongIrregularStringsExpandToThemselves) {
  Letters letters;
  std::mt19937 random(3);
  const std::string irregular =
      text_of(600'000, [&](int) { return static_cast<char>('!' + random() % 90); });
  const std::string loop = repeated(irregular.substr(0, 1000), 3);
  Folding folding(letters.grammar());
  const std::string text = irregular + loop + irregular + loop;
  for (const char letter : text) folding.push(letters.symbol(letter));
  const auto items = folding.finish();
  EXPECT_EQ(letters.expanded(items), text);
  EXPECT_TRUE(std::ranges::any_of(items, [](Item item) { return item.count == 3; }));
}

TEST(Folding, RandomStringsWithLoopsExpandToThemselves) {
  std::mt19937 random(7);
  for (int run = 0; run < 3000; ++run) {
    std::string text;
    const int parts = 1 + static_cast<int>(random() % 6);
    for (int part = 0; part < parts; ++part) {
      std::string body = text_of(1 + static_cast<int>(random() % 6),
                                 [&](int) { return static_cast<char>('a' + random() % 3); });
      if (random() % 2 == 0) body += repeated(body.substr(0, body.size() / 2), 3);
      text += repeated(body, 1 + static_cast<int>(random() % 5));
    }
    Letters letters;
    EXPECT_EQ(letters.folded(text), Letters().folded(text));
  }
}

}  // namespace
}  // namespace lull::structure
