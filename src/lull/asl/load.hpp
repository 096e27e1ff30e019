// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// All files of a specification: first the shipped library, then the user's file, then what they
// import, each once, however often and by whatever path it is imported. Mistakes in them become
// diagnostics, which point into what is loaded and must not outlive it.
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
  bool library = false;  // shipped
};

struct Loaded {
  std::vector<LoadedFile> files;
};

// Throws lull::Error when the file itself cannot be read; a file that it imports and that cannot be
// read is a diagnostic.
[[nodiscard]] Loaded load(const std::filesystem::path& file, Diagnostics& diagnostics);

// The same of a text that stands for a file; its imports are relative to the name.
[[nodiscard]] Loaded load_text(const std::string& name, std::string text, Diagnostics& diagnostics);

// The library alone, or with the shipped files that are there on demand only.
[[nodiscard]] Loaded load_library(Diagnostics& diagnostics, bool all = false);

// The file to IMPORT for a name that one of the shipped files declares; "": none does, or the
// library has it anyway.
[[nodiscard]] std::string_view shipped_file_of(const std::string& name);

}  // namespace lull::asl
