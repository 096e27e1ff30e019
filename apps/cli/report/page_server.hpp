// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Serves one page to browsers on this machine: on the loopback interface, under an unguessable
// path. All other paths are "not found".
#pragma once

#include <functional>
#include <string>

namespace lull::cli {

// Thrown if the page cannot be served.
struct CannotServe {
  std::string reason;  // follows a colon in messages
};

// Calls `ready` with the address once browsers can connect, then serves until the process is asked
// to end (SIGINT, SIGTERM). If `port` is 0, the system chooses one. Throws CannotServe before it
// calls `ready`; also does so if Lull was built without the required library.
void serve_page(const std::string& page, int port,
                const std::function<void(const std::string&)>& ready);

// Returns whether Lull was built with the required library.
[[nodiscard]] bool has_page_server() noexcept;

}  // namespace lull::cli
