// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/trace/messages/location_messages.hpp"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "lull/base/memory/hash_index.hpp"
#include "lull/trace/definitions/peers.hpp"
#include "lull/trace/rules/open_regions.hpp"

namespace lull {
namespace {

class MessageReader {
 public:
  MessageReader(const Definitions& definitions, LocationId location, bool alone)
      : peers_(definitions),
        location_(location),
        self_(peers_.process_of(location)),
        alone_(alone),
        regions_(definitions) {}

  void read(EventCursor& cursor) {
    for (auto events = cursor.next(); !events.empty(); events = cursor.next())
      for (const Event& event : events) take(event);
    found_.damage = cursor.damage();
    finish();
  }
  [[nodiscard]] LocationMessages found() && { return std::move(found_); }

 private:
  // A position in posting order; receive() takes the bounds between which the receive was posted.
  using Turn = std::uint64_t;
  struct Frame {
    RegionId region;
    CallNodeId node;
    Timestamp enter;
    std::uint32_t call = LocationMessages::kNoCall;
    Turn turn = 0;
  };

  void take(const Event& event);
  void follow(const EventBody& body);
  template <class Send>
  void send(const Send& body);
  template <class Receive>
  void receive(const Receive& body, Turn earliest, Turn latest);
  void receive(const MpiIrecv& body);
  [[nodiscard]] std::uint32_t channel_at(const MessageChannel& channel);
  [[nodiscard]] std::uint32_t call_around();
  void finish();

  Peers peers_;
  LocationId location_;
  ProcessId self_;
  bool alone_;
  OpenRegions<Frame> regions_;
  LocationMessages found_;
  HashIndex channels_by_key_;
  std::vector<Turn> last_turns_;                      // by channel: latest turn of a receive
  std::unordered_map<std::uint64_t, Turn> requests_;  // posting time of receives
  Turn turn_ = 0;
  Timestamp now_;
};

void MessageReader::take(const Event& event) {
  found_.any = true;
  if (event.time < now_) found_.plain = false;
  now_ = event.time;
  found_.latest = std::max(found_.latest, now_);
  ++turn_;
  const EventBody& body = event.body;
  if (is_one_of<Enter, Leave>(body)) return follow(body);
  if (const auto* sent = std::get_if<MpiSend>(&body)) return send(*sent);
  if (const auto* received = std::get_if<MpiRecv>(&body))
    return receive(*received, alone_ || regions_.empty() ? turn_ : regions_.top().turn, turn_);
  if (const auto* isend = std::get_if<MpiIsend>(&body)) return send(*isend);
  if (const auto* posted = std::get_if<MpiIrecvRequest>(&body)) {
    found_.uses_requests = true;
    requests_[posted->request] = turn_;
  } else if (const auto* irecv = std::get_if<MpiIrecv>(&body)) {
    receive(*irecv);
  } else if (is_one_of<MpiRequestCancelled>(body)) {
    found_.plain = false;
  } else {
    found_.waits = found_.waits || is_one_of<ThreadTeamBegin, ThreadBegin, ThreadAcquireLock>(body);
    follow(body);
  }
}

void MessageReader::follow(const EventBody& body) {
  const auto open = [&](RegionId region) {
    const CallNodeId caller = regions_.empty() ? CallNodeId{} : regions_.top().node;
    return Frame{region, found_.tree.child(caller, region), now_, LocationMessages::kNoCall, turn_};
  };
  const auto close = [&](const Frame& frame) {
    if (frame.call != LocationMessages::kNoCall) found_.leaves[frame.call] = now_;
  };
  static_cast<void>(regions_.follow(body, open, close));
}

template <class Send>
void MessageReader::send(const Send& body) {
  const ProcessId receiver = peers_.process(body.communicator, body.receiver, location_);
  if (!receiver.defined()) return;
  if constexpr (requires { body.request; }) {
    found_.uses_requests = true;
    requests_.erase(body.request);
  }
  const std::uint32_t channel = channel_at({self_, receiver, body.communicator, body.tag});
  found_.sends.push_back({now_, channel, call_around()});
}

template <class Receive>
void MessageReader::receive(const Receive& body, Turn earliest, Turn latest) {
  const ProcessId sender = peers_.process(body.communicator, body.sender, location_);
  if (!sender.defined()) return;
  const std::uint32_t channel = channel_at({sender, self_, body.communicator, body.tag});
  if (last_turns_[channel] >= earliest) found_.plain = false;
  last_turns_[channel] = latest;
  found_.receives.push_back({now_, channel, call_around(), body.length});
}

void MessageReader::receive(const MpiIrecv& body) {
  found_.uses_requests = true;
  Turn posted = turn_;
  if (const auto request = requests_.find(body.request); request != requests_.end()) {
    posted = request->second;
    requests_.erase(request);
  }
  receive(body, posted, posted);
}

std::uint32_t MessageReader::channel_at(const MessageChannel& channel) {
  const auto hash = MessageChannel::Hash();
  const std::uint32_t known = channels_by_key_.find(
      hash(channel), [&](std::uint32_t other) { return found_.channels[other] == channel; });
  if (known != HashIndex::kNone) return known;
  const auto place = static_cast<std::uint32_t>(found_.channels.size());
  found_.channels.push_back(channel);
  last_turns_.push_back(0);
  channels_by_key_.insert(place, [&](std::uint32_t other) { return hash(found_.channels[other]); });
  return place;
}

std::uint32_t MessageReader::call_around() {
  if (regions_.empty()) return LocationMessages::kNoCall;
  Frame& frame = regions_.top();
  if (frame.call == LocationMessages::kNoCall) {
    frame.call = static_cast<std::uint32_t>(found_.enters.size());
    found_.nodes.push_back(frame.node);
    found_.enters.push_back(frame.enter);
    found_.leaves.push_back(frame.enter);
  }
  return frame.call;
}

void MessageReader::finish() {
  while (!regions_.empty())
    if (const Frame frame = regions_.pop(); frame.call != LocationMessages::kNoCall)
      found_.unfinished.push_back(frame.call);
}

}  // namespace

LocationMessages read_messages(const TraceSource& source, LocationId location, bool alone) {
  MessageReader reader(source.definitions(), location, alone);
  reader.read(*source.open(location, select_all_events()));
  return std::move(reader).found();
}

}  // namespace lull
