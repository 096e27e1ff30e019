// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The members of a tar archive, found without reading their content. Tolerant where writers of
// CUBE files err: wrong header checksums, additional empty blocks, a missing end. Understands PAX
// sizes and paths, GNU long names and binary sizes. Every read is bounded by the file's size, so a
// hostile archive costs at most what it weighs. Not thread safe.
#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lull::report {

struct TarHeader;

class TarReader {
 public:
  struct Member {
    std::string name;
    std::uint64_t offset = 0;  // of its content in the archive
    std::uint64_t size = 0;
  };

  // What the headers before a member's own (PAX, GNU) say about it.
  struct Extension {
    std::optional<std::string> name;
    std::optional<std::uint64_t> size;
  };

  // Throws Error (input) when the file is missing, no tar archive, or ends within a member.
  explicit TarReader(const std::filesystem::path& path);

  [[nodiscard]] const std::vector<Member>& members() const { return members_; }
  // The last member of that name; nullptr when there is none.
  [[nodiscard]] const Member* find(std::string_view name) const;

  // `size` bytes from `offset` within the member. Throws Error (input) when it has fewer.
  void read(const Member& member, std::uint64_t offset, void* bytes, std::size_t size);
  [[nodiscard]] std::string read(const Member& member);

  // The archive's name, for messages.
  [[nodiscard]] const std::string& name() const { return name_; }

 private:
  void list_members();
  [[nodiscard]] Member described(const TarHeader& header, const Extension& extension,
                                 std::uint64_t offset) const;
  void read_at(std::uint64_t offset, void* bytes, std::size_t size);

  std::string name_;
  std::ifstream file_;
  std::uint64_t size_ = 0;
  std::vector<Member> members_;
};

}  // namespace lull::report
