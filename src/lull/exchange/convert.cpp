// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/exchange/convert.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <limits>
#include <memory>
#include <queue>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "lull/exchange/event_stream.hpp"
#include "lull/exchange/names.hpp"
#include "lull/trace/rules/posting_order.hpp"

namespace lull::exchange {
namespace {

constexpr std::uint64_t kEventsBetween = 1u << 16U;  // events between two progress calls

// The messages of a process.
struct Messages {
  PostingOrder order;
  std::unordered_map<std::uint64_t, MessageEnd> pending;  // indexed by place
  std::uint64_t next_place = 0;
  Timestamp last;
};

void cut(std::vector<WaitState>& wait_states, Timestamp begin, Timestamp end) {
  for (WaitState& wait : wait_states) {
    wait.begin = std::max(wait.begin, begin);
    wait.end = std::min(wait.end, end);
  }
  std::erase_if(wait_states, [](const WaitState& wait) { return wait.end <= wait.begin; });
  std::ranges::sort(wait_states, [](const WaitState& a, const WaitState& b) {
    return std::tuple(a.location, a.begin, b.end, a.metric) <
           std::tuple(b.location, b.begin, a.end, b.metric);
  });
}

template <class Body>
constexpr bool kSends = std::is_same_v<Body, MpiSend> || std::is_same_v<Body, MpiIsend>;
template <class Body>
constexpr bool kReceives = std::is_same_v<Body, MpiRecv> || std::is_same_v<Body, MpiIrecv>;

class Conversion {
 public:
  Conversion(const TraceSource& trace, ExchangeWriter& writer)
      : trace_(trace), definitions_(trace.definitions()), writer_(writer) {}

  std::vector<std::string> run(std::vector<WaitState> wait_states, Timestamp end_of_waits,
                               const std::function<void(std::uint64_t)>& progress) {
    open();
    const Timestamp begin = waiting_.empty() ? Timestamp{} : waiting_.top().first;
    cut(wait_states, begin, waiting_.empty() ? begin : end_of_waits);
    writer_.begin({begin, definitions_.clock.ticks_per_second}, wait_states);
    std::uint64_t events = 0;
    while (!waiting_.empty()) {
      step();
      if (progress && ++events % kEventsBetween == 0) progress(events);
    }
    const Timestamp end = finish();
    writer_.finish(std::max(begin, end));
    return std::move(damages_);
  }

 private:
  using Waiting = std::pair<Timestamp, std::uint32_t>;  // a location and the time of its next event

  void open() {
    const Peers peers(definitions_);
    for (const Process& process : definitions_.processes)
      messages_.push_back(std::make_unique<Messages>(
          Messages{PostingOrder(definitions_, process.locations, peers), {}, 0, {}}));
    const std::size_t read_ahead = Stream::read_ahead_of(definitions_.locations.size());
    for (std::uint32_t i = 0; i < definitions_.locations.size(); ++i) {
      Stream& stream = streams_.emplace_back(definitions_);
      stream.read_ahead = read_ahead;
      stream.cursor = trace_.open(LocationId{i}, select_all_events());
      if (stream.refill())
        waiting_.emplace(stream.time(), i);
      else
        close(stream);
    }
    for (const Process& process : definitions_.processes)
      for (std::size_t thread = 0; thread < process.locations.size(); ++thread)
        if (process.locations[thread].index() < streams_.size())
          streams_[process.locations[thread].index()].thread = thread;
  }

  void close(Stream& stream) {
    if (!stream.cursor->damage().empty()) damages_.push_back(stream.cursor->damage());
    stream.cursor.reset();
  }

  void step() {
    const std::uint32_t index = waiting_.top().second;
    waiting_.pop();
    Stream& stream = streams_[index];
    const LocationId location{index};
    Event event = stream.events[stream.next];
    event.time = stream.last = stream.time();
    ++stream.next;
    writer_.event(location, event);
    follow_messages(location, stream, event);
    follow_calls(location, stream, event);
    report_details(location, event);
    if (stream.refill())
      waiting_.emplace(stream.time(), index);
    else
      close(stream);
  }

  void follow_calls(LocationId location, Stream& stream, const Event& event) {
    stream.regions.follow(
        event.body,
        [&](RegionId region) {
          writer_.enter(location, event.time, region);
          return Frame{region, event.time};
        },
        [&](const Frame& frame) { writer_.leave(location, event.time, frame.region); });
  }

  [[nodiscard]] Messages* messages_of(LocationId location) {
    const ProcessId process = definitions_.locations[location.index()].process;
    return process.index() < messages_.size() ? messages_[process.index()].get() : nullptr;
  }

  void follow_messages(LocationId location, const Stream& stream, const Event& event) {
    Messages* const messages = messages_of(location);
    if (messages == nullptr) return;
    messages->last = std::max(messages->last, event.time);
    const std::uint64_t place = messages->next_place++;
    std::visit(
        [&]<class Body>(const Body& body) {
          if constexpr (kSends<Body> || kReceives<Body>) {
            MessageEnd end;
            end.sends = kSends<Body>;
            end.location = location;
            end.time = event.time;
            end.call_begin = stream.regions.empty() ? event.time : stream.regions.top().begin;
            end.bytes = body.length;
            messages->pending.emplace(place, end);
          }
        },
        event.body);
    messages->order.look_at(stream.thread, place, event.body);
    report_messages(*messages);
  }

