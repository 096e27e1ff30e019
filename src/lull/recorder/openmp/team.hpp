// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The team of one parallel region, and the numbers of teams in the trace. Events name their team
// when a thread begins in it, but the members are only known when all of them have begun. A team
// with the same members as an earlier team with the same master gets that team's number; any other
// gets a new number, and the assembly finds numbers with the same threads.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "lull/recorder/measurement/location.hpp"

namespace lull::recorder::openmp {

using TeamNumber = std::uint32_t;  // counted with the process's communicators

// The teams whose master a thread has been, keyed by size and level.
class MasteredTeams {
 public:
  struct Known {
    TeamNumber number = 0;
    bool trusted = false;  // true: the next team is expected to have these members
    unsigned seen = 0;     // how many times in a row
    unsigned wanted = 1;   // how many are wanted until it is trusted
    std::vector<std::uint32_t> members;
  };
  Known& of(std::size_t size, unsigned level) { return known_[{size, level}]; }

 private:
  std::map<std::pair<std::size_t, unsigned>, Known> known_;
};

class Team {
 public:
  // Owned by the master's callbacks, which release it; `level` counts the enclosing parallel
  // regions.
  static Team* make(MasteredTeams& mastered, unsigned level, const void* place) {
    return new Team(mastered, level, place);
  }
  Team(const Team&) = delete;
  Team& operator=(const Team&) = delete;

  // Returns the number of the team for a thread that begins as member `index` of `size`. Determined
  // by the first thread.
  TeamNumber begin(std::uint32_t thread, std::size_t index, std::size_t size);
  // Called by the master, after all have begun or the program has ended: records the members of a
  // new number.
  void settle();

  [[nodiscard]] unsigned level() const { return level_; }
  [[nodiscard]] const void* place() const { return place_; }

  // When the master left the barrier at the end; 0 before. The runtime reports that other members
  // have left it only when they are needed again.
  std::atomic<std::uint64_t> ended{0};

  void keep() { users_.fetch_add(1, std::memory_order_relaxed); }
  void release() {
    if (users_.fetch_sub(1, std::memory_order_acq_rel) == 1) delete this;
  }

 private:
  Team(MasteredTeams& mastered, unsigned level, const void* place)
      : place_(place), mastered_(mastered), level_(level) {}
  ~Team() = default;
  void decide(std::uint32_t thread, std::size_t index, std::size_t size);

  const void* place_;
  MasteredTeams& mastered_;
  unsigned level_;
  std::atomic<int> users_{1};
  std::atomic<int> state_{0};  // 0: none has begun, 1: the first one has, 2: number known
  TeamNumber number_ = 0;
  bool new_ = true;
  MasteredTeams::Known* known_ = nullptr;
  std::vector<std::uint32_t> members_;  // indexed by thread index; each thread writes its element
};

}  // namespace lull::recorder::openmp
