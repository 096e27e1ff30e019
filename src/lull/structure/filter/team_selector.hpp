// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Keeps or removes teams of threads as a whole: cutting a fork removes all events of its team, and
// a team whose fork stays keeps its events even within cuts. Processes the events of all threads of
// one process in time order.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "lull/structure/filter/filter_report.hpp"
#include "lull/trace/definitions/definitions.hpp"
#include "lull/trace/event/event.hpp"

namespace lull::structure {

class TeamSelector {
 public:
  // `definitions` must outlive this object.
  TeamSelector(const Definitions& definitions, const std::vector<LocationId>& locations)
      : definitions_(definitions), locations_(locations), threads_(locations.size()) {}

  // Passes the next event of the location at index `thread`, and its own reason for removal.
  // Returns the reason with regard to its team.
  Reason look_at(std::size_t thread, const EventBody& body, Reason own);

 private:
  struct Team {
    std::size_t forker = 0;
    Reason gone = Reason::None;
    CommunicatorId team{};  // undefined until the first member begins
    std::vector<std::size_t> members{};
  };
  using Pointer = std::shared_ptr<Team>;
  struct Member {
    Pointer team;  // null: its fork was not seen
    bool hides = false;
    Reason own = Reason::None;  // own reason for removing its begin event
  };
  struct Thread {
    std::vector<Member> working;
    std::size_t hidden = 0;  // removed teams that it works in
  };

  [[nodiscard]] Pointer find(std::size_t thread, CommunicatorId team) const;
  template <class Fits>
  [[nodiscard]] Pointer last_forked(Fits fits) const;
  [[nodiscard]] bool is_member(CommunicatorId team, LocationId location) const;
  Reason fork(std::size_t thread, Reason own);
  Reason join(std::size_t thread, Reason own);
  Reason begin(std::size_t thread, CommunicatorId team, Reason own);
  Reason end(std::size_t thread, Reason own);

  const Definitions& definitions_;
  const std::vector<LocationId>& locations_;
  std::vector<Thread> threads_;
  std::vector<Pointer> forked_;  // teams not joined yet
};

}  // namespace lull::structure
