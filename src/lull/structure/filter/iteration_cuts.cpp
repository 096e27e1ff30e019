// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/structure/filter/iteration_cuts.hpp"

#include <algorithm>
#include <mutex>
#include <optional>

#include "lull/trace/rules/open_regions.hpp"

namespace lull::structure {
namespace {

// The numbers of open regions and of open teams that the location forked.
struct Depth {
  std::size_t regions = 0;
  std::size_t forks = 0;
  friend bool operator==(const Depth&, const Depth&) = default;
  [[nodiscard]] bool holds(const Depth& least) const {
    return regions >= least.regions && forks >= least.forks;
  }
};

// Follows a location from one iteration border to the next. A border between a fork and the region
// it belongs to is moved before the fork, so that both stay together.
class Borders {
 public:
  struct Border {
    std::uint64_t position = 0;
    Depth depth;
    Depth least;  // minimum until the next border
    bool sound = true;
  };

  Borders(const Definitions& definitions, const std::vector<std::uint64_t>& positions)
      : regions_(definitions), positions_(&positions) {}

  void add(const EventBody& body) {
    meet_border();
    if (std::holds_alternative<ThreadFork>(body))
      forks_.push_back({position_, regions_.stack().size()});
    else if (std::holds_alternative<ThreadJoin>(body) && !forks_.empty())
      forks_.pop_back();
    const auto open = [](RegionId region) { return Frame{region}; };
    const RegionEffect effect = regions_.follow(body, open, [](const Frame&) {});
    ++position_;
    if (borders_.empty()) return;
    Border& last = borders_.back();
    last.least.regions = std::min(last.least.regions, regions_.stack().size());
    last.least.forks = std::min(last.least.forks, forks_.size());
    last.sound = last.sound && effect != RegionEffect::Stray;
  }

  // Must be called at the end of the location. Returns fewer borders than positions if it ends
  // early.
  [[nodiscard]] std::vector<Border> take() {
    meet_border();
    return std::move(borders_);
  }

 private:
  struct Frame {
    RegionId region;
  };
  struct Fork {
    std::uint64_t position = 0;
    std::size_t regions = 0;  // number of open regions
  };

  void meet_border() {
    while (borders_.size() < positions_->size() && (*positions_)[borders_.size()] == position_) {
      Border border{position_, {regions_.stack().size(), forks_.size()}, {}};
      for (; border.depth.forks > 0; --border.depth.forks) {
        const Fork& fork = forks_[border.depth.forks - 1];
        if (fork.regions != border.depth.regions) break;
        border.position = fork.position;
      }
      border.least = border.depth;
      borders_.push_back(border);
    }
  }

  OpenRegions<Frame> regions_;
  std::vector<Fork> forks_;
  const std::vector<std::uint64_t>* positions_;
  std::vector<Border> borders_;
  std::uint64_t position_ = 0;
};

// Returns the cuts; empty if a cut would begin or end within a call.
std::optional<std::vector<Cut>> cuts_of(const std::vector<Borders::Border>& borders,
                                        const std::vector<bool>& kept) {
  std::vector<Cut> cuts;
  for (std::size_t i = 0; i < kept.size(); ++i) {
    if (kept[i]) continue;
    const Borders::Border& first = borders[i];
    for (; i < kept.size() && !kept[i]; ++i)
      if (!borders[i].sound || !borders[i].least.holds(first.depth)) return std::nullopt;
    if (borders[i].depth != first.depth) return std::nullopt;
    if (first.position < borders[i].position) cuts.push_back({first.position, borders[i].position});
  }
  return cuts;
}

}  // namespace

IterationCuts cuts_between(const TraceSource& trace, const Iterations& iterations,
                           const std::vector<bool>& kept, std::size_t threads) {
  IterationCuts result;
  result.cuts.resize(iterations.positions.size());
  if (std::ranges::find(kept, false) == kept.end()) return result;
  std::mutex mutex;
  for_each_location(result.cuts.size(), threads, [&](LocationId location) {
    const std::vector<std::uint64_t>& positions = iterations.positions[location.index()];
    if (positions.empty()) return;
    Borders walk(trace.definitions(), positions);
    for_each_event(trace, location, [&](const Event& event) { walk.add(event.body); });
    const std::vector<Borders::Border> borders = walk.take();
    std::optional<std::vector<Cut>> cuts;
    if (borders.size() == kept.size() + 1) cuts = cuts_of(borders, kept);
    if (cuts) {
      result.cuts[location.index()] = std::move(*cuts);
      return;
    }
    const std::scoped_lock lock(mutex);
    result.uncut.push_back(location);
  });
  std::ranges::sort(result.uncut);
  return result;
}

}  // namespace lull::structure
