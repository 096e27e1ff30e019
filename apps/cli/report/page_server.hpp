// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Serves one page to browsers on this machine: on the loopback interface, below a path that cannot
// be guessed. Everything else is "not found".
#pragma once

#include <functional>
#include <string>

namespace lull::cli {

// Nothing was served.
struct CannotServe {
  std::string reason;  // what follows a colon
};

// Calls `ready` with the address when browsers can come, then serves until the process is told to
// end (SIGINT, SIGTERM). Port 0 is one that the system chooses. Throws CannotServe before `ready`,
// also where Lull was built without the library for it.
void serve_page(const std::string& page, int port,
                const std::function<void(const std::string&)>& ready);

// Whether it was built with it.
[[nodiscard]] bool has_page_server() noexcept;

}  // namespace lull::cli
