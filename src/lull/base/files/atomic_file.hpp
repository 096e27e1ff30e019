// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// A file that appears complete or not at all. It is written without a name; commit() names it once
// it is on disk. If the process ends earlier, nothing is left behind. Where the file system does
// not support unnamed files (NFS), it is written under a temporary name in the same directory,
// which commit() renames and the destructor removes. A symbolic link is kept; its target is
// replaced.
//
// Several processes may write one file: the host creates it and passes an invitation() to the
// others, the guests. All of them announce the same lengths in the same order, so all agree on the
// positions: guests skip what only the host write()s, and any process may write_at() into a gap
// that all skip(). Guests commit() first, then the host.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace lull {

// Returns an identifier of this machine that is valid until it reboots; empty if unknown.
[[nodiscard]] std::string name_of_this_machine();

class AtomicFile {
 public:
  enum class Naming : std::uint8_t { Late, Early };  // Early: other processes can open it

  // Throws Error (system) when the directory is missing or not writable.
  explicit AtomicFile(std::filesystem::path path, Naming naming = Naming::Late);

  struct Invitation {
    std::string name;     // path to open it by
    std::string machine;  // the machine where the path is valid
    std::uint64_t device = 0;
    std::uint64_t number = 0;  // inode number
  };
  [[nodiscard]] Invitation invitation() const;
  // Opens the host's file as a guest. Check is_open(): the file may not be reachable from here.
  AtomicFile(std::filesystem::path path, const Invitation& invitation);
  [[nodiscard]] bool is_open() const { return descriptor_ >= 0; }
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;
  ~AtomicFile();

  // Appends. Throws Error (system), for example when the disk is full.
  void write(const void* bytes, std::size_t size);
  void write(std::string_view text) { write(text.data(), text.size()); }

  // Leaves a gap for what other processes write, or this one writes later.
  void skip(std::uint64_t size) { position_ += size; }
  // Writes into a skipped gap. Throws Error (system).
  void write_at(std::uint64_t position, std::string_view bytes) const;
  [[nodiscard]] std::uint64_t position() const { return position_; }

  // Makes the file visible under its name; on a guest, only flushes its data to disk. Throws Error
  // (system).
  void commit();

 private:
  std::filesystem::path path_;       // as given, for messages
  std::filesystem::path target_;     // path_ with symbolic links resolved
  std::filesystem::path temporary_;  // empty while the file has no name
  int descriptor_ = -1;
  bool guest_ = false;
  std::uint64_t position_ = 0;  // the end of the appended data

  [[noreturn]] void fail(int error) const;
  void leave();
  [[nodiscard]] bool make_public() const;
  [[nodiscard]] bool give_name();
};

}  // namespace lull
