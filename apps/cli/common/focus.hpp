// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// --focus: the part of the run that findings and shares refer to.
#pragma once

#include <CLI/CLI.hpp>
#include <map>
#include <string>

namespace lull::cli {

inline void add_focus_option(CLI::App& command, bool& on_run) {
  command
      .add_option("--focus", on_run,
                  "What shares of time refer to: the part of the run between MPI_Init and "
                  "MPI_Finalize, or the whole run [program]")
      ->transform(
          CLI::CheckedTransformer(std::map<std::string, bool>{{"program", false}, {"run", true}})
              .description(""))
      ->type_name("program|run");
}

}  // namespace lull::cli
