// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/recorder/openmp/team.hpp"

#include <algorithm>

#include "lull/recorder/measurement/measurement.hpp"

namespace lull::recorder::openmp {
namespace {

constexpr unsigned kMostPatience = 1024;
constexpr std::uint32_t kNobody = ~std::uint32_t{0};

void note_members(TeamNumber number, unsigned level, const std::vector<std::uint32_t>& members) {
  Measurement::instance().note(
      {{"team", {{"number", number}, {"level", level}, {"members", members}}}});
}

}  // namespace

// If the first thread differs from the last time, all get a new number: the others could not be
// found by the first thread's number.
void Team::decide(std::uint32_t thread, std::size_t index, std::size_t size) {
  members_.assign(size, kNobody);
  known_ = &mastered_.of(size, level_);
  if (known_->members.empty() && level_ > 0) known_->wanted = 8;  // any free thread helps there
  new_ = !known_->trusted || index >= known_->members.size() || known_->members[index] != thread;
  number_ = new_ ? Measurement::instance().new_communicator() : known_->number;
}

TeamNumber Team::begin(std::uint32_t thread, std::size_t index, std::size_t size) {
  int none = 0;
  if (state_.compare_exchange_strong(none, 1)) {
    decide(thread, index, size);
    state_.store(2, std::memory_order_release);
  }
  while (state_.load(std::memory_order_acquire) != 2) {
  }
  if (index >= members_.size()) return number_;
  members_[index] = thread;
  if (new_ || (index < known_->members.size() && known_->members[index] == thread)) return number_;
  const TeamNumber own = Measurement::instance().new_communicator();  // other members than expected
  note_members(own, level_, {known_->members[0], thread});
  return own;
}

void Team::settle() {
  if (state_.load(std::memory_order_acquire) != 2) return;
  std::erase(members_, kNobody);
  MasteredTeams::Known& known = *known_;
  const bool same = known.members == members_;
  if (new_) note_members(number_, level_, members_);
  known.seen = same ? known.seen + 1 : 1;
  if (!same && known.trusted) known.wanted = std::min(2 * known.wanted, kMostPatience);
  known.trusted = known.seen >= known.wanted;
  if (new_) known.number = number_;
  known.members = members_;
}

}  // namespace lull::recorder::openmp
