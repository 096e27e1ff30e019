// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Writes an OTF2 archive of a text trace, for tests not written in C++.
#include <cstdio>
#include <exception>

#include "lull/trace/otf2/archive_writer.hpp"
#include "support/text/text_trace.hpp"

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fprintf(stderr, "usage: text_archive TEXT DIRECTORY\n");
    return 2;
  }
  try {
    lull::write_archive(*lull::support::read_text_trace(argv[1]).trace, argv[2]);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "text_archive: %s\n", error.what());
    return 1;
  }
  return 0;
}
