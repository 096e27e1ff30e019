// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/base/error.hpp"

#include <system_error>

namespace lull {

Error system_error(const std::string& what, int error_number) {
  return {ExitStatus::System, what + ": " + std::generic_category().message(error_number)};
}

}  // namespace lull
