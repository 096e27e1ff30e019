// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "support/random/random_receives.hpp"

#include <algorithm>
#include <optional>
#include <random>
#include <tuple>
#include <vector>

#include "support/definition_builder.hpp"

namespace lull::support {
namespace {

// Times are assigned afterwards: events of all threads of a process in one random order, with
// occasional equal times.
class ReceivesGenerator {
 public:
  ReceivesGenerator(std::uint64_t seed, const RandomReceivesOptions& options)
      : random_(seed),
        options_(options),
        trace_(std::make_unique<MemoryTrace>()),
        builder_(trace_->definitions_table,
                 std::vector<std::uint32_t>(2, static_cast<std::uint32_t>(options.threads))) {
    trace_->events.resize(trace_->definitions_table.location_count());
  }

  std::unique_ptr<MemoryTrace> generate() {
    const std::uint64_t begin = options_.sends_first ? 1'000'000 : 0;
    run(0, 0, &ReceivesGenerator::send);
    run(1, begin, &ReceivesGenerator::receive);
    for (std::size_t i = 0; i < trace_->events.size(); ++i)
      trace_->definitions_table.locations[i].events = trace_->events[i].size();
    return std::move(trace_);
  }

 private:
  using Step = void (ReceivesGenerator::*)(LocationId);

  void run(std::size_t process, std::uint64_t begin, Step step) {
    time_ = begin;
    process_ = static_cast<std::uint32_t>(process);
    open_.clear();
    for (std::size_t i = 0; i < options_.threads; ++i)
      add(builder_.location(process, i), Enter{builder_.region("main")});
    for (std::size_t n = 0; n < options_.operations * options_.threads; ++n) {
      (this->*step)(builder_.location(process, random_() % options_.threads));
      time_ += random_() % 3;
    }
  }

  void add(LocationId location, EventBody body) {
    auto& events = trace_->events[location.index()];
    const std::uint64_t least = events.empty() ? 0 : events.back().time.ticks;
    events.push_back({Timestamp{std::max(time_, least)}, body, nullptr});
  }
  std::uint32_t tag() { return static_cast<std::uint32_t>(random_() % 2); }
  std::uint64_t some_request() {
    const std::uint64_t place = random_() % open_.size();
    const std::uint64_t request = open_[place];
    open_.erase(open_.begin() + static_cast<std::ptrdiff_t>(place));
    return request;
  }

  void send(LocationId at) {
    const std::uint32_t tag = this->tag();
    switch (random_() % 6) {
      case 0:
      case 1:
        add(at, Enter{builder_.region("MPI_Send")});
        add(at, MpiSend{1, builder_.world(), tag, 8});
        time_ += random_() % 2;
        return add(at, Leave{builder_.region("MPI_Send")});
      case 2:
        if (!open_.empty()) return add(at, MpiIsendComplete{some_request()});
        break;
      case 3:
        if (!open_.empty() && options_.cancel && random_() % 4 == 0)
          return add(at, MpiRequestCancelled{some_request()});
        break;
      default:
        open_.push_back(next_++);
        add(at, MpiIsend{1, builder_.world(), tag, 8, open_.back()});
    }
  }

  // Receiving calls stay open across other threads' events: the stack says which thread is in one.
  void receive(LocationId at) {
    auto& call = calls_[at];
    if (call) {
      if (random_() % 2 == 0) add(at, MpiRecv{0, builder_.world(), tag(), 8});
      if (random_() % 8 == 0) add(at, MpiRecv{0, builder_.world(), tag(), 8});
      if (random_() % 2 == 0) return;
      add(at, Leave{*call});
      call.reset();
      return;
    }
    switch (random_() % 8) {
      case 0:
      case 1:
        call = builder_.region("MPI_Recv");
        return add(at, Enter{*call});
      case 2:
        return add(at, MpiRecv{0, builder_.world(), tag(), 8});  // outside MPI calls
      case 3:
      case 4:
        if (!open_.empty()) return add(at, MpiIrecv{0, builder_.world(), tag(), 8, some_request()});
        return add(at, MpiIrecv{0, builder_.world(), tag(), 8, next_++});  // never posted
      case 5:
        if (!open_.empty() && random_() % 4 == 0)
          return add(at, MpiRequestCancelled{some_request()});
        break;
      default:
        open_.push_back(next_++);
        add(at, MpiIrecvRequest{open_.back()});
    }
  }

