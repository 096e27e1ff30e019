// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "support/random/random_damage.hpp"

#include <algorithm>
#include <optional>
#include <random>
#include <utility>
#include <vector>

namespace lull::support {
namespace {

using Events = std::vector<Event>;

class Damage {
 public:
  Damage(MemoryTrace& trace, std::uint64_t seed) : trace_(trace), random_(seed * 7919 + 17) {}

  // Drops records, but not the calls around them.
  template <class... Bodies>
  void lose(std::uint64_t percent) {
    for_each_location([&](Events& events) {
      std::erase_if(events, [&](const Event& event) {
        return (std::holds_alternative<Bodies>(event.body) || ...) && chance(percent);
      });
    });
  }

  void add_stray_leaves() {
    const std::size_t regions = trace_.definitions_table.regions.size();
    for_each_location([&](Events& events) {
      for (std::size_t i = 0; i < events.size(); ++i) {
        if (!chance(3)) continue;
        const RegionId region(below(regions));
        const auto place = events.begin() + static_cast<std::ptrdiff_t>(i);
        if (!is_open(events, i, region))
          events.insert(place, {place->time, Leave{region}, nullptr});
      }
    });
  }

  void stop_early() {
    for_each_location([&](Events& events) {
      if (chance(40)) events.resize(below(events.size() + 1));
    });
  }
  void start_late() {
    for_each_location([&](Events& events) {
      if (!chance(40)) return;
      events.erase(events.begin(),
                   events.begin() + static_cast<std::ptrdiff_t>(below(events.size() / 2 + 1)));
    });
  }

  // Requests are cancelled instead of completed, or never end, or end twice; or they are freed, and
  // the next request reuses their identifier.
  void spoil_requests() {
    for_each_location([&](Events& events) {
      for (std::size_t i = 0; i < events.size(); ++i) {
        const auto* const send = std::get_if<MpiIsendComplete>(&events[i].body);
        const auto* const receive = std::get_if<MpiIrecv>(&events[i].body);
        if ((send == nullptr && receive == nullptr) || !chance(10)) continue;
        const auto request = send != nullptr ? send->request : receive->request;
        const auto place = events.begin() + static_cast<std::ptrdiff_t>(i);
        switch (below(4)) {
          case 0:
            events[i].body = MpiRequestCancelled{request};
            break;
          case 1:
            events.erase(place);
            break;
          case 2:
            events.erase(place);
            reuse(events, i, request);
            break;
          default:
            events.insert(place, Event(events[i]));
            ++i;
        }
      }
    });
  }

  // Records all later events with earlier, or much later, times.
  void step_clocks() {
    for_each_location([&](Events& events) {
      for (std::uint64_t steps = below(3); steps-- > 0 && !events.empty();) {
        const std::size_t from = below(events.size());
        const std::uint64_t by = below(300);
        const bool back = chance(60);
        for (std::size_t i = from; i < events.size(); ++i) {
          std::uint64_t& ticks = events[i].time.ticks;
          ticks = back ? ticks - std::min(ticks, by) : ticks + by;
        }
      }
    });
  }

  // Gives operations partners that do not exist.
  void misdirect() {
    const auto& communicators = trace_.definitions_table.communicators;
    const auto nobody = std::ranges::find(communicators, "nobody", &Communicator::name);
    const CommunicatorId empty(static_cast<std::size_t>(nobody - communicators.begin()));
    for_each_location([&](Events& events) {
      for (Event& event : events) {
        if (!chance(4)) continue;
        if (auto* const send = std::get_if<MpiSend>(&event.body)) send->receiver = 77;
        if (auto* const send = std::get_if<MpiIsend>(&event.body)) send->communicator = empty;
        if (auto* const receive = std::get_if<MpiRecv>(&event.body)) receive->sender = 77;
        if (auto* const receive = std::get_if<MpiIrecv>(&event.body)) receive->sender = 77;
        if (auto* const end = std::get_if<MpiCollectiveEnd>(&event.body)) end->communicator = empty;
      }
    });
  }

  void interrupt() {
    for_each_location([&](Events& events) {
      for (std::size_t i = 0; i < events.size(); ++i) {
        if (!chance(4)) continue;
        const Timestamp time = events[i].time;
        const auto place = events.begin() + static_cast<std::ptrdiff_t>(i);
        if (chance(70))
          events.insert(
              place,
              {time, BufferFlush{time + Duration{static_cast<std::int64_t>(below(90))}}, nullptr});
        else
          events.insert(place, {time, MeasurementOnOff{chance(50)}, nullptr});
      }
    });
  }

 private:
  std::uint64_t below(std::uint64_t limit) { return limit == 0 ? 0 : random_() % limit; }
  bool chance(std::uint64_t percent) { return below(100) < percent; }

  template <class Change>
  void for_each_location(Change change) {
    for (Events& events : trace_.events) change(events);
  }

  // The next request posted from there on gets this identifier.
  static void reuse(Events& events, std::size_t from, std::uint64_t identifier) {
    std::optional<std::uint64_t> other;
    const auto rename = [&](auto& request, bool posted) {
      if (!other && posted) other = request.request;
      if (other && request.request == *other) request.request = identifier;
    };
    for (std::size_t i = from; i < events.size(); ++i) {
      EventBody& body = events[i].body;
      if (auto* const send = std::get_if<MpiIsend>(&body)) rename(*send, true);
      if (auto* const receive = std::get_if<MpiIrecvRequest>(&body)) rename(*receive, true);
      if (auto* const end = std::get_if<MpiIsendComplete>(&body)) rename(*end, false);
      if (auto* const end = std::get_if<MpiIrecv>(&body)) rename(*end, false);
      if (auto* const end = std::get_if<MpiRequestCancelled>(&body)) rename(*end, false);
    }
  }

  static bool is_open(const Events& events, std::size_t before, RegionId region) {
    int depth = 0;
    for (std::size_t i = 0; i < before; ++i) {
      const auto* const enter = std::get_if<Enter>(&events[i].body);
      const auto* const leave = std::get_if<Leave>(&events[i].body);
      if (enter != nullptr && enter->region == region) ++depth;
      if (leave != nullptr && leave->region == region) --depth;
    }
    return depth > 0;
  }

  MemoryTrace& trace_;
  std::mt19937_64 random_;
};

}  // namespace

void damage(MemoryTrace& trace, std::uint64_t seed, const RandomTraceOptions& options) {
  Damage damage(trace, seed);
  if (options.lost_messages) damage.lose<MpiSend, MpiRecv, MpiIsend, MpiIrecvRequest, MpiIrecv>(4);
  if (options.lost_members) damage.lose<MpiCollectiveEnd, MpiCollectiveBegin>(4);
  if (options.lost_records)
    damage.lose<ThreadAcquireLock, ThreadReleaseLock, ThreadTaskCreate, ThreadTaskSwitch,
                ThreadTaskComplete, ThreadEnd, ThreadWait>(5);
  if (options.skipped_leaves) damage.lose<Leave>(4);
  if (options.stray_leaves) damage.add_stray_leaves();
  if (options.odd_requests) damage.spoil_requests();
  if (options.empty_definitions) damage.misdirect();
  if (options.open_ends) damage.stop_early();
  if (options.late_starts) damage.start_late();
  if (options.interruptions) damage.interrupt();
  if (options.stepping_clocks) damage.step_clocks();
}

}  // namespace lull::support
