// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Finds the calls around records that stay within cuts: the enclosing calls up to the outermost MPI
// call, or the innermost call if there is no MPI call. Looks at one location, event by event; takes
// constant time per event at any call depth.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "lull/trace/rules/open_regions.hpp"
#include "lull/trace/rules/posting_order.hpp"

namespace lull::structure {

class RestoredCalls {
 public:
  // `definitions` must outlive this object.
  explicit RestoredCalls(const Definitions& definitions)
      : definitions_(definitions), regions_(definitions) {}

  // Passes the next event, and whether it is such a record. If the event leaves a call that stays,
  // returns the position of the call's enter event.
  std::optional<std::uint64_t> follow(std::uint64_t position, const EventBody& body, bool stays) {
    Frame closed;
    bool closed_stays = false;
    const RegionEffect effect = regions_.follow(
        body, [&](RegionId region) { return open(region, position); },
        [&](const Frame&) {
          closed = open_.back();
          closed_stays = close();
        });
    if (stays && !open_.empty()) {
      Frame& inner = open_.back();
      inner.stays_from =
          std::min({inner.stays_from, inner.outermost, std::size_t{open_.size() - 1}});
    }
    if (effect == RegionEffect::Leaves && closed_stays) return closed.enter;
    return std::nullopt;
  }

 private:
  static constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();
  struct Frame {
    RegionId region;
    std::uint64_t enter = 0;
    std::size_t outermost = kNone;   // depth of the outermost enclosing MPI call
    std::size_t stays_from = kNone;  // calls at this depth and deeper stay, up to this one
  };

  Frame open(RegionId region, std::uint64_t position) {
    Frame frame{region, position};
    if (!open_.empty()) frame.outermost = open_.back().outermost;
    if (frame.outermost == kNone && region.index() < definitions_.regions.size() &&
        is_mpi_call(definitions_.regions[region.index()]))
      frame.outermost = open_.size();
    open_.push_back(frame);
    return frame;
  }
  // Closes the innermost call; returns whether it stays.
  bool close() {
    const std::size_t from = open_.back().stays_from;
    open_.pop_back();
    if (from < open_.size()) open_.back().stays_from = std::min(open_.back().stays_from, from);
    return from <= open_.size();
  }

  const Definitions& definitions_;
  OpenRegions<Frame> regions_;
  std::vector<Frame> open_;  // same frames as in `regions_`
};

}  // namespace lull::structure
