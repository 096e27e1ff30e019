// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "support/reference/mpi/messages.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <unordered_map>

#include "support/reference/region_class.hpp"

namespace lull::reference {
namespace {

using Cancelled = std::map<std::size_t, Timestamp>;  // by send: the end of the cancelling call

// Follows one process's MPI events, with its open requests.
class ProcessReader {
 public:
  ProcessReader(const TraceModel& model, MessageTraffic& traffic)
      : model_(model), traffic_(traffic) {}

  void read(const EventRef& ref) {
    ref_ = ref;
    call_ = model_.instance_at(ref);
    std::visit([this](const auto& body) { follow(body); }, model_.event(ref).body);
  }

  [[nodiscard]] const Cancelled& cancelled_sends() const { return cancelled_; }

 private:
  struct Posting {
    Timestamp enter;
    std::size_t step = 0;
  };

  Timestamp now() const { return model_.event(ref_).time; }
  Posting posting() const {
    return {model_.call_enter(ref_), model_.step_of[ref_.location.index()][ref_.index]};
  }

  template <class SendEvent>
  void send(const SendEvent& event, InstanceId completion) {
    const LocationId receiver =
        model_.definitions->location_of(event.communicator, event.receiver, ref_.location);
    traffic_.sends.push_back({ref_, call_, completion, receiver, event.communicator, event.tag,
                              event.length, now(), model_.call_enter(ref_)});
  }

  template <class ReceiveEvent>
  void receive(const ReceiveEvent& event, const Posting& posting) {
    const LocationId sender =
        model_.definitions->location_of(event.communicator, event.sender, ref_.location);
    traffic_.receives.push_back({ref_, call_, sender, event.communicator, event.tag, event.length,
                                 now(), posting.enter, posting.step});
  }

  void follow(const MpiSend& event) { send(event, call_); }

  void follow(const MpiIsend& event) {
    posted_.erase(event.request);  // a forgotten request's receive
    sending_[event.request] = traffic_.sends.size();
    send(event, {});
  }

  void follow(const MpiIsendComplete& event) {
    const auto found = sending_.find(event.request);
    if (found == sending_.end()) return;
    traffic_.sends[found->second].completion = call_;
    sending_.erase(found);
  }

  void follow(const MpiRecv& event) {
    Posting posted = posting();
    if (call_.defined() && is_receive(model_.name_of(call_)) && receiving_.insert(call_).second)
      posted.step = model_[call_].opened;
    receive(event, posted);
  }

  void follow(const MpiIrecvRequest& event) {
    sending_.erase(event.request);  // likewise
    posted_[event.request] = posting();
  }

  void follow(const MpiIrecv& event) {
    const auto found = posted_.find(event.request);
    receive(event, found == posted_.end() ? posting() : found->second);
    if (found != posted_.end()) posted_.erase(found);
  }

  void follow(const MpiRequestCancelled& event) {
    posted_.erase(event.request);
    if (const auto found = sending_.find(event.request); found != sending_.end()) {
      cancelled_[found->second] = model_.is_mpi_call(call_) ? model_[call_].leave : now();
      sending_.erase(found);
    }
  }

  template <class Other>
  void follow(const Other&) {}

  const TraceModel& model_;
  MessageTraffic& traffic_;
  EventRef ref_;
  InstanceId call_;
  std::unordered_map<std::uint64_t, std::size_t> sending_;
  std::unordered_map<std::uint64_t, Posting> posted_;
  Cancelled cancelled_;
  std::set<InstanceId> receiving_;  // calls that already have a receive
};

using Channel = std::tuple<ProcessId, ProcessId, CommunicatorId, std::uint32_t>;

struct ChannelTraffic {
  std::vector<std::size_t> sends;
  std::vector<std::size_t> receives;
};

ProcessId process_of(const TraceModel& model, LocationId location) {
  return location.defined() ? model.process_of(location) : ProcessId{};
}

std::map<Channel, ChannelTraffic> sort_into_channels(const TraceModel& model,
                                                     const MessageTraffic& traffic) {
  std::map<Channel, ChannelTraffic> channels;
  for (std::size_t i = 0; i < traffic.sends.size(); ++i) {
    const Send& send = traffic.sends[i];
    channels[{model.process_of(send.event.location), process_of(model, send.receiver),
              send.communicator, send.tag}]
        .sends.push_back(i);
  }
  for (std::size_t i = 0; i < traffic.receives.size(); ++i) {
    const Receive& receive = traffic.receives[i];
    channels[{process_of(model, receive.sender), model.process_of(receive.event.location),
              receive.communicator, receive.tag}]
        .receives.push_back(i);
  }
  return channels;
}

void join_channel(ChannelTraffic& channel, const Cancelled& cancelled, MessageTraffic& traffic) {
  std::ranges::stable_sort(channel.receives, [&](std::size_t a, std::size_t b) {
    return traffic.receives[a].posted < traffic.receives[b].posted;
  });
  auto send = channel.sends.begin();
  for (const std::size_t receive : channel.receives) {
    const auto is_gone = [&](std::size_t i) {
      const auto found = cancelled.find(i);
      return found != cancelled.end() && found->second <= traffic.receives[receive].time;
    };
    while (send != channel.sends.end() && is_gone(*send)) ++send;
    if (send == channel.sends.end())
      traffic.unmatched_receives.push_back(receive);
    else
      traffic.messages.push_back({*send++, receive});
  }
  for (; send != channel.sends.end(); ++send)
    if (!cancelled.contains(*send)) traffic.unmatched_sends.push_back(*send);
}

}  // namespace

MessageTraffic match_messages(const TraceModel& model) {
  MessageTraffic traffic;
  Cancelled cancelled;
  for (std::size_t i = 0; i < model.definitions->processes.size(); ++i) {
    ProcessReader reader(model, traffic);
    for (const EventRef& ref : model.events_of(ProcessId{i})) reader.read(ref);
    cancelled.insert(reader.cancelled_sends().begin(), reader.cancelled_sends().end());
  }
  for (auto& [key, channel] : sort_into_channels(model, traffic))
    join_channel(channel, cancelled, traffic);
  // Sorted by the end of the receiving call.
  std::ranges::sort(traffic.messages, {}, [&](const Message& message) {
    const Receive& receive = traffic.receives[message.receive];
    const std::size_t ended =
        model.is_mpi_call(receive.completion)
            ? model[receive.completion].closed
            : model.step_of[receive.event.location.index()][receive.event.index];
    return std::tuple(model.process_of(receive.event.location), ended, message.receive);
  });
  return traffic;
}

}  // namespace lull::reference
