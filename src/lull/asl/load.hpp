// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Loads all files of a specification: the shipped library, the user's file, and its imports, each
// once even if imported repeatedly or by different paths. Mistakes become diagnostics, which point
// into the loaded files and must not outlive them.
//
// The layer: syntax/ makes tokens and a tree from a source, collecting mistakes; model/ has the
// classes of events and definitions with their attributes; check/ resolves names and types in
// passes (check.cpp lists them) and makes a Program (program/), in which only a run can find
// mistakes; evaluate/ runs the program in one walk through a GlobalTrace: states, patterns, then
// properties; charging/ turns patterns with a METRIC into patterns of an analysis. docs/asl.md
// describes the language.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "lull/asl/syntax/diagnostics.hpp"
#include "lull/asl/syntax/source.hpp"
#include "lull/asl/syntax/tree.hpp"

namespace lull::asl {

struct LoadedFile {
  std::unique_ptr<Source> source;
  Specification specification;
  bool library = false;  // shipped with Lull
};

struct Loaded {
  std::vector<LoadedFile> files;
};

// Throws lull::Error if the file itself cannot be read; an unreadable import is a diagnostic.
[[nodiscard]] Loaded load(const std::filesystem::path& file, Diagnostics& diagnostics);

// Does the same for a text in place of a file; imports are relative to `name`.
[[nodiscard]] Loaded load_text(const std::string& name, std::string text, Diagnostics& diagnostics);

// Loads only the library; with `all`, loads the shipped files that are loaded on demand, too.
[[nodiscard]] Loaded load_library(Diagnostics& diagnostics, bool all = false);

// Returns the shipped file to IMPORT for a name that it declares; "" if there is none, or if the
// library declares the name anyway.
[[nodiscard]] std::string_view shipped_file_of(const std::string& name);

}  // namespace lull::asl
