// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// An event of another process's trace: its contents and position, without access to its neighbours
// (PEARL, section 4.5).
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "lull/base/memory/packing.hpp"
#include "lull/trace/local/local_trace.hpp"

namespace lull::parallel {

class RemoteEvent {
 public:
  RemoteEvent() = default;
  // Copies the event without its attributes.
  RemoteEvent(const LocalTrace& trace, const LocalTrace::iterator& event);

  [[nodiscard]] Timestamp time() const { return event_.time; }
  // Returns the location that recorded it.
  [[nodiscard]] LocationId location() const { return location_; }
  // Returns the index among the events of its location, from 0.
  [[nodiscard]] std::uint64_t position() const { return position_; }
  // Returns its call path in its trace's call tree. The node is the same in all processes if all
  // traces were read with the tree that exchange_call_tree() returned.
  [[nodiscard]] CallNodeId node() const { return node_; }
  [[nodiscard]] const EventBody& body() const { return event_.body; }
  // Null if the event is of another kind.
  template <class Body>
  [[nodiscard]] const Body* get_if() const {
    return std::get_if<Body>(&event_.body);
  }

  void pack(Packer& packer) const;
  [[nodiscard]] static RemoteEvent unpack(Unpacker& unpacker);

 private:
  LocationId location_;
  std::uint64_t position_ = 0;
  CallNodeId node_;
  Event event_{};
  std::shared_ptr<const std::vector<Value>> values_;  // a metric sample's
};

}  // namespace lull::parallel
