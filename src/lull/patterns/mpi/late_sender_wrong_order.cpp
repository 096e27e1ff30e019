// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <array>
#include <vector>

#include "lull/analysis/bus/pattern.hpp"
#include "lull/analysis/distribution/process_map.hpp"
#include "lull/patterns/mpi/late_sender.hpp"

namespace lull::patterns {

using namespace analysis;

namespace {

constexpr std::array kMetrics{
    MetricInfo{
        "mpi_latesender_wo", "Late Sender, Wrong Order", "mpi_latesender", Unit::Seconds,
        "Late-sender time that receiving messages in another order might have avoided: while the "
        "process waited, an earlier message to it was, or could have been, in transit.",
        "waiting time of late senders, where an earlier message is received by a later call of "
        "the same process",
        "Receive messages in the order in which they are sent, or with MPI_ANY_SOURCE.",
        "sender A  -----------[Send]------------\n"
        "sender B  ----[Send]-------------------\n"
        "receiver  --[########Recv A][Recv B]----"},
    MetricInfo{"mpi_lswo_different", "Different Sources", "mpi_latesender_wo", Unit::Seconds,
               "The earlier message came from another process.",
               "mpi_latesender_wo, where the first such message comes from another source",
               "Receive from any ready sender first: MPI_ANY_SOURCE, MPI_Waitany, MPI_Waitsome.",
               "sender A  -----------[Send]------------\n"
               "sender B  ----[Send]-------------------\n"
               "receiver  --[########Recv A][Recv B]----"},
    MetricInfo{"mpi_lswo_same", "Same Source", "mpi_latesender_wo", Unit::Seconds,
               "The earlier message came from the same process.",
               "mpi_latesender_wo, where the first such message comes from the same source",
               "Send in the order in which messages are received, or receive with MPI_ANY_TAG.",
               "sender    ---[Send 1]--[Send 2]-----------\n"
               "receiver  -[###########Recv 2][Recv 1]---"},
    MetricInfo{"mpi_clswo_count", "Wrong Order", "mpi_cls_count", Unit::Occurrences,
               "Late senders with data in wrong order.", "number of instances", ""},
    MetricInfo{"mpi_slswo_count", "Wrong Order", "mpi_sls_count", Unit::Occurrences,
               "Late senders without data in wrong order.", "number of instances", ""}};

// A late sender for which it is not known yet whether an earlier message will be received later.
struct Candidate {
  Timestamp sent;
  ProcessId source;
  CallPathOnLocation sender;
  bool data = false;
  CallInstance receiver;
  Duration waiting;
};

// A late sender proved to be in wrong order, and the earlier message that is received later.
struct WrongOrder {
  const Candidate& late;
  const Message& older;

  void participants(Participants& all) const {
    all.add(late.sender.location);
    all.messages.push_back(
        {late.sender.location, late.sent, late.receiver.location, late.receiver.leave});
    all.add(older);
  }
};

constexpr auto kYoungestFirst = [](const Candidate& a, const Candidate& b) {
  return a.sent < b.sent;
};

class LateSenderWrongOrder final : public Pattern {
 public:
  [[nodiscard]] std::span<const MetricInfo> metrics() const override { return kMetrics; }

  void subscribe(Bus& bus) override {
    bus_ = &bus;
    wrong_order_ = bus.metric("mpi_latesender_wo");
    different_ = bus.metric("mpi_lswo_different");
    same_ = bus.metric("mpi_lswo_same");
    communications_ = bus.metric("mpi_clswo_count");
    synchronizations_ = bus.metric("mpi_slswo_count");
    bus.subscribe<LateSenderInstance>([this](const LateSenderInstance& late) { remember(late); });
    bus.subscribe<ReceiveCall>([this](const ReceiveCall& call) { receive_call(call); });
    bus.subscribe<DeliveredUntil>(
        [this](const DeliveredUntil& delivered) { forget(delivered.time); });
    // A message sent before that time, if still not received, no longer proves wrong order.
    bus.subscribe<Checkpoint>(
        [this](const Checkpoint& checkpoint) { forget(checkpoint.previous); });
  }

 private:
  // Messages received by one call are received together: none of them is later than another.
  void remember(const LateSenderInstance& late) {
    const Message& message = late.message;
    const CallInstance& sender = message.send.posted;
    fresh_.push_back({message.send.time, message.send.channel.source,
                      CallPathOnLocation{sender.location, sender.path}, message.receive.bytes > 0,
                      message.receive.completion.call, late.waiting});
  }

  void receive_call(const ReceiveCall& call) {
    // A heap with the most recently sent message on top.
    std::vector<Candidate>& candidates = candidates_[call.process];
    if (candidates.empty() && fresh_.empty()) return;
    for (const Message& message : call.messages)
      while (!candidates.empty() && message.send.time < candidates.front().sent) {
        wrong_order(candidates.front(), message);
        std::ranges::pop_heap(candidates, kYoungestFirst);
        candidates.pop_back();
      }
    for (const Candidate& candidate : fresh_) {
      candidates.push_back(candidate);
      std::ranges::push_heap(candidates, kYoungestFirst);
    }
    fresh_.clear();
  }

  void wrong_order(const Candidate& late, const Message& older) {
    const WrongOrder wrong{late, older};
    const bool same = older.send.channel.source == late.source;
    const WaitedFor sender(late.receiver.enter, late.sender);
    bus_->charge(wrong_order_, late.receiver, late.waiting, sender, wrong);
    bus_->charge(same ? same_ : different_, late.receiver, late.waiting, sender, wrong);
    bus_->count(late.data ? communications_ : synchronizations_, late.receiver);
  }

  // No more messages sent before that time will arrive.
  void forget(Timestamp until) {
    if (until <= forgotten_) return;
    forgotten_ = until;
    candidates_.for_each([until](ProcessId, std::vector<Candidate>& candidates) {
      if (std::erase_if(candidates, [&](const Candidate& c) { return c.sent <= until; }) > 0)
        std::ranges::make_heap(candidates, kYoungestFirst);
    });
  }

  Bus* bus_ = nullptr;
  MetricIndex wrong_order_, different_, same_, communications_, synchronizations_;
  Timestamp forgotten_;           // candidates sent until then were dropped
  std::vector<Candidate> fresh_;  // those of the call being published
  ProcessMap<std::vector<Candidate>> candidates_;
};

}  // namespace

std::unique_ptr<Pattern> make_late_sender_wrong_order() {
  return std::make_unique<LateSenderWrongOrder>();
}

}  // namespace lull::patterns
