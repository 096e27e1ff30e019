// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Names of files in the trace. Called inside the recorder only. Thread-safe.
#pragma once

#include <string>

namespace lull::recorder::io {

// Returns the name as the program gave it. A name relative to an open directory is prefixed with
// that directory's path.
[[nodiscard]] std::string path_of(int directory, const char* name);
// Resolves the name against the process's working directory.
[[nodiscard]] std::string absolute(const std::string& name);
// Returns the target of a descriptor, such as "/data/input" or "pipe:[1234]".
[[nodiscard]] std::string target_of(int descriptor);

}  // namespace lull::recorder::io
