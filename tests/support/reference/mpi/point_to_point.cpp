// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Late senders, late receivers, wrong order, and the counts of messages.
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "support/reference/mpi/messages.hpp"
#include "support/reference/mpi/non_blocking.hpp"
#include "support/reference/region_class.hpp"
#include "support/reference/severities.hpp"

namespace lull::reference {
namespace {

// A potential wait for a message, not yet charged.
struct Wait {
  std::size_t message = 0;
  InstanceId waiter;
  std::int64_t time = 0;
};

class PointToPoint {
 public:
  PointToPoint(const TraceModel& model, const MessageTraffic& traffic,
               NonBlockingWaits& collectives, Severities& severities)
      : model_(model),
        traffic_(traffic),
        collectives_(collectives),
        severities_(severities),
        collective_calls_(collective_calls(model)) {}

  void count_messages() {
    for (const Send& send : traffic_.sends) {
      if (!send.call.defined()) continue;
      severities_.charge(send.length ? "comms_send" : "syncs_send", send.call, 1);
      severities_.charge("bytes_sent", send.call, static_cast<std::int64_t>(send.length));
    }
    for (const Receive& receive : traffic_.receives) {
      if (!receive.completion.defined()) continue;
      severities_.charge(receive.length ? "comms_recv" : "syncs_recv", receive.completion, 1);
      severities_.charge("bytes_rcvd", receive.completion,
                         static_cast<std::int64_t>(receive.length));
    }
  }

  void charge_late_senders() {
    const std::vector<Wait> waits = charged([this](std::size_t i) { return late_sender(i); });
    for (const Wait& wait : waits) {
      if (waits_for_collective(wait)) continue;
      collectives_.longest.erase(wait.waiter);
      late_sender_calls_.insert(wait.waiter);
      const EventRef& receive = receive_of(wait.message).event;
      late_receives_[{receive.location, receive.index}] = {wait.waiter, wait.time};
      severities_.charge_wait("mpi_latesender", "mpi_point2point", wait.waiter, wait.time);
      severities_.charge(receives_nothing(wait) ? "mpi_sls_count" : "mpi_cls_count", wait.waiter,
                         1);
      charge_wrong_order(wait);
    }
  }

  // Call after the late senders: a call that waited for a sender did not also wait for a receiver.
  void charge_late_receivers() {
    const std::vector<Wait> waits = charged([this](std::size_t i) { return late_receiver(i); });
    for (const Wait& wait : waits) {
      if (late_sender_calls_.contains(wait.waiter) ||
          collectives_.calls_with_more.contains(wait.waiter))
        continue;
      severities_.charge_wait("mpi_latereceiver", "mpi_point2point", wait.waiter, wait.time);
      // Sends are counted where they begin; call paths may differ, but not threads.
      const InstanceId begun = send_of(wait.message).call;
      const bool here = !begun.defined() || model_[begun].location == model_[wait.waiter].location;
      severities_.charge(sends_nothing(wait) ? "mpi_slr_count" : "mpi_clr_count",
                         here ? wait.waiter : begun, 1);
      if (has_older_undelivered(wait.message))
        severities_.charge("mpi_latereceiver_wo", wait.waiter, wait.time);
    }
  }

  [[nodiscard]] const LateReceives& late_receives() const { return late_receives_; }

 private:
  // Returns whether an earlier message of the same process is received after this one.
  bool has_older_undelivered(std::size_t message) const {
    for (std::size_t other = 0; other < traffic_.messages.size(); ++other)
      if (traffic_.messages[other].send < traffic_.messages[message].send &&
          receive_of(other).time > receive_of(message).time &&
          process_sending(other) == process_sending(message))
        return true;
    return false;
  }

  const Send& send_of(std::size_t message) const {
    return traffic_.sends[traffic_.messages[message].send];
  }
  const Receive& receive_of(std::size_t message) const {
    return traffic_.receives[traffic_.messages[message].receive];
  }
  // At equal times, the first recorded message decides.
  bool waits_for_collective(const Wait& wait) const {
    const auto longest = collectives_.longest.find(wait.waiter);
    if (longest == collectives_.longest.end()) return false;
    if (longest->second.time != wait.time) return longest->second.time > wait.time;
    return longest->second.place < receive_of(wait.message).event.index;
  }
  // According to this process; its partner may disagree.
  bool sends_nothing(const Wait& wait) const { return send_of(wait.message).length == 0; }
  bool receives_nothing(const Wait& wait) const { return receive_of(wait.message).length == 0; }

