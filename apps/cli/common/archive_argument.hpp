// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// ARCHIVE: the trace that a command reads.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace lull::cli {

inline void add_archive_argument(CLI::App& command, std::string& archive) {
  command
      .add_option("ARCHIVE", archive,
                  "The anchor file of an OTF2 archive (*.otf2), or its directory")
      ->required();
}

}  // namespace lull::cli
