// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Plain values and lists of them in a row of bytes.
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
    static_assert(std::is_trivially_copyable_v<Value>);
    put<std::uint64_t>(values.size());
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

// Takes out in the same order what was put in; reads only what a Packer has written.
class Unpacker {
 public:
  explicit Unpacker(std::span<const std::byte> bytes) : rest_(bytes) {}

  template <class Value>
  Value get() {
    Value value;
    std::memcpy(&value, rest_.data(), sizeof value);
    rest_ = rest_.subspan(sizeof value);
    return value;
  }
  template <class Value>
  std::vector<Value> get_list() {
    std::vector<Value> values(get<std::uint64_t>());
    const std::size_t size = values.size() * sizeof(Value);
    if (size > 0) std::memcpy(values.data(), rest_.data(), size);
    rest_ = rest_.subspan(size);
    return values;
  }
  [[nodiscard]] std::span<const std::byte> rest() const { return rest_; }
  [[nodiscard]] bool empty() const { return rest_.empty(); }

 private:
  std::span<const std::byte> rest_;
};

}  // namespace lull
