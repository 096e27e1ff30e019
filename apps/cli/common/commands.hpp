// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// One function per subcommand: it declares the subcommand's options on `app` and stores the work in
// `action` when the user chooses the subcommand. Actions throw lull::Error.
#pragma once

#include <functional>

namespace CLI {
class App;
}

namespace lull::cli {

using Action = std::function<void()>;

#define LULL_COMMAND(name, job) void add_##name(CLI::App& app, Action& action);
#include "cli/common/command_list.def"
#undef LULL_COMMAND

}  // namespace lull::cli
