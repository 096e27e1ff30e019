// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Only a message's receiver knows whether the message is still in transit. So this pattern
// examines, at the sender's side, the receipts of its messages in send order: a message is received
// in wrong order when an earlier one is received later.
#include <algorithm>
#include <vector>

#include "lull/analysis/bus/pattern.hpp"
#include "lull/analysis/distribution/process_map.hpp"
#include "lull/patterns/mpi/late_receiver.hpp"

namespace lull::patterns {

using namespace analysis;

namespace {

constexpr MetricInfo kMetric{
    "mpi_latereceiver_wo",
    "Late Receiver, Wrong Order",
    "mpi_latereceiver",
    Unit::Seconds,
    "Late-receiver time of a sender whose earlier messages have not been received yet: its "
    "messages may fill the buffers of receivers that are not ready.",
    "waiting time of late receivers, where an earlier message of the same process is received "
    "later",
    "Send in the order in which the receivers become ready, or without blocking (MPI_Isend).",
    "sender A  --[#########Ssend]------\n"
    "sender B  --[Ssend]----------------\n"
    "receiver  ---[Recv B][Recv A]------"};

// Sent to the sender's side to report that its message `number` waited for its receiver.
struct LateDelivery {
  ProcessId sender;
  CallPathOnLocation receiver;
  std::uint64_t number = 0;
  CallInstance call;  // which waited for the receiver
  Duration waiting;

  void participants(Participants& all) const { all.add(receiver.location); }
};

class LateReceiverWrongOrder final : public Pattern {
 public:
  [[nodiscard]] std::span<const MetricInfo> metrics() const override { return {&kMetric, 1}; }

  void subscribe(Bus& bus) override {
    bus_ = &bus;
    metric_ = bus.metric(kMetric.id);
    bus.subscribe<LateReceiverInstance>([this](const LateReceiverInstance& late) {
      const SendOperation& send = late.message.send;
      const CallInstance& receiver = late.message.receive.posted;
      bus_->publish_at(send.channel.source, LateDelivery{send.channel.source,
                                                         {receiver.location, receiver.path},
                                                         send.number,
                                                         late.call,
                                                         late.waiting});
    });
    bus.subscribe<LateDelivery>([this](const LateDelivery& late) { remember(late); });
    bus.subscribe<MessagesReceived>([this](const MessagesReceived& received) {
      for (const MessageReceived& receipt : received.receipts) take(receipt);
    });
    bus.subscribe<Checkpoint>([this](const Checkpoint&) { skip_unreceived(); });
    bus.subscribe<EndOfTrace>([this](const EndOfTrace&) {
      senders_.for_each([this](ProcessId, Sender& sender) { skip_unreceived(sender, sender.end); });
    });
  }

 private:
  static constexpr Timestamp kNotYet = kEndOfTime;
  struct Fate {
    Timestamp received = kNotYet;
    std::uint32_t late = 0;  // index into late_; 0: it did not wait
  };
  // The messages of one process, starting with the first whose receipt is unknown.
  struct Sender {
    std::uint64_t next = 0;   // the next message to judge
    std::uint64_t end = 0;    // one past the last message with known data
    std::uint64_t known = 0;  // the same at the last checkpoint
    Timestamp latest;         // latest receipt of a message before `next`
    std::vector<Fate> fates;  // indexed by number, modulo the size

    Fate& fate(std::uint64_t number) { return fates[number & (fates.size() - 1)]; }
    // Makes room for a message, which must not precede `next`.
    Fate& reach(std::uint64_t number) {
      while (number - next >= fates.size()) grow();
      end = std::max(end, number + 1);
      return fate(number);
    }
    void grow() {
      std::vector<Fate> larger(std::max<std::size_t>(16, fates.size() * 2));
      for (std::uint64_t number = next; number < end; ++number)
        larger[number & (larger.size() - 1)] = fate(number);
      fates = std::move(larger);
    }
  };

  void remember(const LateDelivery& late) {
    Sender& sender = senders_[late.sender];
    if (late.number < sender.next) return;  // it was judged already
    if (free_.empty()) {
      free_.push_back(static_cast<std::uint32_t>(late_.size()));
      late_.emplace_back();
    }
    late_[free_.back()] = late;
    sender.reach(late.number).late = free_.back();
    free_.pop_back();
  }

  void take(const MessageReceived& receipt) {
    Sender& sender = senders_[receipt.sender];
    if (receipt.number < sender.next) return;
    sender.reach(receipt.number).received = receipt.received;
    while (sender.fate(sender.next).received != kNotYet) judge_next(sender);
  }

  void judge_next(Sender& sender) {
    Fate& fate = sender.fate(sender.next++);
    const bool received = fate.received != kNotYet;
    if (fate.late != 0) {
      const LateDelivery& late = late_[fate.late];
      if (received && fate.received < sender.latest)
        bus_->charge(metric_, late.call, late.waiting, {late.call.enter, late.receiver}, late);
      free_.push_back(fate.late);
    }
    if (received) sender.latest = std::max(sender.latest, fate.received);
    fate = {};
  }

  // Messages that are never received must not block later messages forever: messages known at the
  // last checkpoint are no longer waited for.
  void skip_unreceived() {
    senders_.for_each([this](ProcessId, Sender& sender) {
      skip_unreceived(sender, sender.known);
      sender.known = sender.end;
    });
  }
  void skip_unreceived(Sender& sender, std::uint64_t before) {
    while (sender.next < sender.end &&
           (sender.next < before || sender.fate(sender.next).received != kNotYet))
      judge_next(sender);
  }

  Bus* bus_ = nullptr;
  MetricIndex metric_;
  ProcessMap<Sender> senders_;
  std::vector<LateDelivery> late_ = std::vector<LateDelivery>(1);  // for all senders
  std::vector<std::uint32_t> free_;                                // free indices in late_
};

}  // namespace

std::unique_ptr<Pattern> make_late_receiver_wrong_order() {
  return std::make_unique<LateReceiverWrongOrder>();
}

}  // namespace lull::patterns
