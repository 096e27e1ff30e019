// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/structure/filter/iteration_cuts.hpp"

#include <algorithm>
#include <mutex>

#include "lull/trace/open_regions.hpp"

namespace lull::structure {
namespace {

std::vector<Cut> cuts_of(const std::vector<std::uint64_t>& borders, const std::vector<bool>& kept) {
  std::vector<Cut> cuts;
  for (std::size_t i = 0; i + 1 < borders.size(); ++i) {
    if (kept[i] || borders[i] == borders[i + 1]) continue;
    if (!cuts.empty() && cuts.back().last == borders[i])
      cuts.back().last = borders[i + 1];
    else
      cuts.push_back({borders[i], borders[i + 1]});
  }
  return cuts;
}

// Follows the calls of a location, and notices where a cut begins or ends within one of its calls.
class WholeCalls {
 public:
  WholeCalls(const Definitions& definitions, const std::vector<Cut>& cuts)
      : regions_(definitions), cuts_(&cuts) {}

  void add(const EventBody& body) {
    const bool is_in = next_ < cuts_->size() && position_ >= (*cuts_)[next_].first;
    if (is_in && position_ == (*cuts_)[next_].first) depth_ = regions_.stack().size();
    const auto open = [](RegionId region) { return Frame{region}; };
    const auto close = [&](const Frame&) {
      if (is_in && regions_.stack().size() < depth_) are_whole_ = false;
    };
    const RegionEffect effect = regions_.follow(body, open, close);
    if (is_in && effect == RegionEffect::Stray) are_whole_ = false;
    ++position_;
    if (!is_in || position_ < (*cuts_)[next_].last) return;
    if (regions_.stack().size() != depth_) are_whole_ = false;
    ++next_;
  }

  // At the end of the location.
  [[nodiscard]] bool are_whole() const { return are_whole_ && next_ == cuts_->size(); }

 private:
  struct Frame {
    RegionId region;
  };
  OpenRegions<Frame> regions_;
  const std::vector<Cut>* cuts_;
  std::size_t next_ = 0;   // cut
  std::size_t depth_ = 0;  // of calls where it begins
  std::uint64_t position_ = 0;
  bool are_whole_ = true;
};

}  // namespace

IterationCuts cuts_between(const TraceSource& trace, const Iterations& iterations,
                           const std::vector<bool>& kept, std::size_t threads) {
  IterationCuts result;
  result.cuts.resize(iterations.positions.size());
  std::mutex mutex;
  for_each_location(result.cuts.size(), threads, [&](LocationId location) {
    std::vector<Cut>& cuts = result.cuts[location.index()];
    cuts = cuts_of(iterations.positions[location.index()], kept);
    if (cuts.empty()) return;
    WholeCalls calls(trace.definitions(), cuts);
    for_each_event(trace, location, [&](const Event& event) { calls.add(event.body); });
    if (calls.are_whole()) return;
    cuts.clear();
    const std::scoped_lock lock(mutex);
    result.uncut.push_back(location);
  });
  std::ranges::sort(result.uncut);
  return result;
}

}  // namespace lull::structure
