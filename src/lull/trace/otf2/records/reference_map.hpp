// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Maps an archive's definition numbers to dense indices. Most archives number from zero, which
// costs one array access; others (EZTrace) use sparse numbers of 32 or 64 bits.
#pragma once

#include <cstdint>
#include <tuple>
#include <unordered_map>
#include <vector>

namespace lull::otf2 {

class ReferenceMap {
 public:
  static constexpr std::uint32_t kUndefined = 0xFFFFFFFFu;

  // Adds `reference` with its index; returns false if it exists already.
  bool insert(std::uint64_t reference, std::uint32_t index) {
    if (find(reference) != kUndefined) return false;
    if (reference < kDirect) {
      if (direct_.size() <= reference) direct_.resize(reference + 1, kUndefined);
      direct_[reference] = index;
    } else {
      sparse_.emplace(reference, index);
    }
    return true;
  }

  // Returns the index if that costs one array access; otherwise undefined.
  [[nodiscard]] std::uint32_t find_direct(std::uint64_t reference) const {
    return reference < direct_.size() ? direct_[reference] : kUndefined;
  }
  [[nodiscard]] std::uint32_t find(std::uint64_t reference) const {
    if (reference < direct_.size()) return direct_[reference];
    if (sparse_.empty()) return kUndefined;
    const auto found = sparse_.find(reference);
    return found == sparse_.end() ? kUndefined : found->second;
  }

  // For transfer to another process.
  [[nodiscard]] auto tables() { return std::tie(direct_, sparse_); }

 private:
  static constexpr std::uint64_t kDirect = 1u << 20;

  std::vector<std::uint32_t> direct_;
  std::unordered_map<std::uint64_t, std::uint32_t> sparse_;
};

// One map per kind of definition.
struct ReferenceMaps {
  ReferenceMap strings, attributes, system_nodes, processes, locations, regions, groups,
      communicators, windows, metric_members, metrics, parameters, callsites, callpaths,
      source_locations, calling_contexts, interrupt_generators, io_files, io_handles, io_paradigms,
      dimensions, topologies;
};

}  // namespace lull::otf2
