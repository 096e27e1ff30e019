// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// All units of one process.
#pragma once

#include <span>

#include "lull/structure/filter/collective_units.hpp"
#include "lull/structure/filter/message_units.hpp"
#include "lull/structure/filter/paired_records.hpp"

namespace lull::structure {

class ProcessUnits {
 public:
  // Says whether to use pairs within one process, too.
  enum class Pairs : std::uint8_t { Skip, Use };

  ProcessUnits(const Definitions& definitions, const Peers& peers,
               std::span<const LocationId> locations, Pairs pairs, const UseUnit& use)
      : messages_(definitions, peers, locations, use),
        collectives_(definitions, peers, locations, use),
        pairs_(use),
        uses_pairs_(pairs == Pairs::Use) {}

  // Passes the next event of the process.
  void look_at(const Place& place, const EventBody& body) {
    messages_.look_at(place, body);
    if (std::holds_alternative<Enter>(body) || std::holds_alternative<Leave>(body)) return;
    collectives_.look_at(place, body);
    if (uses_pairs_) pairs_.look_at(place, body);
  }
  // Call after the last event.
  void finish() {
    messages_.finish();
    collectives_.finish();
    if (uses_pairs_) pairs_.finish();
  }

 private:
  MessageUnits messages_;
  CollectiveUnits collectives_;
  PairedRecords pairs_;
  bool uses_pairs_;
};

}  // namespace lull::structure
