// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/patterns/mpi/late_receiver.hpp"

#include <algorithm>
#include <array>

#include "lull/analysis/bus/pattern.hpp"
#include "lull/patterns/mpi/late_sender.hpp"

namespace lull::patterns {

using namespace analysis;

namespace {

constexpr std::array kMetrics{
    MetricInfo{
        "mpi_latereceiver", "Late Receiver", "mpi_point2point", Unit::Seconds,
        "Time a sender is blocked, in a standard or synchronous send or a wait for it, because "
        "the receiver has not yet posted the receive.",
        "enter of the call that posts the receive − enter of the call that completes the send, "
        "where positive and the sender is still in it; in a call that completes several "
        "operations only the longest, and only if it has no late sender",
        "Post receives earlier (MPI_Irecv), send smaller messages eagerly, or send without "
        "blocking (MPI_Isend).",
        "sender    --[######Ssend]---\n"
        "receiver  ---------[Recv]---"},
    MetricInfo{"mpi_clr_count", "Late Receivers", "comms_send", Unit::Occurrences,
               "Sends of data that waited for a late receiver.",
               "number of instances of mpi_latereceiver with data", ""},
    MetricInfo{"mpi_slr_count", "Late Receivers", "syncs_send", Unit::Occurrences,
               "Sends of empty messages that waited for a late receiver.",
               "number of instances of mpi_latereceiver without data", ""}};

Duration late_receiver_waiting(const Message& message, const Completion& completion) {
  const bool blocks = completion.kind == CallKind::Send || completion.kind == CallKind::Ssend;
  const Timestamp ready = message.receive.posted.enter;
  if ((!blocks && !waits(completion.kind)) || completion.call.leave <= ready) return {};
  return overlap(completion.call, completion.call.enter, ready);
}

class LateReceiver final : public Pattern {
 public:
  [[nodiscard]] std::span<const MetricInfo> metrics() const override { return kMetrics; }

  [[nodiscard]] std::vector<const EventType*> publishes() const override {
    return {event_type<LateReceiverInstance>()};
  }

  void subscribe(Bus& bus) override {
    bus_ = &bus;
    waiting_ = bus.metric("mpi_latereceiver");
    communications_ = bus.metric("mpi_clr_count");
    synchronizations_ = bus.metric("mpi_slr_count");
    bus.subscribe<SendCall>([this](const SendCall& call) { send_call(call); });
  }

 private:
  void send_call(const SendCall& call) {
    const bool waited_for_sender = std::ranges::any_of(call.received, [](const Message& message) {
      return late_sender_waiting(message).ticks > 0;
    });
    const auto waiting = [&call](const Message& message) {
      return late_receiver_waiting(message, call.call);
    };
    // If a call also completes collective operations, it is unknown what it waited for.
    const bool waited_for_others = waited_for_sender || call.call.collectives > 0;
    if (!waited_for_others) instance(*std::ranges::max_element(call.sent, {}, waiting), call.call);
  }

  void instance(const Message& message, const Completion& sender) {
    const Duration waiting = late_receiver_waiting(message, sender);
    if (waiting.ticks <= 0) return;
    bus_->charge(waiting_, sender.call, waiting, {sender.call.enter, message.receive.posted});
    // Sends are counted where they begin, no matter on which thread.
    const CallInstance& begun = message.send.posted;
    const bool here = !begun.location.defined() || begun.location == sender.call.location;
    bus_->count(message.send.bytes > 0 ? communications_ : synchronizations_,
                here ? sender.call : begun);
    bus_->publish(LateReceiverInstance{message, sender.call, waiting});
  }

  Bus* bus_ = nullptr;
  MetricIndex waiting_, communications_, synchronizations_;
};

}  // namespace

std::unique_ptr<Pattern> make_late_receiver() { return std::make_unique<LateReceiver>(); }

}  // namespace lull::patterns
