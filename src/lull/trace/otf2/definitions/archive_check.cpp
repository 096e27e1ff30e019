// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/trace/otf2/definitions/archive_check.hpp"

#include <fmt/format.h>

#include <cstring>

#include "lull/base/text/counted.hpp"
#include "lull/trace/otf2/records/record_frame.hpp"

namespace lull::otf2 {
namespace {

constexpr std::uint8_t kGroupDefinition = 18;
constexpr std::uint8_t kMappingTable = 5;  // in local definitions; has another meaning globally
constexpr std::uint8_t kClockOffset = 6;   // likewise

// Moves `offset` to the end of the string that starts there; returns false when it is not
// terminated.
bool skip_text(FileWindow& file, std::uint64_t& offset) {
  for (;;) {
    const std::uint8_t* byte = file.at(offset++, 1);
    if (byte == nullptr) return false;
    if (*byte == 0) return true;
  }
}

}  // namespace

// Layout: header byte, byte order, "OTF2", format, 38 bytes of fixed fields, three strings, then
// since format 2 the number of properties and two strings for each. The library reads the whole
// file into memory, whatever its size.
std::string check_anchor_file(const std::filesystem::path& path) {
  constexpr std::uint64_t kFormat = 7;
  constexpr std::uint64_t kTexts = 46;
  constexpr std::uint64_t kLargest = std::uint64_t{64} << 20;
  FileWindow file(path);
  if (!file.opened()) return "the anchor file is missing or cannot be opened";
  const std::uint8_t* bytes = file.at(0, kTexts);
  if (bytes == nullptr || bytes[0] != kChunkHeader || std::memcmp(bytes + 2, "OTF2", 5) != 0)
    return "it is not an OTF2 anchor file";
  if (file.size() > kLargest)
    return fmt::format("the anchor file has {}, far more than is plausible",
                       counted(file.size(), "byte"));
  const bool little_endian = bytes[1] == kLittleEndian;
  if (bytes[kFormat] < 2) return {};
  std::uint64_t offset = kTexts;
  for (int text = 0; text < 3; ++text)
    if (!skip_text(file, offset)) return "the anchor file is truncated";
  const std::uint8_t* count = file.at(offset, 4);
  if (count == nullptr) return "the anchor file is truncated";
  const std::uint64_t properties = to_number(count, 4, little_endian);
  if (properties > (file.size() - offset - 4) / 2)
    return fmt::format("the anchor file declares {}, but is too short to contain them",
                       counted(properties, "property", "properties"));
  return {};
}

namespace {

// Returns false for a dangling or circular link.
bool is_missing(const std::filesystem::path& path) {
  std::error_code error;
  return std::filesystem::symlink_status(path, error).type() ==
         std::filesystem::file_type::not_found;
}

// Checks the counts of definitions with arrays.
bool definition_fits(FileWindow& file, std::uint8_t type, const Contents& contents,
                     DefinitionScope scope, bool little_endian) {
  std::uint64_t offset = contents.begin;
  const auto number = [&] { return read_number(file, offset, contents.end, little_endian); };
  if (type == kGroupDefinition) {
    if (!number() || !number()) return false;
    ++offset;  // the group's type
    const auto members = number();
    return members && *members <= contents.end - offset;
  }
  if (type == kMappingTable && scope == DefinitionScope::Local) {
    ++offset;  // the mapped kind
    const auto size = number();
    return size && *size <= contents.end - offset;
  }
  return true;
}

}  // namespace

DefinitionFileFindings check_definition_file(const std::filesystem::path& path,
                                             DefinitionScope scope) {
  FileWindow file(path);
  if (!file.opened())
    return {"the definition file is missing or cannot be opened", true, is_missing(path)};
  const auto header = read_header(file, 0);
  if (!header) return {"the definition file has no header"};
  bool empty = true;
  std::uint64_t unknown = 0;
  for (std::uint64_t offset = kHeaderSize;;) {
    const std::uint8_t* type = file.at(offset, 1);
    if (type == nullptr)
      return {fmt::format("the definition file is truncated at byte {}", file.size())};
    if (*type == kEndOfFile) return {{}, empty, false, unknown};
    const std::uint8_t kind = *type;
    const std::uint64_t begin = offset++;
    if (kind == kEndOfChunk) continue;  // the rest of the chunk is also kEndOfChunk
    if (kind == kChunkHeader) {
      offset = begin + kHeaderSize;
      continue;
    }
    empty = false;
    if (scope == DefinitionScope::Local && kind != kMappingTable && kind != kClockOffset) ++unknown;
    const auto contents = read_length(file, offset, file.size(), header->little_endian);
    if (!contents)
      return {fmt::format("the definition file is damaged or truncated in the record at byte {}",
                          begin)};
    if (!definition_fits(file, kind, *contents, scope, header->little_endian))
      return {
          fmt::format("the definition at byte {} declares more elements than it contains", begin)};
    offset = contents->end;
  }
}

}  // namespace lull::otf2
