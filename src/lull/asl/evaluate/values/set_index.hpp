// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Indexes a state's elements by attribute values, as numbers: elements with the same key are in
// order of arrival. A set attribute yields a key for each of its elements. If several attributes
// form the key, different elements may share a key, which is a hash.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "lull/asl/evaluate/values/set_value.hpp"
#include "lull/asl/program/program.hpp"

namespace lull::asl {

// Converts a value to a part of a key: equal values have equal numbers, and order is preserved.
[[nodiscard]] std::int64_t number_of(const code::IndexPart& part, Value value);

// Computes the keys of an element.
using KeysOfElement = std::function<void(const code::IndexParts& parts, Value element,
                                         std::vector<std::int64_t>& keys)>;

class SetIndex {
 public:
  // Smaller sets are searched linearly.
  static constexpr std::size_t kLeast = 24;
  static constexpr std::size_t kBytesOfEntry = 144;

  struct Entry {
    std::uint64_t order = 0;
    Moment added = 0;
    Value value;
  };

  explicit SetIndex(code::IndexParts parts) : parts_(std::move(parts)) {}
  [[nodiscard]] const code::IndexParts& parts() const { return parts_; }
  [[nodiscard]] std::size_t size() const { return entries_.size(); }
  [[nodiscard]] std::size_t bytes() const { return size() * kBytesOfEntry; }

  void add(const Entry& entry, const KeysOfElement& keys_of) {
    for (const std::int64_t key : keys(entry.value, keys_of))
      counts_[key] += entries_.emplace(std::pair(key, entry.order), entry).second ? 1 : 0;
  }
  void remove(std::uint64_t order, Value value, const KeysOfElement& keys_of) {
    for (const std::int64_t key : keys(value, keys_of)) {
      if (entries_.erase({key, order}) == 0) continue;
      const auto count = counts_.find(key);
      if (--count->second == 0) counts_.erase(count);
    }
  }

  // Calls visit(entry) in order of arrival, or reversed, while it returns true.
  template <class Visit>
  void for_each(std::int64_t key, bool backwards, const Visit& visit) const {
    constexpr std::uint64_t kLast = ~std::uint64_t{0};
    if (backwards) {
      for (auto it = entries_.upper_bound({key, kLast}); it != entries_.begin();)
        if ((--it)->first.first != key || !visit(it->second)) return;
    } else {
      for (auto it = entries_.lower_bound({key, 0}); it != entries_.end(); ++it)
        if (it->first.first != key || !visit(it->second)) return;
    }
  }
  // Returns the number of elements with the key that were added at or before that moment.
  [[nodiscard]] std::size_t count(std::int64_t key, Moment moment) const {
    const auto count = counts_.find(key);
    if (count == counts_.end()) return 0;
    std::size_t later = 0;
    for_each(key, true, [&](const Entry& entry) {
      later += entry.added > moment ? 1 : 0;
      return entry.added > moment;
    });
    return count->second - later;
  }
  // For an index by one number, returns an element with the least or the greatest number among the
  // elements added at or before that moment; null if there is none.
  [[nodiscard]] const Entry* extreme(bool greatest, Moment moment) const {
    if (greatest) {
      for (auto it = entries_.rbegin(); it != entries_.rend(); ++it)
        if (it->second.added <= moment) return &it->second;
    } else {
      for (const auto& [key, entry] : entries_)
        if (entry.added <= moment) return &entry;
    }
    return nullptr;
  }

 private:
  std::span<const std::int64_t> keys(Value value, const KeysOfElement& keys_of) {
    keys_.clear();
    keys_of(parts_, value, keys_);
    return keys_;
  }

  code::IndexParts parts_;
  std::map<std::pair<std::int64_t, std::uint64_t>, Entry> entries_;  // indexed by key and order
  std::unordered_map<std::int64_t, std::size_t> counts_;             // indexed by key
  std::vector<std::int64_t> keys_;
};

}  // namespace lull::asl
