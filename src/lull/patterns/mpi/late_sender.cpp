// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/patterns/mpi/late_sender.hpp"

#include <array>

#include "lull/analysis/bus/pattern.hpp"
#include "lull/patterns/mpi/nbc_wait.hpp"

namespace lull::patterns {

using namespace analysis;

Duration late_sender_waiting(const Message& message) {
  const Completion& completion = message.receive.completion;
  if (completion.kind == CallKind::Test || completion.kind == CallKind::Probe) return {};
  return overlap(completion.call, completion.call.enter, message.send.posted.enter);
}

namespace {

constexpr std::array kMetrics{
    MetricInfo{
        "mpi_latesender", "Late Sender", "mpi_point2point", Unit::Seconds,
        "Time a receiver waits, in a blocking receive or a wait, because the sender has not "
        "yet begun to send.",
        "enter of the send − enter of the call that completes the receive, where positive; in a "
        "call that completes several operations only the longest",
        "Find out why the sender is late: more work than its peers, or waiting itself. Balance "
        "the work, send earlier, or receive later (post the receive early with MPI_Irecv and "
        "compute in the meantime).",
        "sender    ----------[Send]---\n"
        "receiver  --[#######Recv]-----"},
    MetricInfo{"mpi_cls_count", "Late Senders", "comms_recv", Unit::Occurrences,
               "Receives of data that waited for a late sender.",
               "number of instances of mpi_latesender with data", ""},
    MetricInfo{"mpi_sls_count", "Late Senders", "syncs_recv", Unit::Occurrences,
               "Receives of empty messages that waited for a late sender.",
               "number of instances of mpi_latesender without data", ""}};

class LateSender final : public Pattern {
 public:
  [[nodiscard]] std::span<const MetricInfo> metrics() const override { return kMetrics; }

  [[nodiscard]] std::vector<const EventType*> publishes() const override {
    return {event_type<LateSenderInstance>()};
  }

  void subscribe(Bus& bus) override {
    bus_ = &bus;
    waiting_ = bus.metric("mpi_latesender");
    communications_ = bus.metric("mpi_cls_count");
    synchronizations_ = bus.metric("mpi_sls_count");
    bus.subscribe<ReceiveCall>([this](const ReceiveCall& call) { receive_call(call); });
  }

 private:
  // A call waits only once, no matter how many receives it completes.
  void receive_call(const ReceiveCall& call) {
    const Message& latest = *std::ranges::max_element(call.messages, {}, late_sender_waiting);
    if (!call.collectives.empty() && !waits_longer(latest, longest_wait(call.collectives))) return;
    instance({call.process, latest, late_sender_waiting(latest)});
  }

  void instance(const LateSenderInstance& late) {
    if (late.waiting.ticks <= 0) return;
    const CallInstance& receiver = late.message.receive.completion.call;
    bus_->charge(waiting_, receiver, late.waiting, {receiver.enter, late.message.send.posted});
    bus_->count(late.message.receive.bytes > 0 ? communications_ : synchronizations_, receiver);
    bus_->publish(late);
  }

  Bus* bus_ = nullptr;
  MetricIndex waiting_, communications_, synchronizations_;
};

}  // namespace

std::unique_ptr<Pattern> make_late_sender() { return std::make_unique<LateSender>(); }

}  // namespace lull::patterns
