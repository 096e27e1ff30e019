// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Whether an older message of the same sender is still under way, only that message's receiver
// knows. So this looks, at the sender's side, at the receipts of its messages in the order in which
// they were sent: one is received in wrong order when an earlier one is received later.
#include <deque>
#include <optional>
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

// To the sender's side: its message `number` waited for its receiver.
struct LateDelivery {
  ProcessId sender;
  std::uint64_t number = 0;
  CallInstance call;  // that waited for the receiver
  Duration waiting;
};

class LateReceiverWrongOrder final : public Pattern {
 public:
  [[nodiscard]] std::span<const MetricInfo> metrics() const override { return {&kMetric, 1}; }

  void subscribe(Bus& bus) override {
    bus_ = &bus;
    metric_ = bus.metric(kMetric.id);
    bus.subscribe<LateReceiverInstance>([this](const LateReceiverInstance& late) {
      const SendOperation& send = late.message.send;
      bus_->publish_at(send.channel.source, LateDelivery{send.channel.source, send.number,
                                                         send.completion.call, late.waiting});
    });
    bus.subscribe<LateDelivery>([this](const LateDelivery& late) {
      sender_of(late.sender).late.emplace(late.number, late);
    });
    bus.subscribe<MessageReceived>([this](const MessageReceived& receipt) { take(receipt); });
    bus.subscribe<DeliveredUntil>([this](const DeliveredUntil&) { lose_patience(kPatience); });
    bus.subscribe<EndOfTrace>([this](const EndOfTrace&) { lose_patience(0); });
  }

 private:
  struct Sender {
    std::uint64_t next = 0;                         // the message whose turn it is
    Timestamp latest;                               // at which any message before was received
    std::deque<std::optional<Timestamp>> received;  // of the messages from `next` on, as known
    std::unordered_map<std::uint64_t, LateDelivery> late;
  };

  Sender& sender_of(ProcessId process) {
    if (recent_ == nullptr || recent_process_ != process) {
      recent_process_ = process;
      recent_ = &senders_[process];
    }
    return *recent_;
  }

  void take(const MessageReceived& receipt) {
    Sender& sender = sender_of(receipt.sender);
    if (receipt.number < sender.next) return;  // its turn was given away
    const std::uint64_t place = receipt.number - sender.next;
    if (place == 0 && sender.received.empty()) return judge(sender, receipt.received);
    if (sender.received.size() <= place) sender.received.resize(place + 1);
    sender.received[place] = receipt.received;
    while (!sender.received.empty() && sender.received.front()) judge_front(sender);
  }

  void judge(Sender& sender, Timestamp received) {
    if (!sender.late.empty())
      if (const auto late = sender.late.find(sender.next); late != sender.late.end()) {
        if (received < sender.latest)
          bus_->charge(metric_, late->second.call, late->second.waiting);
        sender.late.erase(late);
      }
    sender.latest = std::max(sender.latest, received);
    ++sender.next;
  }

  void judge_front(Sender& sender) {
    if (sender.received.front())
      judge(sender, *sender.received.front());
    else
      ++sender.next;
    sender.received.pop_front();
  }

  // Messages that nobody received do not hold up the others for ever.
  void lose_patience(std::size_t patience) {
    for (auto& [process, sender] : senders_)
      while (sender.received.size() > patience ||
             (!sender.received.empty() && sender.received.front()))
        judge_front(sender);
  }

  Bus* bus_ = nullptr;
  MetricIndex metric_;
  ProcessId recent_process_;
  Sender* recent_ = nullptr;  // looked up last; elements of senders_ stay where they are
  std::unordered_map<ProcessId, Sender> senders_;
};

}  // namespace

std::unique_ptr<Pattern> make_late_receiver_wrong_order() {
  return std::make_unique<LateReceiverWrongOrder>();
}

}  // namespace lull::patterns
