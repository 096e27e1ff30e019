// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// A flat event array: 16 bytes for Enter and Leave, plus the body of other events.
#pragma once

#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "lull/trace/local/local_storage.hpp"
#include "lull/trace/rules/open_regions.hpp"
#include "lull/trace/source/cursor.hpp"

namespace lull {

class LinearStorage final : public LocalStorage {
 public:
  // Reads the cursor to its end; adds call paths to `tree`, which must outlive this.
  LinearStorage(EventCursor& cursor, const Definitions& definitions, CallTree& tree);

  [[nodiscard]] std::uint64_t size() const override { return entries_.size(); }
  [[nodiscard]] std::size_t bytes() const override;
  [[nodiscard]] Duration deviation() const override { return {}; }
  [[nodiscard]] std::unique_ptr<LocalPlace> at(std::uint64_t position) const override;

 private:
  friend class LinearPlace;
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};
  static constexpr unsigned kWhatBits = 29;
  static constexpr std::uint32_t kMostWhat = (std::uint32_t{1} << kWhatBits) - 1;
  // Stray: a leave of a region that is not open.
  enum class Kind : std::uint32_t { Enter, Leave, ContextEnter, ContextLeave, Stray, Other };
  struct Entry {
    Entry(Timestamp t, Kind k, std::size_t w, std::uint32_t l)
        : time(t), kind(k), what(static_cast<std::uint32_t>(w) & kMostWhat), link(l) {}
    Timestamp time;
    Kind kind : 3;
    // Call path of Enter and Leave; index in contexts_ for events with a calling context; otherwise
    // index in others_.
    std::uint32_t what : kWhatBits;
    // For an enter its leave; for a leave the enter of its caller; otherwise the enclosing enter.
    std::uint32_t link;
  };
  static_assert(sizeof(Entry) == 16);
  struct ContextCall {
    CallNodeId node;
    CallingContextId context;
    std::uint32_t unwind_distance = 0;  // for an Enter
  };
  struct Frame {
    RegionId region;
    CallNodeId node;
    std::uint32_t enter = kNone;
  };

  void add(const Event& event, CallTree& tree, OpenRegions<Frame>& regions);
  void add_other(const Event& event, Kind kind, std::uint32_t around);
  [[nodiscard]] std::uint32_t enter_of(std::uint64_t position) const;
  [[nodiscard]] std::uint32_t leave_of(std::uint64_t position) const;
  [[nodiscard]] CallNodeId node_of(std::uint64_t position) const;
  // Returns the node of the region that is open after the event.
  [[nodiscard]] CallNodeId node_behind(std::uint64_t position) const;

  std::vector<Entry> entries_;
  std::vector<ContextCall> contexts_;
  std::unordered_map<std::uint32_t, std::uint32_t> skipping_;  // leave → enter, where it skips
  std::vector<EventBody> others_;
  std::vector<std::unique_ptr<Value[]>> values_;
  std::size_t value_bytes_ = 0;
  const CallTree& tree_;
};

}  // namespace lull
