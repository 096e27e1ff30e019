// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// A map that reuses erased elements: a new one takes over the memory of an old one.
#pragma once

#include <cstddef>
#include <unordered_map>
#include <utility>
#include <vector>

namespace lull::analysis {

// Value has clear().
template <class Key, class Value, class Hash>
class ReusedMap {
 public:
  // Inserts an empty value if the key is new.
  Value& operator[](const Key& key) {
    if (const auto known = map_.find(key); known != map_.end()) return known->second;
    if (spare_.empty()) return map_[key];
    spare_.back().key() = key;
    auto added = map_.insert(std::move(spare_.back()));
    spare_.pop_back();
    return added.position->second;
  }
  // Null if there is none.
  [[nodiscard]] Value* find(const Key& key) {
    const auto known = map_.find(key);
    return known == map_.end() ? nullptr : &known->second;
  }
  [[nodiscard]] bool contains(const Key& key) const { return map_.contains(key); }
  void erase(const Key& key) {
    auto gone = map_.extract(key);
    if (gone.empty() || spare_.size() >= kSpare) return;
    gone.mapped().clear();
    spare_.push_back(std::move(gone));
  }

  [[nodiscard]] auto begin() { return map_.begin(); }
  [[nodiscard]] auto end() { return map_.end(); }
  [[nodiscard]] auto begin() const { return map_.begin(); }
  [[nodiscard]] auto end() const { return map_.end(); }

 private:
  static constexpr std::size_t kSpare = 256;
  using Map = std::unordered_map<Key, Value, Hash>;
  Map map_;
  std::vector<typename Map::node_type> spare_;
};

}  // namespace lull::analysis