  bool may_wait(InstanceId call) const {
    return model_.is_mpi_call(call) && !collective_calls_.contains(call) &&
           !is_init(model_.name_of(call)) && !is_finalize(model_.name_of(call));
  }

  Wait late_sender(std::size_t message) const {
    const Send& send = send_of(message);
    const InstanceId waiter = receive_of(message).completion;
    if (!may_wait(waiter) || is_test(model_.name_of(waiter))) return {message, waiter, 0};
    return {message, waiter, severities_.wait_until(send.enter, waiter)};
  }

  Wait late_receiver(std::size_t message) const {
    const InstanceId waiter = send_of(message).completion;
    if (!may_wait(waiter)) return {message, waiter, 0};
    const std::string_view name = model_.name_of(waiter);
    if (!is_waiting_send(name) && !is_wait(name)) return {message, waiter, 0};
    const Timestamp ready = receive_of(message).enter;
    if (model_.own_end(waiter) <= ready) return {message, waiter, 0};
    return {message, waiter, severities_.wait_until(ready, waiter)};
  }

  // A call waits only once, however many operations it completes: the longest wait is charged.
  template <class Formula>
  std::vector<Wait> charged(Formula formula) const {
    std::map<InstanceId, Wait> greatest;
    for (std::size_t i = 0; i < traffic_.messages.size(); ++i) {
      const Wait wait = formula(i);
      if (wait.time <= 0) continue;
      const auto [known, fresh] = greatest.try_emplace(wait.waiter, wait);
      if (!fresh && wait.time > known->second.time) known->second = wait;
    }
    std::vector<Wait> waits;
    for (const auto& [waiter, wait] : greatest) waits.push_back(wait);
    return waits;
  }

  // Is an earlier message among those that the process receives later?
  void charge_wrong_order(const Wait& wait) {
    const auto older = first_older(wait.message);
    if (!older) return;
    const bool same = process_sending(*older) == process_sending(wait.message);
    severities_.charge("mpi_latesender_wo", wait.waiter, wait.time);
    severities_.charge(same ? "mpi_lswo_same" : "mpi_lswo_different", wait.waiter, wait.time);
    severities_.charge(receives_nothing(wait) ? "mpi_slswo_count" : "mpi_clswo_count", wait.waiter,
                       1);
  }

  ProcessId process_sending(std::size_t message) const {
    return model_.process_of(send_of(message).event.location);
  }
  ProcessId process_receiving(std::size_t message) const {
    return model_.process_of(receive_of(message).event.location);
  }

  // Messages of one call are received at the same time.
  std::optional<std::size_t> first_older(std::size_t message) const {
    for (std::size_t i = message + 1; i < traffic_.messages.size(); ++i) {
      if (process_receiving(i) != process_receiving(message)) break;
      if (receive_of(i).completion == receive_of(message).completion) continue;
      if (send_of(i).time < send_of(message).time) return i;
    }
    return {};
  }

  const TraceModel& model_;
  const MessageTraffic& traffic_;
  NonBlockingWaits& collectives_;
  Severities& severities_;
  std::set<InstanceId> collective_calls_;
  std::set<InstanceId> late_sender_calls_;
  LateReceives late_receives_;
};

UnmatchedMessage describe(const Send& send) {
  return {send.event.location, send.receiver, send.communicator, send.tag, send.time};
}

UnmatchedMessage describe(const Receive& receive) {
  return {receive.event.location, receive.sender, receive.communicator, receive.tag, receive.time};
}

}  // namespace

LateReceives analyse_point_to_point(const TraceModel& model, NonBlockingWaits& collectives,
                                    Severities& severities, ReferenceResult& result) {
  const MessageTraffic traffic = match_messages(model);
  PointToPoint analysis(model, traffic, collectives, severities);
  analysis.count_messages();
  analysis.charge_late_senders();
  analysis.charge_late_receivers();
  for (const std::size_t i : traffic.unmatched_sends)
    result.unmatched_sends.push_back(describe(traffic.sends[i]));
  for (const std::size_t i : traffic.unmatched_receives)
    result.unmatched_receives.push_back(describe(traffic.receives[i]));
  return analysis.late_receives();
}

}  // namespace lull::reference