  void report_messages(Messages& messages) {
    for (const auto* known : {&messages.order.sends(), &messages.order.receives()})
      for (const PostingOrder::Operation& operation : *known) {
        const auto pending = messages.pending.find(operation.place);
        if (pending == messages.pending.end()) continue;
        MessageEnd end = pending->second;
        messages.pending.erase(pending);
        end.channel = operation.channel;
        end.number = operation.number;
        const ProcessId other = end.sends ? end.channel.destination : end.channel.source;
        if (other.index() >= definitions_.processes.size()) continue;
        const auto& locations = definitions_.processes[other.index()].locations;
        if (locations.empty()) continue;
        end.partner = locations.front();
        writer_.message(end);
      }
  }

  [[nodiscard]] std::string partner_name(CommunicatorId communicator, std::uint32_t rank,
                                         LocationId location) const {
    const LocationId partner = definitions_.location_of(communicator, rank, location);
    if (partner.index() >= definitions_.locations.size()) return fmt::format("rank {}", rank);
    return name_of(definitions_, definitions_.locations[partner.index()].process);
  }

  void report_details(LocationId location, const Event& event) {
    const auto add = [&](std::string_view name, std::uint64_t value) {
      writer_.detail(location, {name, value, {}});
    };
    const auto add_text = [&](std::string_view name, const std::string& text) {
      writer_.detail(location, {name, 0, text});
    };
    std::visit(
        [&]<class Body>(const Body& body) {
          if constexpr (kSends<Body> || kReceives<Body>) {
            std::uint32_t rank = 0;
            if constexpr (kSends<Body>)
              rank = body.receiver;
            else
              rank = body.sender;
            add_text(kSends<Body> ? "receiver" : "sender",
                     partner_name(body.communicator, rank, location));
            add("bytes", body.length);
            add("tag", body.tag);
            add_text("communicator", name_of(definitions_, body.communicator));
          } else if constexpr (std::is_same_v<Body, MpiCollectiveEnd>) {
            add_text("communicator", name_of(definitions_, body.communicator));
            if (body.root != kNoRank)
              add_text("root", partner_name(body.communicator, body.root, location));
            add("bytes sent", body.sent);
            add("bytes received", body.received);
          } else if constexpr (std::is_same_v<Body, MetricSample>) {
            report_samples(location, event.time, body);
          }
        },
        event.body);
  }

  void report_samples(LocationId location, Timestamp time, const MetricSample& sample) {
    if (sample.metric.index() >= definitions_.metrics.size()) return;
    const auto& members = definitions_.metrics[sample.metric.index()].members;
    for (std::size_t i = 0; i < members.size() && i < sample.values.size(); ++i)
      if (members[i].index() < definitions_.metric_members.size())
        writer_.sample(
            location, time, members[i],
            number_of(sample.values[i], definitions_.metric_members[members[i].index()]));
  }

  // Open calls end with the last event of their process.
  Timestamp finish() {
    Timestamp last;
    for (const auto& messages : messages_) {
      messages->order.finish();
      report_messages(*messages);
    }
    for (std::uint32_t i = 0; i < streams_.size(); ++i) {
      const Messages* const messages = messages_of(LocationId{i});
      const Timestamp end =
          messages == nullptr ? streams_[i].last : std::max(messages->last, streams_[i].last);
      last = std::max(last, end);
      while (!streams_[i].regions.empty())
        writer_.leave(LocationId{i}, end, streams_[i].regions.pop().region);
    }
    return last;
  }

  const TraceSource& trace_;
  const Definitions& definitions_;
  ExchangeWriter& writer_;
  std::deque<Stream> streams_;
  std::vector<std::unique_ptr<Messages>> messages_;  // indexed by process
  std::priority_queue<Waiting, std::vector<Waiting>, std::greater<>> waiting_;
  std::vector<std::string> damages_;
};

}  // namespace

std::uint64_t TimeScale::divided(Timestamp time) const {
  __extension__ using Wide = unsigned __int128;
  constexpr Wide kNanoseconds = 1'000'000'000;
  constexpr Wide kMost = std::numeric_limits<std::int64_t>::max();  // the limit in other tools
  if (time < begin_) return 0;
  const Wide nanoseconds = Wide{time.ticks - begin_.ticks} * kNanoseconds /
                           std::max<std::uint64_t>(ticks_per_second_, 1);
  return static_cast<std::uint64_t>(std::min(nanoseconds, kMost));
}

std::uint64_t MessageEnd::id() const {
  std::uint64_t mixed = MessageChannel::Hash()(channel) ^ number * 0xBF58476D1CE4E5B9ull;
  mixed = (mixed ^ mixed >> 30U) * 0x94D049BB133111EBull;
  return mixed ^ mixed >> 31U;
}

std::vector<std::string> convert(const TraceSource& trace, ExchangeWriter& writer,
                                 std::vector<WaitState> wait_states, Timestamp end_of_waits,
                                 const std::function<void(std::uint64_t)>& progress) {
  return Conversion(trace, writer).run(std::move(wait_states), end_of_waits, progress);
}

}  // namespace lull::exchange
