// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/trace/global/receive_numbers.hpp"

#include <algorithm>
#include <vector>

#include "lull/trace/rules/posting_order.hpp"
#include "lull/trace/source/process_events.hpp"

namespace lull {
namespace {

// Calls use(operation) for all receives of the locations of a process, in the order in which they
// were posted; their places are positions.
template <class Use>
void for_each_receive(const TraceSource& source, std::span<const LocationId> locations, Use use) {
  PostingOrder order(source.definitions(), locations);
  for_each_event_of_process(source, locations,
                            [&](std::size_t thread, std::uint64_t position, const Event& event) {
                              order.look_at(thread, position, event.body);
                              for (const PostingOrder::Operation& receive : order.receives())
                                use(receive);
                            });
  order.finish();
  for (const PostingOrder::Operation& receive : order.receives()) use(receive);
}

// The channels on which receives are not simply sequential in posting order.
class Irregular {
 public:
  void look_at(const PostingOrder::Operation& receive) {
    const auto [last, first] = last_.try_emplace(receive.channel, Last{receive.thread, 0, false});
    if (!first && (last->second.thread != receive.thread || last->second.place > receive.place))
      last->second.irregular = true;
    last->second.place = receive.place;
  }
  [[nodiscard]] bool has(const MessageChannel& channel) const {
    return last_.at(channel).irregular;
  }
  [[nodiscard]] bool any() const {
    return std::ranges::any_of(last_, [](const auto& last) { return last.second.irregular; });
  }

 private:
  struct Last {
    std::size_t thread = 0;
    std::uint64_t place = 0;
    bool irregular = false;
  };
  std::unordered_map<MessageChannel, Last, MessageChannel::Hash> last_;
};

}  // namespace

void ReceiveNumbers::read(ProcessId process) {
  if (read_[process.index()]) return;
  read_[process.index()] = true;
  const auto& locations = source_.definitions().processes[process.index()].locations;
  Irregular irregular;
  for_each_receive(source_, locations,
                   [&](const PostingOrder::Operation& receive) { irregular.look_at(receive); });
  if (!irregular.any()) return;
  Channels found;
  for_each_receive(source_, locations, [&](const PostingOrder::Operation& receive) {
    if (irregular.has(receive.channel))
      found[receive.channel][locations[receive.thread]].push_back({receive.place, receive.number});
  });
  for (auto& [channel, places] : found)
    for (auto& [location, receives] : places) std::ranges::sort(receives, {}, &Receive::position);
  channels_.merge(found);
}

std::optional<std::uint64_t> ReceiveNumbers::number(const MessageChannel& channel,
                                                    LocationId location,
                                                    std::uint64_t position) const {
  const Places& places = channels_.at(channel);
  const auto at = places.find(location);
  if (at == places.end()) return std::nullopt;
  const auto found = std::ranges::lower_bound(at->second, position, {}, &Receive::position);
  if (found == at->second.end() || found->position != position) return std::nullopt;
  return found->number;
}

std::uint64_t ReceiveNumbers::received_before(const MessageChannel& channel,
                                              std::span<const std::uint64_t> positions) const {
  std::uint64_t count = 0;
  for (const auto& [location, receives] : channels_.at(channel))
    count += static_cast<std::uint64_t>(
        std::ranges::lower_bound(receives, positions[location.index()], {}, &Receive::position) -
        receives.begin());
  return count;
}

}  // namespace lull
