// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// All messages of a trace at once, on several threads: the same ones, in the same order, as a
// GlobalTrace finds one after the other. That takes a trace in which nothing has to wait for
// anything else: messages are received after they were sent, by the clocks, and completed in the
// order in which their receives were posted. For others there is no table.
//
// Memory: 40 bytes a message and 20 for each call that sends or receives.
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
  // A message: the location that sent it and the one that received it, and which send and receive
  // that is of their LocationMessages.
  struct Row {
    LocationId sender;
    std::uint32_t send = 0;
    LocationId receiver;
    std::uint32_t receive = 0;
  };

  // Reads the whole trace. None: a GlobalTrace has to be asked. Throws Error as the source does.
  [[nodiscard]] static std::optional<MessageTable> read(const TraceSource& source,
                                                        std::size_t threads);

  // The number of messages.
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] const LocationMessages& at(LocationId location) const {
    return locations_[location.index()];
  }
  // Whether a message was sent or received there.
  [[nodiscard]] bool takes_part(LocationId location) const { return takes_part_[location.index()]; }

  // use(first, rows): rows from number `first` on, in the order of their receives; every row once,
  // on several threads.
  using Use = std::function<void(std::size_t first, std::span<const Row> rows)>;
  void for_each(const Use& use) const;

 private:
  // A send or receive among those of several locations.
  struct Place {
    Timestamp time;
    LocationId location;
    std::uint32_t number = 0;
    friend auto operator<=>(const Place&, const Place&) = default;
  };
  // Which send a receive takes.
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
  // use(places) with these ends of messages of each process, by time, then location; on several
  // threads. Whether it always says true.
  template <class Ends, class ForProcess>
  [[nodiscard]] bool for_each_process(Ends ends, ForProcess use) const;

  const Definitions& definitions_;
  std::size_t threads_;
  std::vector<LocationMessages> locations_;
  std::vector<std::vector<Sent>> sent_;  // by location and receive
  std::vector<bool> takes_part_;         // by location
  bool ties_matter_ = false;             // whether of equal times the lower location may be later
  std::size_t size_ = 0;
  // Slices of the order of receives, and their end: by location the first receive; the first row.
  std::vector<std::vector<std::uint32_t>> slices_;
  std::vector<std::size_t> first_rows_;
};

}  // namespace lull
