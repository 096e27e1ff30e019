// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// A file that the recorder writes inside a program that does not know about it. Its descriptor is
// outside the range of low numbers that programs use. The program may still close it and reuse its
// number: each use checks for that, and opens the file again. If a process may have few
// descriptors, the file is open only while it is used. Not thread-safe.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <filesystem>

namespace lull::recorder {

// Creates a directory that the recorder can use whatever the program's umask is; its parent exists.
// Returns false if it already exists. Throws std::filesystem::filesystem_error.
bool make_own_directory(const std::filesystem::path& path);
// Does the same for an open file.
void make_own(int descriptor) noexcept;

// Returns how many descriptors the recorder's files may keep: a small part of the process's limit.
[[nodiscard]] int most_kept_descriptors() noexcept;

// Moves the descriptor to a number that programs do not reach, closes the original, and returns the
// new one; returns the original if there is none.
[[nodiscard]] int out_of_the_way(int descriptor) noexcept;

class OwnFile {
 public:
  OwnFile() = default;
  OwnFile(const OwnFile&) = delete;
  OwnFile& operator=(const OwnFile&) = delete;
  ~OwnFile() { close(); }

  // `flags` as for open(2). Returns false, and sets errno, on failure. Like all functions below, it
  // allocates nothing that a signal handler could not.
  bool open(const char* path, int flags);
  [[nodiscard]] bool is_open() const { return is_open_; }
  // Like write(2), at the end of the file.
  ssize_t write(const char* from, std::size_t size);
  // Removes the last `by` bytes.
  void shorten(std::size_t by);
  // Returns false, and sets errno, when written data is not on the disk.
  bool close();

 private:
  [[nodiscard]] bool is_own() const;
  bool open_again();
  void keep(int descriptor);
  bool let_go();

  const char* path_ = nullptr;
  bool is_open_ = false;
  bool is_kept_ = false;  // true: the descriptor stays open between uses
  int descriptor_ = -1;
  dev_t device_ = 0;
  ino_t file_ = 0;
};

}  // namespace lull::recorder
