// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The features of this build: the text of lull --version.
#pragma once

#include <string>

namespace lull::cli {

// Returns the version, such as "lull 0.1.0", and one line for each optional feature with its
// requirements. Recorders are looked up where lull record finds them.
[[nodiscard]] std::string version_text();

}  // namespace lull::cli
