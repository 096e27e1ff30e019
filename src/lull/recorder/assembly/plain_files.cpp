// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/recorder/assembly/plain_files.hpp"

#include "lull/base/error.hpp"

namespace lull::recorder {
namespace {

namespace fs = std::filesystem;

// Files that have disappeared meanwhile are harmless: processes that have not ended yet remove
// files.
fs::file_type plain_type_of(const fs::path& path) {
  std::error_code none;
  const fs::file_type type = fs::symlink_status(path, none).type();
  if (type == fs::file_type::symlink)
    throw input_error("{} is a symbolic link, which is not followed", path.string());
  if (fs::exists(fs::file_status(type)) && type != fs::file_type::regular &&
      type != fs::file_type::directory)
    throw input_error("{} is neither a file nor a directory", path.string());
  return type;
}

void expect(fs::file_type wanted, const fs::path& path) {
  const fs::file_type type = plain_type_of(path);
  if (!fs::exists(fs::file_status(type)) || type == wanted) return;
  throw input_error("{} is {}", path.string(),
                    wanted == fs::file_type::directory ? "not a directory" : "a directory");
}

void expect_plain_tree(const fs::path& directory) {
  expect(fs::file_type::directory, directory);
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(directory, none))
    if (plain_type_of(entry.path()) == fs::file_type::directory) expect_plain_tree(entry.path());
}

}  // namespace

void expect_plain_files(const fs::path& directory) {
  expect(fs::file_type::regular, directory / "traces.otf2");
  expect(fs::file_type::regular, directory / "traces.def");
  expect_plain_tree(directory / "traces");
  expect_plain_tree(directory / ".parts");
}

}  // namespace lull::recorder
