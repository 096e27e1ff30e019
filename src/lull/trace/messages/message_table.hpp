// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// All messages of a trace at once, on several threads: the same messages, in the same order, as
// GlobalTrace finds them one by one. Requires a trace in which no event has to wait for another:
// messages are received after they were sent, according to the clocks, and completed in the order
// in which their receives were posted. Other traces have no table.
//
// Memory: 40 bytes per message and 20 per call that sends or receives.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "lull/trace/messages/location_messages.hpp"

namespace lull {

class MessageTable {
 public:
  // A message: its source and destination location, and the indices of the send and receive in
  // their LocationMessages.
  struct Row {
    LocationId sender;
    std::uint32_t send = 0;
    LocationId receiver;
    std::uint32_t receive = 0;
  };

  // Reads the whole trace. Returns nothing if a GlobalTrace is needed. Throws Error like the
  // source.
  [[nodiscard]] static std::optional<MessageTable> read(const TraceSource& source,
                                                        std::size_t threads);

  // Returns the number of messages.
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] const LocationMessages& at(LocationId location) const {
    return locations_[location.index()];
  }
  // Returns whether the location sends or receives any message.
  [[nodiscard]] bool takes_part(LocationId location) const { return takes_part_[location.index()]; }

  // Calls use(first, rows) with the rows from index `first` on, in the order of their receives;
  // each row once, on several threads.
  using Use = std::function<void(std::size_t first, std::span<const Row> rows)>;
  void for_each(const Use& use) const;

 private:
  // A send or receive among the sends or receives of several locations.
  struct Place {
    Timestamp time;
    LocationId location;
    std::uint32_t number = 0;
    friend auto operator<=>(const Place&, const Place&) = default;
  };
  // The send that a receive matches.
  struct Sent {
    std::uint32_t location = LocationId::kUndefined;  // undefined: none
    std::uint32_t number = 0;
  };
  struct Channels;

  MessageTable(const TraceSource& source, std::size_t threads);
  void end_calls();
  [[nodiscard]] bool is_plain() const;
  void number_channels(Channels& channels) const;
  [[nodiscard]] bool queue_sends(Channels& channels) const;
  [[nodiscard]] bool match(const Channels& channels);
  [[nodiscard]] bool match(const Channels& channels, std::span<const Place> receives,
                           std::vector<std::uint32_t>& received, std::vector<LocationId>& receiver);
  void cut();
  [[nodiscard]] std::vector<Timestamp> borders() const;
  [[nodiscard]] bool has_ties() const;
  [[nodiscard]] std::vector<Place> receives_in(std::size_t slice) const;
  // Calls use(places) for each process with its message ends, sorted by time, then location; on
  // several threads. Returns whether every call returned true.
  template <class Ends, class ForProcess>
  [[nodiscard]] bool for_each_process(Ends ends, ForProcess use) const;

  const Definitions& definitions_;
  std::size_t threads_;
  std::vector<LocationMessages> locations_;
  std::vector<std::vector<Sent>> sent_;  // indexed by location and receive
  std::vector<bool> takes_part_;         // indexed by location
  bool ties_matter_ = false;             // whether the lower location may be later at equal times
  std::size_t size_ = 0;
  // Slices of the receive order, then the end: the first receive of each location; the first row.
  std::vector<std::vector<std::uint32_t>> slices_;
  std::vector<std::size_t> first_rows_;
};

}  // namespace lull
