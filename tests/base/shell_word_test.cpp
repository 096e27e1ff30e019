// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/base/text/shell_word.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <string>

namespace lull {
namespace {

// Returns what a shell prints when it reads these commands from standard input.
std::string output_of(const std::string& shell, const std::string& commands) {
  const std::string path = ::testing::TempDir() + "shell_word_test.commands";
  std::FILE* file = std::fopen(path.c_str(), "w");
  std::fwrite(commands.data(), 1, commands.size(), file);
  std::fclose(file);
  std::FILE* const pipe = ::popen((shell + " < " + path).c_str(), "r");
  std::array<char, 4096> bytes{};
  const std::size_t size = std::fread(bytes.data(), 1, bytes.size(), pipe);
  ::pclose(pipe);
  std::remove(path.c_str());
  return {bytes.data(), size};
}

const std::array<std::string, 14> kOdd{
    "",  "a",  "it's",    "x'; echo PWN; '", "$(echo PWN)", "`id`",        "a  b ",
    "*", "-n", "a\\b\"c", "100%s %",         "\n a\n\n",    "\x1b[31m\t!", "Größe ~ # & | < > ?"};

TEST(ShellWord, LeavesHarmlessWordsUnchanged) {
  EXPECT_EQ(shell_word("runs/run-1.otf2"), "runs/run-1.otf2");
  EXPECT_EQ(shell_word("two words"), "'two words'");
  EXPECT_EQ(shell_word("it's"), "'it'\\''s'");
}

TEST(ShellWord, IsOneWordForAShell) {
  for (const std::string& text : kOdd)
    EXPECT_EQ(output_of("bash", "printf %s " + shell_word(text)), text) << shell_word(text);
}

TEST(ShellWord, HasNoControlSequences) { EXPECT_EQ(shell_word("\x1b[31m\n"), "$'\\x1b[31m\\n'"); }

TEST(ShellExport, SurvivesEvalWithAndWithoutQuotes) {
  for (const std::string& text : kOdd) {
    const std::string file = ::testing::TempDir() + "shell_export_test.line";
    std::FILE* const line = std::fopen(file.c_str(), "w");
    std::fputs((shell_export("ONE", text) + "\n" + shell_export("TWO", "2") + "\n").c_str(), line);
    std::fclose(line);
    for (const char* eval : {"eval \"$(cat ", "eval $(cat "}) {
      const std::string closing = eval[5] == '"' ? ")\"" : ")";
      EXPECT_EQ(output_of("sh", eval + file + closing + "\nsh -c 'printf %s \"$ONE$TWO\"'\n"),
                text + "2")
          << eval << shell_export("ONE", text);
    }
    std::remove(file.c_str());
  }
}

}  // namespace
}  // namespace lull
