// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// A file that appears whole or not at all: written without a name, which commit() gives it once it
// is on disk. Whatever ends the process before then leaves nothing behind. Where the file system
// has no such files (NFS), it is written under a temporary name beside the wanted one, which
// commit() renames and the destructor removes. A symbolic link stays one; what it points to is
// replaced.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string_view>

namespace lull {

class AtomicFile {
 public:
  // Throws Error (system) when the directory is missing or not writable.
  explicit AtomicFile(std::filesystem::path path);
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;
  ~AtomicFile();

  // Appends. Throws Error (system), for example when the disk is full.
  void write(const void* bytes, std::size_t size);
  void write(std::string_view text) { write(text.data(), text.size()); }

  // Makes the file visible under its name. Throws Error (system).
  void commit();

 private:
  std::filesystem::path path_;       // as it was given, for messages
  std::filesystem::path target_;     // what it stands for
  std::filesystem::path temporary_;  // empty while it has no name
  int descriptor_ = -1;

  [[nodiscard]] bool make_public() const;
  [[nodiscard]] bool give_name();
};

}  // namespace lull
