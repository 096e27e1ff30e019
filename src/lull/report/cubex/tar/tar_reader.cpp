// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/report/cubex/tar/tar_reader.hpp"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <limits>
#include <optional>

#include "lull/base/error.hpp"
#include "lull/base/text/counted.hpp"
#include "lull/report/cubex/tar/tar_format.hpp"

namespace lull::report {
namespace {

// Extension headers are short; a longer one is a sign of damage.
constexpr std::uint64_t kLargestExtension = 1 << 20;
// Two empty blocks should end an archive, but some writers put empty blocks within it; this many
// empty blocks do end it.
constexpr std::size_t kEndBlocks = 64;

template <std::size_t N>
std::string_view text(const std::array<char, N>& field) {
  return {field.data(),
          static_cast<std::size_t>(std::find(field.begin(), field.end(), '\0') - field.begin())};
}

std::optional<std::uint64_t> octal(std::string_view digits) {
  const std::size_t first = digits.find_first_not_of(' ');
  if (first == digits.npos) return std::nullopt;
  digits.remove_prefix(first);
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value, 8);
  if (error != std::errc()) return std::nullopt;
  return value;
}

// Parses octal digits, or GNU tar's big-endian number after a first byte of 0x80.
std::optional<std::uint64_t> member_size(const TarHeader& header) {
  if (static_cast<unsigned char>(header.size[0]) != 0x80) return octal(text(header.size));
  std::uint64_t value = 0;
  for (std::size_t i = 4; i < header.size.size(); ++i)
    value = value << 8 | static_cast<unsigned char>(header.size[i]);
  return value;
}

bool right_checksum(const TarHeader& header) {
  TarHeader blank = header;
  blank.checksum.fill(' ');
  const auto* bytes = reinterpret_cast<const unsigned char*>(&blank);
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < kTarBlock; ++i) sum += bytes[i];
  return octal(text(header.checksum)) == sum;
}

bool plausible(const TarHeader& header) {
  return text(header.magic).starts_with("ustar") || right_checksum(header);
}

bool empty(const TarHeader& header) {
  const auto* bytes = reinterpret_cast<const char*>(&header);
  return std::all_of(bytes, bytes + kTarBlock, [](char c) { return c == '\0'; });
}

std::string member_name(const TarHeader& header) {
  std::string name(text(header.name));
  const std::string_view prefix = text(header.prefix);
  // GNU's old format uses the prefix field differently; its magic is "ustar ".
  if (prefix.empty() || header.magic[5] != '\0') return name;
  return std::string(prefix) + "/" + name;
}

// Reads records of the form "<length> <key>=<value>
// ".
void read_pax(std::string_view records, TarReader::Extension& extension) {
  while (!records.empty()) {
    std::size_t length = 0;
    const char* end = records.data() + records.size();
    const auto number = std::from_chars(records.data(), end, length);
    const auto digits = static_cast<std::size_t>(number.ptr - records.data());
    if (number.ec != std::errc() || length <= digits + 1 || length > records.size()) return;
    const std::string_view record = records.substr(digits + 1, length - digits - 2);
    const std::size_t equals = record.find('=');
    if (equals != record.npos) {
      const std::string_view key = record.substr(0, equals);
      const std::string_view value = record.substr(equals + 1);
      std::uint64_t size = 0;
      if (key == "path") extension.name = std::string(value);
      if (key == "size" &&
          std::from_chars(value.data(), value.data() + value.size(), size).ec == std::errc())
        extension.size = size;
    }
    records.remove_prefix(length);
  }
}

void extend(TarReader::Extension& extension, char kind, const std::string& content) {
  if (kind == 'x') read_pax(content, extension);
  if (kind == 'L') extension.name = content.substr(0, content.find('\0'));
}

}  // namespace

TarReader::TarReader(const std::filesystem::path& path) : name_(path.string()) {
  std::error_code error;
  if (std::filesystem::is_directory(path, error))
    throw input_error("{} is a directory, not a report", name_);
  errno = 0;
  file_.open(path, std::ios::binary);
  if (!file_) throw input_error("cannot open {}: {}", name_, std::strerror(errno));
  file_.seekg(0, std::ios::end);
  const std::streamoff end = file_.tellg();
  if (end < 0) throw input_error("{} is not seekable, but a report must be", name_);
  size_ = static_cast<std::uint64_t>(end);
  list_members();
}

void TarReader::list_members() {
  Extension extension;
  std::size_t empty_blocks = 0;
  for (std::uint64_t offset = 0; size_ - offset >= kTarBlock && empty_blocks < kEndBlocks;) {
    TarHeader header;
    read_at(offset, &header, kTarBlock);
    offset += kTarBlock;
    if (empty(header)) {
      ++empty_blocks;
      continue;
    }
    empty_blocks = 0;
    const bool extends = header.kind == 'x' || header.kind == 'L';
    Member member = described(header, extends ? Extension() : extension, offset);
    offset = std::min(size_, offset + (member.size + kTarBlock - 1) / kTarBlock * kTarBlock);
    if (extends && member.size <= kLargestExtension) {
      extend(extension, header.kind, read(member));
      continue;
    }
    if (header.kind == '0' || header.kind == '\0') members_.push_back(std::move(member));
    extension = {};
  }
  if (members_.empty()) throw input_error("{} is not a CUBE4 report: it has no members", name_);
}

TarReader::Member TarReader::described(const TarHeader& header, const Extension& extension,
                                       std::uint64_t offset) const {
  const std::optional<std::uint64_t> size = member_size(header);
  if (!size || !plausible(header)) {
    if (offset == kTarBlock)
      throw input_error("{} is not a CUBE4 report: it is not a tar archive", name_);
    throw input_error("{} is damaged: it has no tar header at byte {}", name_, offset - kTarBlock);
  }
  Member member{extension.name.value_or(member_name(header)), offset,
                extension.size.value_or(*size)};
  if (member.size > size_ - offset)
    throw input_error("{} is truncated: its member {} has {}, but there are only {}", name_,
                      member.name, counted(member.size, "byte"), grouped(size_ - offset));
  return member;
}

const TarReader::Member* TarReader::find(std::string_view name) const {
  const auto found = std::find_if(members_.rbegin(), members_.rend(),
                                  [&](const Member& member) { return member.name == name; });
  return found == members_.rend() ? nullptr : &*found;
}

void TarReader::read(const Member& member, std::uint64_t offset, void* bytes, std::size_t size) {
  if (offset > member.size || size > member.size - offset)
    throw input_error("{}: member {} ends early, after {}", name_, member.name,
                      counted(member.size, "byte"));
  read_at(member.offset + offset, bytes, size);
}

std::string TarReader::read(const Member& member) {
  std::string content(static_cast<std::size_t>(member.size), '\0');
  read(member, 0, content.data(), content.size());
  return content;
}

void TarReader::read_at(std::uint64_t offset, void* bytes, std::size_t size) {
  file_.clear();
  file_.seekg(static_cast<std::streamoff>(offset));
  file_.read(static_cast<char*>(bytes), static_cast<std::streamsize>(size));
  if (!file_) throw input_error("{} cannot be read at byte {}", name_, offset);
}

}  // namespace lull::report
