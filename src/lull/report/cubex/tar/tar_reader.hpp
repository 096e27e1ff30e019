// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Finds the members of a tar archive without reading their content. Tolerates errors of CUBE
// writers: wrong header checksums, additional empty blocks, a missing end. Supports PAX sizes and
// paths, GNU long names and binary sizes. Every read is bounded by the file's size, which limits
// the cost of a hostile archive. Not thread safe.
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
    std::uint64_t offset = 0;  // offset of its content within the archive
    std::uint64_t size = 0;
  };

  // Information about a member from preceding headers (PAX, GNU).
  struct Extension {
    std::optional<std::string> name;
    std::optional<std::uint64_t> size;
  };

  // Throws Error (input) if the file is missing, is not a tar archive, or ends within a member.
  explicit TarReader(const std::filesystem::path& path);

  [[nodiscard]] const std::vector<Member>& members() const { return members_; }
  // Returns the last member with that name; nullptr if there is none.
  [[nodiscard]] const Member* find(std::string_view name) const;

  // Reads `size` bytes from `offset` within the member. Throws Error (input) if it has fewer bytes.
  void read(const Member& member, std::uint64_t offset, void* bytes, std::size_t size);
  [[nodiscard]] std::string read(const Member& member);

  // Returns the archive's name, for messages.
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
