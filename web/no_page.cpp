// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "web/page.hpp"

namespace lull::web {

std::string_view page() { return {}; }

}  // namespace lull::web
