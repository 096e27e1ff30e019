// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Waiting for a memory change: among the changes by other PEs up to the end of the wait, the last
// one to begin ended it. Works in time order, so that only open waits are stored.
#include <algorithm>
#include <limits>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include "lull/analysis/events/shmem_events.hpp"
#include "lull/analysis/matching/matcher.hpp"

namespace lull::analysis {
namespace {

struct OpenWait {
  bool object_known = false;  // true if its object has been reported
  bool knows_address = false;
  bool is_changed = false;
  std::uint64_t address = 0;
  ShmemChange change;                // the last one to begin
  std::vector<ShmemChange> earlier;  // the latest ones before the object was reported

  // Returns whether one object is part of the other, or may be because an object is unknown.
  [[nodiscard]] bool concerns(const ShmemChange& other) const {
    return !knows_address || !other.knows_address ||
           (other.address <= address && address - other.address < other.extent);
  }
};

class ShmemWaitMatcher final : public Matcher {
 public:
  explicit ShmemWaitMatcher(Bus& bus) : bus_(bus) {}

  [[nodiscard]] OperationTypes takes() const override { return types_of<ShmemChange>(); }
  [[nodiscard]] std::vector<const EventType*> publishes() const override {
    return {event_type<ShmemWaiting>()};
  }
  void take(Mails mails) override {
    for_each_operation<ShmemChange>(
        mails, [this](const ShmemChange& change) { changes_.push_back(change); });
  }
  void end_slice(Timestamp posted) override {
    const auto later =
        std::stable_partition(changes_.begin(), changes_.end(),
                              [posted](const ShmemChange& change) { return change.time < posted; });
    settle(static_cast<std::size_t>(later - changes_.begin()));
  }
  void finish() override { settle(changes_.size()); }
  void add_to(MatchingNotes& /*notes*/) const override {}

 private:
  // Indexed by thread and depth of the call.
  using Waits = std::map<std::pair<LocationId, std::uint32_t>, OpenWait>;

  void settle(std::size_t count) {
    const auto end = changes_.begin() + static_cast<std::ptrdiff_t>(count);
    // A change ends a wait that ends at the same time, but not a wait that begins then.
    const auto place = [](const ShmemChange& change) {
      return std::tuple(change.time, change.kind != ShmemChange::Kind::Changes,
                        change.call.location);
    };
    std::ranges::stable_sort(changes_.begin(), end, {}, place);
    std::for_each(changes_.begin(), end, [this](const ShmemChange& change) { settle(change); });
    changes_.erase(changes_.begin(), end);
  }
  void settle(const ShmemChange& change) {
    auto& waits = waits_[change.target];
    const std::pair key(change.call.location, change.depth);
    if (change.kind == ShmemChange::Kind::WaitBegins)
      begin(waits, change);
    else if (change.kind == ShmemChange::Kind::Changes)
      for (auto& [place, wait] : waits) note(wait, change);
    else if (const auto wait = waits.find(key); wait != waits.end())
      change.kind == ShmemChange::Kind::WaitTells ? set_object(wait->second, change)
                                                  : end(waits, wait, change);
    if (waits.empty()) waits_.erase(change.target);
  }
  // This is usually the only open wait of its thread: other open waits enclose it, or were never
  // left.
  static void begin(Waits& waits, const ShmemChange& change) {
    constexpr std::ptrdiff_t kMostNested = 8;
    const LocationId location = change.call.location;
    waits.erase(waits.lower_bound({location, change.depth}),
                waits.upper_bound({location, std::numeric_limits<std::uint32_t>::max()}));
    const auto own = waits.try_emplace({location, change.depth}).first;
    const auto first = waits.lower_bound({location, 0});
    if (std::distance(first, own) >= kMostNested) waits.erase(first);
  }
  static void note(OpenWait& wait, const ShmemChange& change) {
    constexpr std::size_t kMostEarlier = 16;
    if (!wait.object_known) {
      if (wait.earlier.size() == kMostEarlier) wait.earlier.erase(wait.earlier.begin());
      wait.earlier.push_back(change);
    }
    if (!wait.concerns(change)) return;
    if (wait.is_changed && wait.change.call.enter >= change.call.enter) return;
    wait.is_changed = true;
    wait.change = change;
  }
  static void set_object(OpenWait& wait, const ShmemChange& object) {
    wait.object_known = true;
    wait.knows_address = object.knows_address;
    wait.address = object.address;
    wait.is_changed = false;
    for (const ShmemChange& change : std::exchange(wait.earlier, {})) note(wait, change);
  }
  void end(Waits& waits, Waits::iterator wait, const ShmemChange& ended) {
    if (wait->second.is_changed)
      bus_.publish(ShmemWaiting{ended.target, ended.call, wait->second.change.call});
    waits.erase(wait);
  }

  Bus& bus_;
  std::vector<ShmemChange> changes_;  // from this slice and later ones
  std::map<ProcessId, Waits> waits_;
};

}  // namespace

std::unique_ptr<Matcher> match_shmem_waits(const MatcherPlace& place) {
  return std::make_unique<ShmemWaitMatcher>(place.bus);
}

}  // namespace lull::analysis
