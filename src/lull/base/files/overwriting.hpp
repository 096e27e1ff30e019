// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// No command overwrites its input: commands that write a file call this before they start.
#pragma once

#include <filesystem>
#include <span>

namespace lull {

// Throws Error (usage) if `output` exists and is one of the inputs under any name: another spelling
// of the path, a symbolic or a hard link. Ignores inputs that do not exist. Calls stat on each
// input if `output` exists.
void refuse_overwriting(const std::filesystem::path& output,
                        std::span<const std::filesystem::path> inputs);

}  // namespace lull
