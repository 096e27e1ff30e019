// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// A directory in which an archive is to be assembled may come from somebody else: what would be
// written or waited for outside of it is refused before anything is changed. One lstat for each
// file.
#pragma once

#include <filesystem>

namespace lull::recorder {

// Throws Error (input) when there are symbolic links, devices, pipes or sockets among the parts, or
// in the place of what an archive consists of. `directory` itself may be a link.
void expect_plain_files(const std::filesystem::path& directory);

}  // namespace lull::recorder
