// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/structure/filter/paired_records.hpp"

#include <algorithm>

namespace lull::structure {

using Family = PairedRecords::Family;
using Key = PairedRecords::Key;

constexpr std::size_t kAnyThread = ~std::size_t{0};

// clang-format off
class PairVisitor {
 public:
  PairVisitor(PairedRecords& pairs, const Place& place) : pairs_(pairs), place_(place) {}

  void operator()(const ThreadAcquireLock& e) { pairs_.begin(key(Family::ThreadLock, static_cast<unsigned>(e.model), e.lock), place_); }
  void operator()(const ThreadReleaseLock& e) { pairs_.end(key(Family::ThreadLock, static_cast<unsigned>(e.model), e.lock), place_); }

  void operator()(const RmaRequestLock& e) { pairs_.begin(lock(e), place_); }
  void operator()(const RmaAcquireLock& e) { pairs_.join(lock(e), place_); }
  void operator()(const RmaReleaseLock& e) { pairs_.end(lock(e), place_); }

  void operator()(const RmaPut& e) { pairs_.join(transfer(e), place_); }
  void operator()(const RmaGet& e) { pairs_.join(transfer(e), place_); }
  void operator()(const RmaAtomic& e) { pairs_.join(transfer(e), place_); }
  void operator()(const RmaOpTest& e) { pairs_.add(transfer(e), place_); }
  void operator()(const RmaOpCompleteBlocking& e) { pairs_.add(transfer(e), place_, true); }
  void operator()(const RmaOpCompleteNonBlocking& e) { pairs_.add(transfer(e), place_, true); }
  void operator()(const RmaOpCompleteRemote& e) { pairs_.end(transfer(e), place_); }

  void operator()(const RmaWinCreate& e) { hold(key(Family::Window, e.window.value)); }
  void operator()(const RmaWinDestroy& e) { pairs_.end(key(Family::Window, e.window.value), place_); }
  void operator()(const CommCreate& e) { hold(key(Family::Communicator, e.communicator.value)); }
  void operator()(const CommDestroy& e) { pairs_.end(key(Family::Communicator, e.communicator.value), place_); }

  void operator()(const IoCreateHandle& e) { hold(shared(Family::IoHandle, e.handle.value)); }
  void operator()(const IoDuplicateHandle& e) { hold(shared(Family::IoHandle, e.new_handle.value)); }
  void operator()(const IoDestroyHandle& e) { pairs_.end(shared(Family::IoHandle, e.handle.value), place_); }
  void operator()(const IoOperationBegin& e) { pairs_.begin(shared(Family::IoOperation, e.handle.value, e.matching), place_); }
  void operator()(const IoOperationTest& e) { pairs_.add(shared(Family::IoOperation, e.handle.value, e.matching), place_); }
  void operator()(const IoOperationIssued& e) { pairs_.add(shared(Family::IoOperation, e.handle.value, e.matching), place_); }
  void operator()(const IoOperationComplete& e) { pairs_.end(shared(Family::IoOperation, e.handle.value, e.matching), place_); }
  void operator()(const IoOperationCancelled& e) { pairs_.end(shared(Family::IoOperation, e.handle.value, e.matching), place_); }
  void operator()(const IoAcquireLock& e) { pairs_.begin(key(Family::IoLock, e.handle.value), place_); }
  void operator()(const IoReleaseLock& e) { pairs_.end(key(Family::IoLock, e.handle.value), place_); }

  void operator()(const ThreadTaskCreate& e) { hold(task(e)); }
  void operator()(const ThreadTaskSwitch& e) { pairs_.add(task(e), place_); }
  void operator()(const ThreadTaskComplete& e) { pairs_.end(task(e), place_); }

  void operator()(const ThreadCreate& e) { hold(shared(Family::ThreadStart, e.contingent.value, e.sequence)); }
  void operator()(const ThreadBegin& e) { pairs_.end(shared(Family::ThreadStart, e.contingent.value, e.sequence), place_); }
  // The thread may end before or after another thread waits for it.
  void operator()(const ThreadWait& e) { meet(shared(Family::ThreadStop, e.contingent.value, e.sequence)); }
  void operator()(const ThreadEnd& e) { meet(shared(Family::ThreadStop, e.contingent.value, e.sequence)); }

  void operator()(const auto&) {}

 private:
  [[nodiscard]] Key key(Family family, std::uint64_t first, std::uint64_t second = 0, std::uint64_t third = 0) const { return {family, place_.thread, first, second, third}; }
  [[nodiscard]] static Key shared(Family family, std::uint64_t first, std::uint64_t second = 0, std::uint64_t third = 0) { return {family, kAnyThread, first, second, third}; }
  [[nodiscard]] Key lock(const auto& e) const { return key(Family::WindowLock, e.window.value, e.remote, e.lock); }
  [[nodiscard]] Key transfer(const auto& e) const { return key(Family::Transfer, e.window.value, e.matching); }
  [[nodiscard]] static Key task(const auto& e) { return shared(Family::Task, e.team.value, e.creator, e.generation); }
  void hold(const Key& key) { pairs_.begin(key, place_, Unit::Kind::Held); }
  void meet(const Key& key) {
    if (pairs_.open_.contains(key)) pairs_.end(key, place_);
    else hold(key);
  }

  PairedRecords& pairs_;
  const Place& place_;
};
// clang-format on

std::size_t PairedRecords::KeyHash::operator()(const Key& key) const noexcept {
  std::uint64_t hash = static_cast<unsigned>(key.family);
  for (const std::uint64_t part : {std::uint64_t{key.thread}, key.first, key.second, key.third}) {
    hash = (hash ^ part) * 0x9E3779B97F4A7C15ull;
    hash ^= hash >> 32U;
  }
  return hash;
}

void PairedRecords::look_at(const Place& place, const EventBody& body) {
  std::visit(PairVisitor(*this, place), body);
}

void PairedRecords::begin(const Key& key, const Place& place, Unit::Kind kind) {
  if (open_.size() >= limit_) forget_complete();
  open_[key].push_back({kind, false, {place}});
}

void PairedRecords::join(const Key& key, const Place& place) {
  const auto found = open_.find(key);
  if (found == open_.end()) return begin(key, place);
  Open& open = found->second.back();
  if (open.complete) {
    use(open);
    open = {};
  }
  open.records.push_back(place);
}

void PairedRecords::add(const Key& key, const Place& place, bool completes) {
  const auto found = open_.find(key);
  if (found == open_.end()) return;
  Open& open = found->second.back();
  open.records.push_back(place);
  open.complete = open.complete || completes;
}

void PairedRecords::end(const Key& key, const Place& place) {
  const auto found = open_.find(key);
  if (found == open_.end()) return;
  Open& open = found->second.back();
  open.records.push_back(place);
  use(open);
  found->second.pop_back();
  if (found->second.empty()) open_.erase(found);
}

void PairedRecords::use(const Open& open) {
  Unit unit;
  unit.kind = open.kind;
  unit.records = open.records;
  use_(unit);
}

// Numbers that are used only once would fill the table.
void PairedRecords::forget_complete() {
  std::erase_if(open_, [this](const auto& entry) {
    const std::vector<Open>& all = entry.second;
    if (!std::ranges::all_of(all, [](const Open& open) { return open.complete; })) return false;
    for (const Open& open : all) use(open);
    return true;
  });
  limit_ = std::max(limit_, 2 * open_.size());
}

void PairedRecords::finish() {
  for (const auto& [key, all] : open_)
    for (const Open& open : all) use(open);
  open_.clear();
}

}  // namespace lull::structure
