// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The loaded files of this process, and its launcher: these, not the command line, determine which
// programming models it uses. Nothing here allocates or throws; usable before any constructor has
// run.
#pragma once

#include <initializer_list>
#include <string_view>

namespace lull::recorder {

// Returns whether a loaded file has a name with one of these prefixes.
[[nodiscard]] bool is_any_loaded(std::initializer_list<std::string_view> names) noexcept;

// Returns whether the program itself imports a function from a library, or exports one to
// libraries, with a name that contains one of `names`.
[[nodiscard]] bool program_names_any(std::initializer_list<std::string_view> names) noexcept;

// Returns whether an MPI launcher has started this process as one of several.
[[nodiscard]] bool is_launched_by_mpi() noexcept;

}  // namespace lull::recorder
