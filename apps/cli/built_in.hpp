// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// What this Lull was built with: the text of lull --version.
#pragma once

#include <string>

namespace lull::cli {

// "lull 0.1.0", then a line for each thing that can be missing, with what it takes. Recorders are
// looked for where lull record finds them.
[[nodiscard]] std::string version_text();

}  // namespace lull::cli
