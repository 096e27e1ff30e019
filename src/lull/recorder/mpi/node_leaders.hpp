// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The processes that compare the clocks of a job's nodes, one of each node. They agree about who
// they are by files in the recording's directory, not by messages: any process of the job may not
// be recorded. The first process of a node to register leads it. Behind MPI_Init each leader says
// that it is there, and the first of them claims all who are. A leader that has waited for long
// takes back what it said, which fails if it is claimed already: so all have the same list.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace lull::recorder::mpi {

class NodeLeaders {
 public:
  // `directory` is that of the job, and exists. Whether this process is the first one of `node`.
  bool lead(const std::filesystem::path& directory, const std::string& node);
  // The ranks of all who take part, the same for each of them. Empty where this one, of that rank,
  // does not.
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
