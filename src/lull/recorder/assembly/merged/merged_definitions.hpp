// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The merged definitions of all processes, with tables that translate each process's numbers.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "lull/recorder/assembly/merged/merged_measures.hpp"
#include "lull/recorder/journal/process_part.hpp"

namespace lull::recorder {

struct MergedCommunicator {
  std::string id;
  std::vector<std::vector<std::uint64_t>> groups;
  std::string name;
  std::optional<std::uint64_t> parent;
  bool foreign = false;  // not all members are in the trace
  bool pes = false;      // an OpenSHMEM active set
};

// Threads of one process, as locations in the archive.
struct MergedTeam {
  std::vector<std::uint64_t> locations;
  bool contingent = false;  // POSIX threads; otherwise an OpenMP team
};

// Returns the thread's location in the archive.
[[nodiscard]] constexpr std::uint64_t location_of(std::uint64_t rank, std::uint32_t thread) {
  return rank | std::uint64_t{thread} << 32;
}

// The number of no communicator.
constexpr std::uint64_t kNoCommunicator = 0xffffffffu;

// In the archive, the first group is the list of all processes; the groups of processes follow.
constexpr std::uint64_t kFirstGroup = 1;

struct MergedWindow {
  std::uint64_t communicator = kNoCommunicator;
  std::uint64_t index = 0;  // number of windows made earlier on the communicator
  std::string name;
};

// The number of no file.
constexpr std::uint64_t kNoFile = 0xffffffffu;

struct MergedFileHandle {
  std::uint64_t file = kNoFile;
  std::uint64_t communicator = kNoCommunicator;
  std::uint64_t index = 0;  // number of files opened earlier on the communicator
  IoParadigm paradigm = IoParadigm::MpiIo;
  std::string name{};
  std::optional<std::uint8_t> access{};  // set if the handle was open from the start
};

struct MergedDefinitions {
  std::vector<RecordedRegion> regions;
  std::vector<MergedCommunicator> communicators;
  MergedMeasures measures;
  std::vector<MergedTeam> teams;                   // numbered after the communicators
  std::vector<std::vector<std::uint64_t>> groups;  // world ranks
  std::vector<MergedWindow> windows;
  std::vector<std::string> files;  // paths
  std::vector<MergedFileHandle> file_handles;
  bool deletes_files = false;  // true if done by other means than MPI
  // Indexed by process, then by the process's own number.
  std::vector<std::vector<std::uint64_t>> region_numbers;
  std::vector<std::vector<std::uint64_t>> communicator_numbers;
  std::vector<std::vector<std::uint64_t>> group_numbers;
  std::vector<std::vector<std::uint64_t>> window_numbers;
  std::vector<std::vector<std::uint64_t>> file_numbers;
  std::vector<std::vector<std::uint64_t>> file_handle_numbers;
};

// `parts` are in the order of ranks. Merges neighbours in pairs, then these pairs in pairs, and so
// on, with `threads` threads. The result does not depend on the number of threads: it is the same
// as if one process were added after another.
[[nodiscard]] MergedDefinitions merge_definitions(std::span<const ProcessPart> parts,
                                                  unsigned threads = 1);

}  // namespace lull::recorder
