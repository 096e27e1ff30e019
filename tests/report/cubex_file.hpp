// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// CUBE4 files built by hand, byte by byte: all variants that other writers make, and some invalid
// ones.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace lull::report {

enum class ByteOrder { Little, Big };

// Returns `value` as sizeof(value) bytes.
template <class T>
std::string bytes_of(T value, ByteOrder order = ByteOrder::Little) {
  std::string bytes(reinterpret_cast<const char*>(&value), sizeof value);
  return order == ByteOrder::Little ? bytes : std::string(bytes.rbegin(), bytes.rend());
}

// Returns one tar member: header, content, padding.
[[nodiscard]] std::string tar_member(const std::string& name, const std::string& content,
                                     char kind = '0');
[[nodiscard]] std::string tar_archive(
    const std::vector<std::pair<std::string, std::string>>& members);

[[nodiscard]] std::string sparse_index(const std::vector<std::uint32_t>& rows,
                                       ByteOrder order = ByteOrder::Little);
[[nodiscard]] std::string dense_index();
[[nodiscard]] std::string bit_vector_index(const std::string& bits);

template <class T>
std::string plain_data(const std::vector<T>& values, ByteOrder order = ByteOrder::Little) {
  std::string data = "CUBEX.DATA";
  for (const T value : values) data += bytes_of(value, order);
  return data;
}

[[nodiscard]] std::string zlib_packed(const std::string& bytes);
[[nodiscard]] std::string gzip_packed(const std::string& bytes);
// Returns the beginning of a gzip stream of that many times 2^20 spaces.
[[nodiscard]] std::string gzip_bomb(std::size_t mebibytes);

// Returns an anchor.xml with one metric "m" (id 0) and a call tree a > {b > c, d} of identifiers 0
// to 3 on two locations. Row order: exclusive a b c d, inclusive a b d c.
[[nodiscard]] std::string anchor(const std::string& type, const std::string& data_type);

// Returns that anchor with index and data of the metric.
[[nodiscard]] std::string cube_file(const std::string& anchor, const std::string& index,
                                    const std::string& data);

// Replaces `from`, which must occur in the text, by `to`.
[[nodiscard]] std::string edited(std::string text, const std::string& from, const std::string& to);

void write_file(const std::string& path, const std::string& content);

}  // namespace lull::report
