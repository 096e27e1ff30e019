// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Serialises plain values and lists of them to bytes. Lists are aligned to eight bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace lull {

using Bytes = std::vector<std::byte>;

class Packer {
 public:
  template <class Value>
  void put(const Value& value) {
    static_assert(std::is_trivially_copyable_v<Value>);
    append(&value, sizeof value);
  }
  template <class Value>
  void put_list(std::span<const Value> values) {
    begin_list<Value>(values.size());
    put_more(values);
  }
  // Like put_list(), but in parts.
  template <class Value>
  void begin_list(std::size_t size) {
    static_assert(std::is_trivially_copyable_v<Value>);
    put<std::uint64_t>(size);
    bytes_.resize((bytes_.size() + 7) / 8 * 8);
  }
  template <class Value>
  void put_more(std::span<const Value> values) {
    append(values.data(), values.size_bytes());
  }
  [[nodiscard]] Bytes take() { return std::move(bytes_); }

 private:
  void append(const void* data, std::size_t size) {
    const auto* const begin = static_cast<const std::byte*>(data);
    bytes_.insert(bytes_.end(), begin, begin + size);
  }
  Bytes bytes_;
};

// Reads values in the order in which a Packer wrote them. Input must come from a Packer.
class Unpacker {
 public:
  explicit Unpacker(std::span<const std::byte> bytes) : bytes_(bytes) {}

  template <class Value>
  Value get() {
    Value value;
    std::memcpy(&value, bytes_.data() + at_, sizeof value);
    at_ += sizeof value;
    return value;
  }
  template <class Value>
  std::vector<Value> get_list() {
    const auto values = get_span<Value>();
    return {values.begin(), values.end()};
  }
  // Like get_list(), but without a copy; valid as long as the bytes, which must be aligned like a
  // vector's.
  template <class Value>
  std::span<const Value> get_span() {
    static_assert(alignof(Value) <= 8);
    const auto size = static_cast<std::size_t>(get<std::uint64_t>());
    at_ = (at_ + 7) / 8 * 8;
    const std::span values(reinterpret_cast<const Value*>(bytes_.data() + at_), size);
    at_ += values.size_bytes();
    return values;
  }
  [[nodiscard]] bool empty() const { return at_ >= bytes_.size(); }

 private:
  std::span<const std::byte> bytes_;
  std::size_t at_ = 0;
};

}  // namespace lull
