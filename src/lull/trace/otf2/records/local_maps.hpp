// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Maps the definition numbers in a location's events to the archive's, using its mapping tables.
// Without a table, and for numbers that are not in it, both numbers are equal.
#pragma once

#include <otf2/otf2.h>

#include <array>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

namespace lull::otf2 {

class LocalMaps {
 public:
  struct Table {
    std::vector<std::uint64_t> dense;
    std::unordered_map<std::uint64_t, std::uint64_t> sparse;
    friend bool operator==(const Table&, const Table&) = default;
  };

  // The last one of each kind takes effect.
  void add(OTF2_MappingType kind, const OTF2_IdMap* map);

  [[nodiscard]] std::uint64_t find(OTF2_MappingType kind, std::uint64_t local) const {
    const Table& table = tables_[kind];
    if (local < table.dense.size()) return table.dense[local];
    if (table.sparse.empty()) return local;
    const auto found = table.sparse.find(local);
    return found == table.sparse.end() ? local : found->second;
  }

  friend bool operator==(const LocalMaps&, const LocalMaps&) = default;
  // For transfer to another process.
  [[nodiscard]] std::array<Table, OTF2_MAPPING_MAX>& tables() { return tables_; }

 private:
  std::array<Table, OTF2_MAPPING_MAX> tables_;
};

}  // namespace lull::otf2
