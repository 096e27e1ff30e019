// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Whether an older message of the same sender is still under way is known to the older message's
// receiver. So each message's delivery is reported to the sender's side, which looks at them in the
// order in which they were sent: one is received in wrong order when an earlier one is received
// later.
#include <deque>
#include <unordered_map>

#include "lull/analysis/pattern.hpp"
#include "lull/patterns/mpi/late_receiver.hpp"

namespace lull::patterns {

using namespace analysis;

namespace {

constexpr MetricInfo kMetric{
    "mpi_latereceiver_wo",
    "Late Receiver, Wrong Order",
    "mpi_latereceiver",
    Unit::Seconds,
    "Late-receiver time of a sender that has older messages which are still not received: the "
    "messages that it sends may fill the buffers of receivers that are not ready.",
    "waiting time of late receivers, where a message that the same process sent earlier is "
    "received "
    "later",
    "Send in the order in which the receivers become ready, or without blocking (MPI_Isend)."};

// Messages that may be delivered while an earlier one is not.
constexpr std::size_t kPatience = 4096;

struct Delivery {
  ProcessId sender;
  std::uint64_t number = 0;  // of the sender's messages
  Timestamp received;
  CallInstance call;  // that waited for the receiver
  Duration waiting;   // zero: it did not
  bool known = false;
};

class LateReceiverWrongOrder final : public Pattern {
 public:
  [[nodiscard]] std::span<const MetricInfo> metrics() const override { return {&kMetric, 1}; }

  void subscribe(Bus& bus) override {
    bus_ = &bus;
    metric_ = bus.metric(kMetric.id);
    bus.subscribe<Message>([this](const Message& message) {
      if (!message.send.completion.known) report(message, {});
    });
    bus.subscribe<LateReceiverInstance>([this](const LateReceiverInstance& late) {
      late_ = late.message.send.number;
      waiting_ = late.waiting;
    });
    bus.subscribe<SendCall>([this](const SendCall& call) {
      for (const Message& message : call.sent)
        report(message, waiting_.ticks > 0 && message.send.number == late_ ? waiting_ : Duration{});
      waiting_ = {};
    });
    bus.subscribe<Delivery>([this](const Delivery& delivery) { take(delivery); });
    bus.subscribe<DeliveredUntil>([this](const DeliveredUntil&) { lose_patience(kPatience); });
    bus.subscribe<EndOfTrace>([this](const EndOfTrace&) { lose_patience(0); });
  }

 private:
  struct Sender {
    std::uint64_t next = 0;  // the message whose turn it is
    std::deque<Delivery> deliveries;
    Timestamp latest;  // at which any message before was received
  };

  void report(const Message& message, Duration waiting) {
    const SendOperation& send = message.send;
    bus_->publish_at(send.channel.source,
                     Delivery{send.channel.source, send.number, message.receive.time,
                              send.completion.call, waiting, true});
  }

  void take(const Delivery& delivery) {
    Sender& sender = senders_[delivery.sender];
    if (delivery.number < sender.next) return;  // its turn was given away
    const std::uint64_t place = delivery.number - sender.next;
    if (sender.deliveries.size() <= place) sender.deliveries.resize(place + 1);
    sender.deliveries[place] = delivery;
    while (!sender.deliveries.empty() && sender.deliveries.front().known) judge_front(sender);
  }

  void judge_front(Sender& sender) {
    const Delivery& delivery = sender.deliveries.front();
    if (delivery.known) {
      if (delivery.received < sender.latest) bus_->charge(metric_, delivery.call, delivery.waiting);
      sender.latest = std::max(sender.latest, delivery.received);
    }
    sender.deliveries.pop_front();
    ++sender.next;
  }

  // Messages that nobody received do not hold up the others for ever.
  void lose_patience(std::size_t patience) {
    for (auto& [process, sender] : senders_)
      while (sender.deliveries.size() > patience ||
             (!sender.deliveries.empty() && sender.deliveries.front().known))
        judge_front(sender);
  }

  Bus* bus_ = nullptr;
  MetricIndex metric_;
  std::uint64_t late_ = 0;  // the message of the SendCall being published that waited, if any
  Duration waiting_;
  std::unordered_map<ProcessId, Sender> senders_;
};

}  // namespace

std::unique_ptr<Pattern> make_late_receiver_wrong_order() {
  return std::make_unique<LateReceiverWrongOrder>();
}

}  // namespace lull::patterns
