// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// What this process has loaded, and what started it: that, and not the command line, tells which
// programming models it uses. Nothing here allocates or throws; ready before any constructor ran.
#pragma once

#include <initializer_list>
#include <string_view>

namespace lull::recorder {

// Whether a file that is loaded now has a name that begins so.
[[nodiscard]] bool is_any_loaded(std::initializer_list<std::string_view> names) noexcept;

// Whether the program itself takes a function from a library, or defines one for libraries, by any
// of these names, or one that has them as a part.
[[nodiscard]] bool program_names_any(std::initializer_list<std::string_view> names) noexcept;

// Whether a launcher of MPI has started it, as one of several.
[[nodiscard]] bool is_launched_by_mpi() noexcept;

}  // namespace lull::recorder
