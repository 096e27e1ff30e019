// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "cli/common/terminal.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <iostream>
#include <streambuf>

#include "lull/base/error.hpp"
#include "lull/base/text/printable.hpp"

namespace lull::cli {
namespace {

// Open MPI gives its processes terminals of their own, wherever their output goes.
bool on_terminal() {
  return ::isatty(STDOUT_FILENO) == 1 && std::getenv("OMPI_COMM_WORLD_RANK") == nullptr;
}

std::size_t terminal_width() {
  constexpr std::size_t kDefault = 100;
  winsize size{};
  if (!on_terminal()) return kNoEdge;
  return ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : kDefault;
}

// Passes on whole lines, and makes control characters visible.
class PrintableLines final : public std::streambuf {
 public:
  explicit PrintableLines(std::streambuf& to) : to_(to) {}
  PrintableLines(const PrintableLines&) = delete;
  PrintableLines& operator=(const PrintableLines&) = delete;
  ~PrintableLines() override { pass_on(); }

 protected:
  int_type overflow(int_type character) override {
    if (traits_type::eq_int_type(character, traits_type::eof())) return 0;
    if (character != '\n') {
      line_ += traits_type::to_char_type(character);
      return character;
    }
    if (line_.ends_with('\r')) line_.pop_back();  // the line end of CSV
    pass_on();
    return to_.sputc('\n');
  }

 private:
  void pass_on() {
    const std::string text = printable(line_);
    to_.sputn(text.data(), static_cast<std::streamsize>(text.size()));
    line_.clear();
  }

  std::streambuf& to_;
  std::string line_;
};

}  // namespace

void write_for_programs(const std::function<void(std::ostream&)>& write) {
  if (!on_terminal()) return write(std::cout);
  PrintableLines lines(*std::cout.rdbuf());
  std::ostream out(&lines);
  write(out);
}

bool wants_colour(const std::string& choice) {
  if (choice != "auto") return choice == "always";
  return on_terminal() && std::getenv("NO_COLOR") == nullptr;
}

bool shows_blocks() {
  if (!on_terminal()) return true;
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    const char* const locale = std::getenv(name);
    if (locale == nullptr || *locale == '\0') continue;
    return ::strcasestr(locale, "utf-8") != nullptr || ::strcasestr(locale, "utf8") != nullptr;
  }
  return false;
}

void add_colour_option(CLI::App& command, std::string& choice) {
  command.add_option("--colour", choice, "When to colour the output: auto, always or never [auto]")
      ->check(CLI::IsMember({"auto", "always", "never"}));
}

report::TableStyle table_style(const std::string& choice) {
  return {.width = terminal_width(), .colour = wants_colour(choice)};
}

void flush_output() {
  if (!std::cout.flush()) throw Error(ExitStatus::System, "cannot write to standard output");
}

}  // namespace lull::cli
