// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// A file that the recorder writes within a program which does not know of it. Its descriptor is not
// among the first ones, which programs number; the program may close it, and use its number for a
// file of its own: that is seen before each use, and the file is opened again. It is open only
// while it is used where a process may have few descriptors. One thread at a time.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <filesystem>

namespace lull::recorder {

// Makes a directory that the recorder can use whatever the program's umask is; its parent exists.
// False where there is one already. Throws std::filesystem::filesystem_error.
bool make_own_directory(const std::filesystem::path& path);
// Likewise a file that is open.
void make_own(int descriptor) noexcept;

// How many descriptors all files of the recorder may keep: few of those that the process may have.
[[nodiscard]] int most_kept_descriptors() noexcept;

// The same descriptor under a number that programs do not come to; the one given is closed. Itself
// where there is none.
[[nodiscard]] int out_of_the_way(int descriptor) noexcept;

class OwnFile {
 public:
  OwnFile() = default;
  OwnFile(const OwnFile&) = delete;
  OwnFile& operator=(const OwnFile&) = delete;
  ~OwnFile() { close(); }

  // With flags as of open(2). False, and errno, when that fails. Like all that follows, it
  // allocates nothing that a handler of a signal could not.
  bool open(const char* path, int flags);
  [[nodiscard]] bool is_open() const { return is_open_; }
  // Like write(2), at the end.
  ssize_t write(const char* from, std::size_t size);
  // Takes the last bytes back.
  void shorten(std::size_t by);
  // False, and errno, when what was written is not on the disk.
  bool close();

 private:
  [[nodiscard]] bool is_own() const;
  bool open_again();
  void keep(int descriptor);
  bool let_go();

  const char* path_ = nullptr;
  bool is_open_ = false;
  bool is_kept_ = false;  // the descriptor, between uses
  int descriptor_ = -1;
  dev_t device_ = 0;
  ino_t file_ = 0;
};

}  // namespace lull::recorder
