// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Serves one page to browsers on this machine: on the loopback interface, at a port that the system
// chooses, below a path that cannot be guessed. Everything else is "not found".
#pragma once

#include <functional>
#include <string>

namespace lull::cli {

// Calls `ready` with the address when browsers can come, then serves until the process is told to
// end (SIGINT, SIGTERM). Throws Error (system) when it cannot serve, or Lull was built without.
void serve_page(const std::string& page, const std::function<void(const std::string&)>& ready);

}  // namespace lull::cli
