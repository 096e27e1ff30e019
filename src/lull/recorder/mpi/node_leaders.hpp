// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Elects the processes that compare the clocks of a job's nodes, one per node. They agree on their
// list through files in the recording's directory, not by messages: any process of the job may be
// unrecorded. The first process of a node to register leads it. After MPI_Init each leader
// registers as present, and the first of them claims all leaders that are present. A leader that
// has waited too long withdraws, which fails if it is claimed already: so all have the same list.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace lull::recorder::mpi {

class NodeLeaders {
 public:
  // `directory` is the job's, and exists. Returns whether this process is the first one on `node`.
  bool lead(const std::filesystem::path& directory, const std::string& node);
  // Returns the ranks of all participants, the same for each of them. Empty if this process, which
  // has that rank, is not a participant.
  std::vector<int> agree(int rank);

 private:
  [[nodiscard]] std::filesystem::path file(const std::string& kind, int rank) const;
  [[nodiscard]] std::vector<int> ranks_of(const std::string& kind) const;
  void wait_for_others(int rank) const;
  [[nodiscard]] std::vector<int> decide(int rank) const;
  [[nodiscard]] std::vector<int> wait_for_decision(int rank) const;
  [[nodiscard]] std::vector<int> decision(int rank) const;

  std::filesystem::path directory_;
};

}  // namespace lull::recorder::mpi
