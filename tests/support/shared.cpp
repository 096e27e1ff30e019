// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "support/shared.hpp"

namespace lull::support {

std::filesystem::path shared_directory() { return LULL_SHARED_DIR; }
std::filesystem::path tests_directory() { return LULL_TESTS_DIR; }

}  // namespace lull::support
