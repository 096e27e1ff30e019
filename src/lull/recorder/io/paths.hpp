// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// What the trace calls files. Called inside the recorder only. Any thread.
#pragma once

#include <string>

namespace lull::recorder::io {

// The name as the program gave it; relative to a directory that is open, with that directory's
// path.
[[nodiscard]] std::string path_of(int directory, const char* name);
// Of the process's directory.
[[nodiscard]] std::string absolute(const std::string& name);
// "/data/input", or "pipe:[1234]".
[[nodiscard]] std::string target_of(int descriptor);

}  // namespace lull::recorder::io
