// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The definitions of neighbouring processes as one set that can take in the set of the processes
// behind them. What is the same stands once; each process's numbers are translated by tables.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "lull/recorder/assembly/merged/merged_definitions.hpp"

namespace lull::recorder {

class MergedTables {
 public:
  MergedTables() = default;
  // Of one process.
  explicit MergedTables(const ProcessPart& part);

  // Takes in those of the processes that come next. In time that grows with what these define,
  // however much is here.
  void absorb(MergedTables next);

  [[nodiscard]] MergedDefinitions take() { return std::move(all_); }

 private:
  using Numbers = std::vector<std::uint64_t>;  // by the number that something had before

  void add(MergedDefinitions next);
  Numbers add_regions(std::vector<RecordedRegion>& next);
  Numbers add_communicators(std::vector<MergedCommunicator>& next);
  Numbers add_groups(std::vector<std::vector<std::uint64_t>>& next);
  Numbers add_windows(std::vector<MergedWindow>& next);
  Numbers add_files(std::vector<std::string>& next);
  Numbers add_file_handles(std::vector<MergedFileHandle>& next);

  MergedDefinitions all_;
  // What is known already, and its number.
  std::map<RecordedRegion, std::uint64_t> regions_;
  std::map<std::string, std::uint64_t> communicators_;
  std::map<std::vector<std::uint64_t>, std::uint64_t> groups_;
  std::map<std::pair<std::uint64_t, std::uint64_t>, std::uint64_t> windows_;
  std::map<std::string, std::uint64_t> files_;
  std::map<std::tuple<std::uint64_t, std::uint64_t, std::uint64_t>, std::uint64_t> file_handles_;
};

// In a tree whose depth is the logarithm of the number of processes.
[[nodiscard]] MergedTables merge(std::span<const ProcessPart> parts, unsigned threads);

}  // namespace lull::recorder
