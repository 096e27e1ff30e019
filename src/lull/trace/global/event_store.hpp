// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The events of a trace in memory, packed into independently decodable blocks. When there are too
// many, the least recently used blocks are dropped and read again on demand. Single-threaded.
#pragma once

#include <cstddef>
#include <cstdint>
#include <list>
#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "lull/trace/event/event_coding.hpp"
#include "lull/trace/source/cursor.hpp"

namespace lull {

class EventStore {
 public:
  static constexpr std::size_t kBlockEvents = 256;

  struct Block {
    std::vector<std::byte> bytes;
    std::size_t events = 0;
  };

  // Holds at most about `memory` bytes of events. `source` must outlive this.
  EventStore(const TraceSource& source, std::size_t memory);

  // Returns a block of a location's events; null after the last one.
  [[nodiscard]] std::shared_ptr<const Block> block(LocationId location, std::size_t number);

  [[nodiscard]] const Definitions& definitions() const { return source_.definitions(); }
  [[nodiscard]] std::size_t bytes() const { return bytes_; }
  // Returns sentences about locations whose events end early, among those read so far.
  [[nodiscard]] std::vector<std::string> damage() const;

 private:
  using Use = std::pair<LocationId, std::size_t>;
  struct Slot {
    std::shared_ptr<const Block> block;
    std::list<Use>::iterator use;
  };
  // A location that is being read.
  struct Stream {
    std::unique_ptr<EventCursor> cursor;
    std::vector<Slot> slots;
    std::size_t next = 0;         // number of the block being filled
    std::vector<std::byte> open;  // the bytes of that block, and spare capacity
    std::size_t open_bytes = 0;
    std::size_t open_events = 0;
    EventEncoder encoder;
    bool ended = false;
  };

  void read_on(LocationId location, Stream& stream);
  void add(LocationId location, Stream& stream, std::span<const Event> events);
  void close_block(LocationId location, Stream& stream);
  void drop_old();

  const TraceSource& source_;
  std::size_t memory_;
  std::size_t bytes_ = 0;
  std::vector<Stream> streams_;
  std::list<Use> uses_;  // most recent first
};

}  // namespace lull