  std::mt19937_64 random_;
  RandomReceivesOptions options_;
  std::unique_ptr<MemoryTrace> trace_;
  DefinitionBuilder builder_;
  std::uint64_t time_ = 0;
  std::uint32_t process_ = 0;
  std::vector<std::uint64_t> open_;
  std::uint64_t next_ = 1;
  std::map<LocationId, std::optional<RegionId>> calls_;
};

// The time of posting, and a sequence number within it.
using Key = std::tuple<Timestamp, LocationId, std::uint64_t, std::uint64_t>;
struct Found {
  Key posted;
  EventPlace place;
  MessageChannel channel;
};

// Returns all events of a process in time order.
std::vector<EventPlace> events_of(const MemoryTrace& trace, ProcessId process) {
  std::vector<EventPlace> places;
  for (const LocationId location : trace.definitions().processes[process.index()].locations)
    for (std::uint64_t i = 0; i < trace.events[location.index()].size(); ++i)
      places.emplace_back(location, i);
  std::ranges::stable_sort(places, {}, [&](const EventPlace& place) {
    return std::tuple(trace.events[place.first.index()][place.second].time, place.first,
                      place.second);
  });
  return places;
}

class Matcher {
 public:
  explicit Matcher(const MemoryTrace& trace) : trace_(trace), all_(trace.definitions()) {}

  MatchedMessages match() {
    for (std::size_t p = 0; p < all_.processes.size(); ++p) {
      requests_.clear();
      calls_.clear();
      for (const EventPlace& place : events_of(trace_, ProcessId(p))) look_at(place);
    }
    MatchedMessages found;
    std::map<MessageChannel, std::vector<EventPlace>> sent;
    for (const Found& send : in_order(sends_)) {
      found.number_of[send.place] = {send.channel, sent[send.channel].size()};
      sent[send.channel].push_back(send.place);
    }
    std::map<MessageChannel, std::uint64_t> received;
    for (const Found& receive : in_order(receives_)) {
      const std::uint64_t number = received[receive.channel]++;
      found.number_of[receive.place] = {receive.channel, number};
      if (number < sent[receive.channel].size())
        found.send_of[receive.place] = sent[receive.channel][number];
    }
    return found;
  }

 private:
  static std::vector<Found> in_order(std::vector<Found> all) {
    std::ranges::sort(all, {}, [](const Found& one) { return std::tuple(one.posted, one.place); });
    return all;
  }
  [[nodiscard]] Key key_of(const EventPlace& place) const {
    return {trace_.events[place.first.index()][place.second].time, place.first, place.second, 0};
  }
  [[nodiscard]] ProcessId process(LocationId location) const {
    return all_.locations[location.index()].process;
  }

  void look_at(const EventPlace& place) {
    const EventBody& body = trace_.events[place.first.index()][place.second].body;
    std::visit([&](const auto& event) { see(place, event); }, body);
  }
  template <class Body>
  void see(const EventPlace& place, const Body& body) {
    if constexpr (std::is_same_v<Body, Enter>) {
      const bool mpi = all_.regions[body.region.index()].name.starts_with("MPI_");
      calls_[place.first].push_back(mpi ? std::optional(key_of(place)) : std::nullopt);
    } else if constexpr (std::is_same_v<Body, Leave>) {
      calls_[place.first].pop_back();
    } else if constexpr (std::is_same_v<Body, MpiIrecvRequest>) {
      requests_[body.request] = {key_of(place), std::nullopt};
    } else if constexpr (std::is_same_v<Body, MpiIsendComplete>) {
      requests_.erase(body.request);
    } else if constexpr (std::is_same_v<Body, MpiRequestCancelled>) {
      cancel(body.request);
    } else if constexpr (requires { body.receiver; }) {
      const LocationId to = all_.location_of(body.communicator, body.receiver, place.first);
      sends_.push_back(
          {key_of(place), place, {process(place.first), process(to), body.communicator, body.tag}});
      if constexpr (requires { body.request; }) requests_[body.request] = {key_of(place), place};
    } else if constexpr (requires { body.sender; }) {
      Key posted = key_of(place);
      if constexpr (requires { body.request; }) {
        if (const auto request = requests_.find(body.request); request != requests_.end()) {
          posted = request->second.first;
          requests_.erase(request);
        }
      } else if (const auto& calls = calls_[place.first]; !calls.empty() && calls.back()) {
        posted = *calls.back();
      }
      const LocationId from = all_.location_of(body.communicator, body.sender, place.first);
      receives_.push_back(
          {posted, place, {process(from), process(place.first), body.communicator, body.tag}});
    }
  }
  void cancel(std::uint64_t number) {
    const auto request = requests_.find(number);
    if (request == requests_.end()) return;
    if (const auto send = request->second.second)
      std::erase_if(sends_, [&](const Found& found) { return found.place == *send; });
    requests_.erase(request);
  }

  const MemoryTrace& trace_;
  const Definitions& all_;
  std::vector<Found> sends_;
  std::vector<Found> receives_;
  std::map<std::uint64_t, std::pair<Key, std::optional<EventPlace>>> requests_;
  std::map<LocationId, std::vector<std::optional<Key>>> calls_;  // starts of open calls
};

}  // namespace

std::unique_ptr<MemoryTrace> random_receives(std::uint64_t seed,
                                             const RandomReceivesOptions& options) {
  return ReceivesGenerator(seed, options).generate();
}

MatchedMessages match_by_posting(const MemoryTrace& trace) { return Matcher(trace).match(); }

}  // namespace lull::support
