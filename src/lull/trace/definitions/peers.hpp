// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Who is behind a rank, for those that ask for every event: as Definitions::location_of, in
// constant time. What a group's members are is looked up when it is first asked for, once for all
// copies. One thread.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "lull/trace/definitions/definitions.hpp"

namespace lull {

class Peers {
 public:
  // `definitions` must outlive this, and not change.
  explicit Peers(const Definitions& definitions)
      : definitions_(&definitions),
        processes_(std::make_shared<Members>(definitions.groups.size())) {}

  [[nodiscard]] ProcessId process_of(LocationId location) const {
    return definitions_->locations[location.index()].process;
  }
  // The process behind a rank, as `caller` names it; undefined when there is none.
  [[nodiscard]] ProcessId process(CommunicatorId communicator, std::uint32_t rank,
                                  LocationId caller);
  // Whether the process has a rank in the communicator, on either side of it.
  [[nodiscard]] bool is_member(CommunicatorId communicator, ProcessId process);

 private:
  using Members = std::vector<std::optional<std::vector<ProcessId>>>;  // by group, ascending

  [[nodiscard]] bool has(GroupId group, ProcessId process);

  const Definitions* definitions_;
  std::shared_ptr<Members> processes_;
};

}  // namespace lull
