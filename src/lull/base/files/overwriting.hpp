// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// No command replaces what it reads: whoever writes a file asks here first, before the work begins.
#pragma once

#include <filesystem>
#include <span>

namespace lull {

// Throws Error (usage) when `output` is there and is one of the inputs, by whatever name: another
// spelling of the path, a symbolic or a hard link. Inputs that are not there are somebody else's
// error. Costs a look at each input if `output` is there.
void refuse_overwriting(const std::filesystem::path& output,
                        std::span<const std::filesystem::path> inputs);

}  // namespace lull
