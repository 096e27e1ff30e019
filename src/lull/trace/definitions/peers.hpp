// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Resolves ranks like Definitions::location_of, but in constant time, for lookups at every event.
// The members of a group are resolved on first use, once for all copies. Single-threaded.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "lull/trace/definitions/definitions.hpp"

namespace lull {

class Peers {
 public:
  // `definitions` must outlive this and not change.
  explicit Peers(const Definitions& definitions)
      : definitions_(&definitions),
        processes_(std::make_shared<Members>(definitions.groups.size())) {}

  [[nodiscard]] ProcessId process_of(LocationId location) const {
    return definitions_->locations[location.index()].process;
  }
  // Returns the process of a rank as seen by `caller`; undefined if there is none.
  [[nodiscard]] ProcessId process(CommunicatorId communicator, std::uint32_t rank,
                                  LocationId caller);
  // Returns whether the process has a rank on either side of the communicator.
  [[nodiscard]] bool is_member(CommunicatorId communicator, ProcessId process);

 private:
  using Members = std::vector<std::optional<std::vector<ProcessId>>>;  // by group; ascending

  [[nodiscard]] bool has(GroupId group, ProcessId process);

  const Definitions* definitions_;
  std::shared_ptr<Members> processes_;
};

}  // namespace lull
