// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// A cursor for traces with more locations than files may be open: reads many events ahead, packs
// them compactly, and releases the file until they are used up.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include "lull/trace/event/event_packer.hpp"
#include "lull/trace/source/cursor.hpp"

namespace lull {

class StashedCursor final : public EventCursor {
 public:
  // Reads up to `ahead` events at a time from `inner`, which was opened with the same `attributes`.
  StashedCursor(std::unique_ptr<EventCursor> inner, std::size_t ahead,
                Attributes attributes = Attributes::Skip);

  std::span<const Event> next() override;
  void release(std::size_t unread) override;
  void seek(std::uint64_t position) override;
  // Known only at the start of each group of events that was read ahead.
  [[nodiscard]] std::optional<std::uint64_t> position() const override {
    return fresh_ ? position_ : std::nullopt;
  }
  [[nodiscard]] const std::string& damage() const override { return inner_->damage(); }

  // Returns whether there are more events; reads ahead if all earlier ones are used up.
  [[nodiscard]] bool more();
  // Returns the time of the next event; there must be one.
  [[nodiscard]] Timestamp next_time() override { return packer_.next_time(); }
  // Calls use(time, body) for the next events while is_wanted(time), without making a batch.
  // Returns their number. Calls begin() before the first event of each group that was read ahead.
  template <class IsWanted, class Use, class Begin>
  std::size_t use_while(IsWanted is_wanted, Use use, Begin begin) {
    std::size_t number = 0;
    while (more()) {
      if (fresh_) begin();
      fresh_ = false;
      number += packer_.unpack_while(is_wanted, use);
      if (packer_.size() > 0) break;
    }
    return number;
  }

 private:
  std::unique_ptr<EventCursor> inner_;
  std::size_t ahead_;
  Attributes attributes_;
  bool ended_ = false;
  bool fresh_ = false;                     // nothing of what was read ahead has been used yet
  std::optional<std::uint64_t> position_;  // the first event read ahead
  EventPacker packer_;
  std::vector<Event> events_;
  std::vector<std::vector<Value>> values_;
};

}  // namespace lull
