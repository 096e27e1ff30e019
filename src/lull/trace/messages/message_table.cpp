// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/trace/messages/message_table.hpp"

#include <algorithm>
#include <atomic>
#include <utility>

#include "lull/base/memory/hash_index.hpp"
#include "lull/base/run_on_threads.hpp"

namespace lull {
namespace {

constexpr std::size_t kSliceReceives = std::size_t{1} << 16;  // approximate

// Calls work(0), work(1), … up to `count` on several threads.
void for_each_on_threads(std::size_t threads, std::size_t count,
                         const std::function<void(std::size_t)>& work) {
  std::atomic<std::size_t> next = 0;
  run_on_threads(std::min(threads, count), [&] {
    for (std::size_t i = next++; i < count; i = next++) work(i);
  });
}

// Returns whether different locations have entries with the same time. Places ascend.
bool tied(const auto& places) {
  return std::ranges::adjacent_find(places, [](const auto& a, const auto& b) {
           return a.time == b.time && a.location != b.location;
         }) != places.end();
}

// Merges the sorted runs that begin at `begins`, the last entry of which is the end.
template <class T>
void merge_runs(std::vector<T>& all, std::vector<std::size_t> begins) {
  std::vector<T> merged(all.size());
  const auto at = [&](std::size_t place) {
    return all.begin() + static_cast<std::ptrdiff_t>(place);
  };
  while (begins.size() > 2) {
    std::vector<std::size_t> fewer;
    for (std::size_t i = 0; i + 1 < begins.size(); i += 2) {
      const std::size_t end = begins[std::min(i + 2, begins.size() - 1)];
      std::merge(at(begins[i]), at(begins[i + 1]), at(begins[i + 1]), at(end),
                 merged.begin() + static_cast<std::ptrdiff_t>(begins[i]));
      fewer.push_back(begins[i]);
    }
    fewer.push_back(begins.back());
    begins = std::move(fewer);
    all.swap(merged);
  }
}

}  // namespace

// The channels of all locations, and the sends of each in order.
struct MessageTable::Channels {
  std::vector<MessageChannel> channels;
  std::vector<std::vector<std::uint32_t>> numbers;  // indexed by location, then by its channels
  std::vector<std::size_t> begins;  // indexed by channel: start in `sends`; then the end
  std::vector<Sent> sends;
};

std::optional<MessageTable> MessageTable::read(const TraceSource& source, std::size_t threads) {
  MessageTable table(source, threads);
  if (!table.is_plain()) return std::nullopt;
  Channels channels;
  table.number_channels(channels);
  if (!table.queue_sends(channels) || !table.match(channels)) return std::nullopt;
  table.cut();
  if (table.ties_matter_ && table.has_ties()) return std::nullopt;
  return table;
}

MessageTable::MessageTable(const TraceSource& source, std::size_t threads)
    : definitions_(source.definitions()),
      threads_(threads),
      locations_(definitions_.location_count()),
      sent_(locations_.size()) {
  for_each_on_threads(threads, locations_.size(), [&](std::size_t i) {
    const ProcessId process = definitions_.locations[i].process;
    const bool alone =
        !process.defined() || definitions_.processes[process.index()].locations.size() < 2;
    locations_[i] = read_messages(source, LocationId(i), alone);
  });
  for (const LocationMessages& location : locations_) ties_matter_ = ties_matter_ || location.waits;
  end_calls();
}

// Calls that are open at the end of the trace end with the last event of the process.
void MessageTable::end_calls() {
  for (const auto& process : definitions_.processes) {
    Timestamp end;
    for (const LocationId location : process.locations) end = std::max(end, at(location).latest);
    for (const LocationId location : process.locations)
      for (const std::uint32_t call : at(location).unfinished)
        locations_[location.index()].leaves[call] = end;
  }
}

// Requests belong to their process: threads that complete each other's are not supported.
bool MessageTable::is_plain() const {
  if (!std::ranges::all_of(locations_, &LocationMessages::plain)) return false;
  return std::ranges::all_of(definitions_.processes, [&](const auto& process) {
    return std::ranges::count_if(process.locations, [&](LocationId location) {
             return at(location).uses_requests;
           }) < 2;
  });
}

void MessageTable::number_channels(Channels& channels) const {
  HashIndex known;
  const auto hash_of = [&](std::uint32_t number) {
    return MessageChannel::Hash()(channels.channels[number]);
  };
  for (const LocationMessages& location : locations_) {
    auto& numbers = channels.numbers.emplace_back();
    for (const MessageChannel& channel : location.channels) {
      std::uint32_t number = known.find(MessageChannel::Hash()(channel), [&](std::uint32_t other) {
        return channels.channels[other] == channel;
      });
      if (number == HashIndex::kNone) {
        number = static_cast<std::uint32_t>(channels.channels.size());
        channels.channels.push_back(channel);
        known.insert(number, hash_of);
      }
      numbers.push_back(number);
    }
  }
}

template <class Ends, class ForProcess>
bool MessageTable::for_each_process(Ends ends, ForProcess use) const {
  std::atomic<bool> all = true;
  for_each_on_threads(threads_, definitions_.processes.size(), [&](std::size_t process) {
    std::vector<Place> places;
    const auto& locations = definitions_.processes[process].locations;
    for (const LocationId location : locations) {
      std::uint32_t number = 0;
      for (const auto& end : at(location).*ends) places.push_back({end.time, location, number++});
    }
    if (locations.size() > 1) std::ranges::sort(places);
    if (!use(std::span<const Place>(places))) all = false;
  });
  return all;
}

// All sends of a channel are in one process. Returns false where threads send at the same time and
// may have to wait.
bool MessageTable::queue_sends(Channels& channels) const {
  channels.begins.assign(channels.channels.size() + 1, 0);
  for (std::size_t i = 0; i < locations_.size(); ++i)
    for (const LocationMessages::Send& send : locations_[i].sends)
      ++channels.begins[channels.numbers[i][send.channel] + 1];
  for (std::size_t i = 1; i < channels.begins.size(); ++i)
    channels.begins[i] += channels.begins[i - 1];
  channels.sends.resize(channels.begins.back());
  std::vector<std::size_t> ends(channels.begins.begin(), channels.begins.end() - 1);
  return for_each_process(&LocationMessages::sends, [&](std::span<const Place> places) {
    if (ties_matter_ && tied(places)) return false;
    for (const Place& place : places) {
      const std::size_t location = place.location.index();
      const auto channel = locations_[location].sends[place.number].channel;
      channels.sends[ends[channels.numbers[location][channel]]++] = {place.location.value,
                                                                     place.number};
    }
    return true;
  });
}

bool MessageTable::match(const Channels& channels) {
  for (std::size_t i = 0; i < locations_.size(); ++i)
    sent_[i].resize(locations_[i].receives.size());
  std::vector<std::uint32_t> received(channels.channels.size());  // indexed by channel
  std::vector<LocationId> receiver(channels.channels.size());
  return for_each_process(&LocationMessages::receives, [&](std::span<const Place> places) {
    return match(channels, places, received, receiver);
  });
}

// Matches the receives of a process. Returns false if one precedes its message, or if threads share
// a channel.
bool MessageTable::match(const Channels& channels, std::span<const Place> receives,
                         std::vector<std::uint32_t>& received, std::vector<LocationId>& receiver) {
  for (const Place& place : receives) {
    const std::size_t location = place.location.index();
    const auto local = locations_[location].receives[place.number].channel;
    const std::uint32_t channel = channels.numbers[location][local];
    if (receiver[channel].defined() && receiver[channel] != place.location) return false;
    receiver[channel] = place.location;
    const std::size_t number = channels.begins[channel] + received[channel];
    if (number == channels.begins[channel + 1]) continue;
    ++received[channel];
    const Sent sent = channels.sends[number];
    const Timestamp time = locations_[sent.location].sends[sent.number].time;
    if (time > place.time) return false;
    if (time == place.time && (ties_matter_ || sent.location >= location)) return false;
    sent_[location][place.number] = sent;
  }
  return true;
}

// Returns times that divide the receives into slices of about equal size.
std::vector<Timestamp> MessageTable::borders() const {
  constexpr std::size_t kSamples = 64;  // per slice
  constexpr std::size_t kStep = kSliceReceives / kSamples;
  std::vector<Timestamp> samples;
  std::size_t count = 0;
  for (const LocationMessages& location : locations_)
    for (const LocationMessages::Receive& receive : location.receives)
      if (++count % kStep == 0) samples.push_back(receive.time);
  std::ranges::sort(samples);
  std::vector<Timestamp> borders;
  for (std::size_t i = kSamples; i < samples.size(); i += kSamples) borders.push_back(samples[i]);
  return borders;
}

void MessageTable::cut() {
  std::vector<Timestamp> borders = this->borders();
  slices_.emplace_back(locations_.size());
  for (const Timestamp border : borders) {
    auto& begins = slices_.emplace_back();
    for (const LocationMessages& location : locations_) {
      const auto begin =
          std::ranges::lower_bound(location.receives, border, {}, &LocationMessages::Receive::time);
      begins.push_back(static_cast<std::uint32_t>(begin - location.receives.begin()));
    }
  }
  auto& end = slices_.emplace_back();
  for (const auto& sent : sent_) end.push_back(static_cast<std::uint32_t>(sent.size()));
  first_rows_.assign(slices_.size(), 0);
  takes_part_.assign(locations_.size(), false);
  for (std::size_t slice = 0; slice + 1 < slices_.size(); ++slice)
    for (std::size_t i = 0; i < locations_.size(); ++i)
      for (std::uint32_t number = slices_[slice][i]; number < slices_[slice + 1][i]; ++number) {
        const std::uint32_t sender = sent_[i][number].location;
        if (sender == LocationId::kUndefined) continue;
        ++first_rows_[slice + 1];
        takes_part_[i] = takes_part_[sender] = true;
      }
  for (std::size_t i = 1; i < first_rows_.size(); ++i) first_rows_[i] += first_rows_[i - 1];
  size_ = first_rows_.back();
}

bool MessageTable::has_ties() const {
  std::atomic<bool> found = false;
  for_each_on_threads(threads_, slices_.size() - 1, [&](std::size_t slice) {
    if (tied(receives_in(slice))) found = true;
  });
  return found;
}

// Returns the receives with a message, in order.
std::vector<MessageTable::Place> MessageTable::receives_in(std::size_t slice) const {
  std::vector<Place> places;
  std::vector<std::size_t> begins;
  for (std::size_t i = 0; i < locations_.size(); ++i) {
    begins.push_back(places.size());
    for (std::uint32_t number = slices_[slice][i]; number < slices_[slice + 1][i]; ++number)
      if (sent_[i][number].location != LocationId::kUndefined)
        places.push_back({locations_[i].receives[number].time, LocationId(i), number});
  }
  begins.push_back(places.size());
  merge_runs(places, std::move(begins));
  return places;
}

void MessageTable::for_each(const Use& use) const {
  for_each_on_threads(threads_, slices_.size() - 1, [&](std::size_t slice) {
    std::vector<Row> rows;
    for (const Place& place : receives_in(slice)) {
      const Sent& sent = sent_[place.location.index()][place.number];
      rows.push_back({LocationId(sent.location), sent.number, place.location, place.number});
    }
    use(first_rows_[slice], rows);
  });
}

}  // namespace lull
