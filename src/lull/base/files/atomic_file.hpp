// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// A file that appears whole or not at all: written without a name, which commit() gives it once it
// is on disk. Whatever ends the process before then leaves nothing behind. Where the file system
// has no such files (NFS), it is written under a temporary name beside the wanted one, which
// commit() renames and the destructor removes. A symbolic link stays one; what it points to is
// replaced.
//
// Several processes may write one: the host makes it and lets the others know (invitation()), who
// are its guests. All of them tell the same lengths in the same order, so that all know what is
// where: what is for the host alone to write() is passed over by guests, and what lies in a gap
// that all skip() anyone can write_at(). Guests commit() first, then the host does.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace lull {

// Of the machine, as long as it runs; empty where the system does not tell.
[[nodiscard]] std::string name_of_this_machine();

class AtomicFile {
 public:
  enum class Naming : std::uint8_t { Late, Early };  // Early: processes elsewhere can open it, too

  // Throws Error (system) when the directory is missing or not writable.
  explicit AtomicFile(std::filesystem::path path, Naming naming = Naming::Late);

  struct Invitation {
    std::string name;     // to open it by
    std::string machine;  // on which that is
    std::uint64_t device = 0;
    std::uint64_t number = 0;  // there, of the file
  };
  [[nodiscard]] Invitation invitation() const;
  // A guest of that file, if it can be opened from here; see is_open().
  AtomicFile(std::filesystem::path path, const Invitation& invitation);
  [[nodiscard]] bool is_open() const { return descriptor_ >= 0; }
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;
  ~AtomicFile();

  // Appends. Throws Error (system), for example when the disk is full.
  void write(const void* bytes, std::size_t size);
  void write(std::string_view text) { write(text.data(), text.size()); }

  // Appends what others write, or this process does later.
  void skip(std::uint64_t size) { position_ += size; }
  // In what was skipped. Throws Error (system).
  void write_at(std::uint64_t position, std::string_view bytes) const;
  [[nodiscard]] std::uint64_t position() const { return position_; }

  // Makes the file visible under its name; of a guest, only brings what it wrote to the disk.
  // Throws Error (system).
  void commit();

 private:
  std::filesystem::path path_;       // as it was given, for messages
  std::filesystem::path target_;     // what it stands for
  std::filesystem::path temporary_;  // empty while it has no name
  int descriptor_ = -1;
  bool guest_ = false;
  std::uint64_t position_ = 0;  // the end of what was appended

  [[noreturn]] void fail(int error) const;
  void leave();
  [[nodiscard]] bool make_public() const;
  [[nodiscard]] bool give_name();
};

}  // namespace lull
