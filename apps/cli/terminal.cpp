// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "cli/terminal.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cstdlib>
#include <iostream>

#include "lull/base/error.hpp"

namespace lull::cli {
namespace {

// Open MPI gives its processes terminals of its own, wherever what they print goes to.
bool on_terminal() {
  return ::isatty(STDOUT_FILENO) == 1 && std::getenv("OMPI_COMM_WORLD_RANK") == nullptr;
}

std::size_t terminal_width() {
  constexpr std::size_t kDefault = 100;
  winsize size{};
  if (!on_terminal()) return kNoEdge;
  return ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : kDefault;
}

}  // namespace

bool wants_colour(const std::string& choice) {
  if (choice != "auto") return choice == "always";
  return on_terminal() && std::getenv("NO_COLOR") == nullptr;
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
