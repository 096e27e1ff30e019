// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The directory in which an archive is assembled may come from another user: anything that would
// cause a write or a wait outside of it is refused before anything is changed. Takes one lstat per
// file.
#pragma once

#include <filesystem>

namespace lull::recorder {

// Throws Error (input) when there are symbolic links, devices, pipes or sockets among the parts, or
// in place of the archive's files. `directory` itself may be a link.
void expect_plain_files(const std::filesystem::path& directory);

}  // namespace lull::recorder
