// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// One event after the other: 16 bytes for Enter and Leave, and what other events hold beside them.
#pragma once

#include <vector>

#include "lull/trace/cursor.hpp"
#include "lull/trace/local/local_storage.hpp"

namespace lull {

class LinearStorage final : public LocalStorage {
 public:
  // Reads the cursor to its end; adds call paths to `tree`, which must outlive this.
  LinearStorage(EventCursor& cursor, CallTree& tree);

  [[nodiscard]] std::uint64_t size() const override { return entries_.size(); }
  [[nodiscard]] std::size_t bytes() const override;
  [[nodiscard]] Duration deviation() const override { return {}; }
  [[nodiscard]] std::unique_ptr<LocalPlace> begin() const override;
  [[nodiscard]] std::unique_ptr<LocalPlace> end() const override;

 private:
  friend class LinearPlace;
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};
  static constexpr std::uint32_t kMostWhat = (std::uint32_t{1} << 30) - 1;
  enum class Kind : std::uint32_t { Enter, Leave, Other };
  struct Entry {
    Entry(Timestamp t, Kind k, std::size_t w, std::uint32_t l)
        : time(t), kind(k), what(static_cast<std::uint32_t>(w) & kMostWhat), link(l) {}
    Timestamp time;
    Kind kind : 2;
    std::uint32_t what : 30;  // call path of Enter and Leave; place in others_
    // Of Enter its Leave; of Leave the Enter of its caller; else the Enter around it.
    std::uint32_t link;
  };
  static_assert(sizeof(Entry) == 16);

  void add(const Event& event, CallTree& tree, std::vector<std::uint32_t>& open);
  [[nodiscard]] std::uint32_t enter_of(std::uint64_t position) const;
  [[nodiscard]] std::uint32_t leave_of(std::uint64_t position) const;

  std::vector<Entry> entries_;
  std::vector<EventBody> others_;
  std::vector<std::unique_ptr<Value[]>> values_;
  std::size_t value_bytes_ = 0;
  const CallTree& tree_;
};

}  // namespace lull
