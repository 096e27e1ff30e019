// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The merged definitions of neighbouring processes. The definitions of the following processes can
// be added to them. Equal definitions are stored once; tables translate each process's numbers.
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
  // Holds the definitions of one process.
  explicit MergedTables(const ProcessPart& part);

  // Adds the definitions of the processes that come next, in time that depends on the size of
  // `next` only.
  void absorb(MergedTables next);

  [[nodiscard]] MergedDefinitions take() { return std::move(all_); }

 private:
  using Numbers = std::vector<std::uint64_t>;  // indexed by the previous number

  void add(MergedDefinitions next);
  Numbers add_regions(std::vector<RecordedRegion>& next);
  Numbers add_communicators(std::vector<MergedCommunicator>& next);
  Numbers add_groups(std::vector<std::vector<std::uint64_t>>& next);
  Numbers add_windows(std::vector<MergedWindow>& next);
  Numbers add_files(std::vector<std::string>& next);
  Numbers add_file_handles(std::vector<MergedFileHandle>& next);

  MergedDefinitions all_;
  // Numbers of the definitions stored so far.
  std::map<RecordedRegion, std::uint64_t> regions_;
  std::map<std::string, std::uint64_t> communicators_;
  std::map<std::vector<std::uint64_t>, std::uint64_t> groups_;
  std::map<std::pair<std::uint64_t, std::uint64_t>, std::uint64_t> windows_;
  std::map<std::string, std::uint64_t> files_;
  std::map<std::tuple<std::uint64_t, std::uint64_t, std::uint64_t>, std::uint64_t> file_handles_;
};

// Merges in a tree whose depth is the logarithm of the number of processes.
[[nodiscard]] MergedTables merge(std::span<const ProcessPart> parts, unsigned threads);

}  // namespace lull::recorder
