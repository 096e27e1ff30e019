// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/report/cubex/tar/tar_writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cstring>
#include <string>

#include "lull/report/cubex/tar/tar_format.hpp"

namespace lull::report {
namespace {

constexpr std::array<char, kTarBlock> kZeros{};

template <std::size_t N>
void put(std::array<char, N>& field, std::string_view text) {
  std::copy_n(text.data(), std::min(N, text.size()), field.data());
}

template <std::size_t N>
void put_octal(std::array<char, N>& field, std::uint64_t value) {
  put(field, fmt::format("{:0{}o}", value, N - 1));
}

void put_checksum(TarHeader& header) {
  header.checksum.fill(' ');
  const auto* bytes = reinterpret_cast<const unsigned char*>(&header);
  unsigned sum = 0;
  for (std::size_t i = 0; i < kTarBlock; ++i) sum += bytes[i];
  put(header.checksum, fmt::format("{:06o}", sum));
  header.checksum[6] = '\0';
}

// Returns one record of a PAX header, whose length includes its own digits.
std::string pax_record(std::string_view key, std::string_view value) {
  const std::size_t rest = key.size() + value.size() + 3;
  std::size_t length = rest + 1;
  while (length != rest + std::to_string(length).size())
    length = rest + std::to_string(length).size();
  return fmt::format("{} {}={}\n", length, key, value);
}

}  // namespace

void TarWriter::add(std::string_view name, std::string_view content) {
  begin(name, content.size());
  append(content);
  end();
}

void TarWriter::begin(std::string_view name, std::uint64_t size) {
  std::string records;
  if (size > kLargestOctalSize) records += pax_record("size", std::to_string(size));
  if (name.size() > sizeof(TarHeader::name)) records += pax_record("path", name);
  if (!records.empty()) {
    write_header("PaxHeader", records.size(), 'x');
    file_.write(records);
    pad(records.size());
  }
  write_header(name, size, '0');
  size_ = size;
  written_ = 0;
}

void TarWriter::append(std::string_view bytes) {
  file_.write(bytes);
  written_ += bytes.size();
}

std::uint64_t TarWriter::leave_room(std::uint64_t size) {
  const std::uint64_t begin = file_.position();
  file_.skip(size);
  written_ += size;
  return begin;
}

void TarWriter::end() {
  assert(written_ == size_);
  pad(size_);
}

void TarWriter::finish() {
  file_.write(kZeros.data(), kTarBlock);
  file_.write(kZeros.data(), kTarBlock);
}

void TarWriter::write_header(std::string_view name, std::uint64_t size, char kind) {
  TarHeader header;
  std::memset(&header, 0, sizeof header);
  put(header.name, name);
  put_octal(header.mode, 0644);
  put_octal(header.owner, 0);
  put_octal(header.group, 0);
  put_octal(header.size, std::min(size, kLargestOctalSize));
  put_octal(header.time, 0);
  header.kind = kind;
  put(header.magic, "ustar");
  put(header.version, "00");
  put_checksum(header);
  file_.write(&header, sizeof header);
}

void TarWriter::pad(std::uint64_t size) {
  file_.write(kZeros.data(), static_cast<std::size_t>((kTarBlock - size % kTarBlock) % kTarBlock));
}

}  // namespace lull::report
