// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Teams of threads go as a whole or not at all: a fork that is cut takes with it all that its team
// does, and a team whose fork stays keeps its events, also where they lie in a cut. Looks at the
// events of all threads of one process in the order of their times.
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
  // `definitions` must outlive this.
  TeamSelector(const Definitions& definitions, const std::vector<LocationId>& locations)
      : definitions_(definitions), locations_(locations), threads_(locations.size()) {}

  // The next event, of the how-manieth location, and why it goes by itself: why it goes with its
  // team.
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
    Pointer team;  // null: nobody was seen forking it
    bool hides = false;
    Reason own = Reason::None;  // of its begin
  };
  struct Thread {
    std::vector<Member> working;
    std::size_t hidden = 0;  // teams that it works for and that go
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
  std::vector<Pointer> forked_;  // not joined yet
};

}  // namespace lull::structure
