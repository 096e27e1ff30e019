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

void add_algebra(CLI::App& app, Action& action);  // diff, mean, merge, cut
void add_info(CLI::App& app, Action& action);
void add_analyze(CLI::App& app, Action& action);
void add_filter(CLI::App& app, Action& action);
void add_interest(CLI::App& app, Action& action);
void add_show(CLI::App& app, Action& action);
void add_stat(CLI::App& app, Action& action);
void add_cmp(CLI::App& app, Action& action);
void add_clocks(CLI::App& app, Action& action);
void add_convert(CLI::App& app, Action& action);
void add_check(CLI::App& app, Action& action);
void add_structure(CLI::App& app, Action& action);
void add_asl(CLI::App& app, Action& action);
void add_patterns(CLI::App& app, Action& action);
void add_view(CLI::App& app, Action& action);
void add_record(CLI::App& app, Action& action);
void add_wrap(CLI::App& app, Action& action);

}  // namespace lull::cli
