// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>
#include <string>

#include "cli/commands.hpp"
#include "lull/trace/otf2/archive_reader.hpp"

namespace lull::cli {

void add_info(CLI::App& app, Action& action) {
  CLI::App* command = app.add_subcommand("info", "Say what an archive holds");
  const auto archive = std::make_shared<std::string>();
  command->add_option("ARCHIVE", *archive, "An OTF2 anchor file (*.otf2) or its directory")
      ->required();
  command->callback([archive, &action] {
    action = [archive] {
      const auto trace = open_archive(*archive);
      std::cout << trace->definitions().writer << "\n";
    };
  });
}

}  // namespace lull::cli
