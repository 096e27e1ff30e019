// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/patterns/mpi/nbc_wait.hpp"

#include <array>

#include "lull/analysis/bus/pattern.hpp"

namespace lull::patterns {

using namespace analysis;

namespace {

constexpr const char* kAdvice =
    "Begin the operation earlier on the last process, or compute for longer before completing it.";
constexpr std::array kMetrics{
    MetricInfo{"nbc_wait_barrier", "Wait at Non-blocking Barrier", "mpi_sync_collective",
               Unit::Seconds,
               "Time a call that completes MPI_Ibarrier waits until the last process has begun it.",
               "enter of the last call that begins it − enter of the completing call, where "
               "positive; the longest wait of a call that completes several operations",
               kAdvice,
               "process 0  --[Ibarrier]--[#####Wait]----\n"
               "process 1  --------------------[Ibarrier]--[Wait]"},
    MetricInfo{"nbc_wait_nxn", "Wait at Non-blocking N x N", "mpi_collective", Unit::Seconds,
               "Time a call that completes a non-blocking n-to-n operation waits until the last "
               "process that it needs has begun it.",
               "enter of the last call that begins it − enter of the completing call, where "
               "positive; a process needs the same processes as in Wait at N x N",
               kAdvice,
               "process 0  --[Iallreduce]--[#####Wait]------\n"
               "process 1  ----------------------[Iallreduce]--[Wait]"},
    MetricInfo{"nbc_latebroadcast", "Late Non-blocking Broadcast", "mpi_collective", Unit::Seconds,
               "Time a call that completes a non-blocking broadcast or scatter waits until the "
               "root has begun it.",
               "enter of the root's call that begins it − enter of the completing call, where "
               "positive",
               kAdvice,
               "root       ------------------[Ibcast]--[Wait]\n"
               "process 1  --[Ibcast]--[#####Wait]------------"},
    MetricInfo{"nbc_earlyreduce", "Early Non-blocking Reduce", "mpi_collective", Unit::Seconds,
               "Time the root's call that completes a non-blocking reduction or gather waits "
               "until the last other process has begun it.",
               "enter of the last call of another process that begins it − enter of the "
               "completing call, where positive",
               kAdvice,
               "root       --[Ireduce]--[#####Wait]-------\n"
               "process 1  -------------------[Ireduce]--[Wait]"},
    MetricInfo{"nbc_earlyscan", "Early Non-blocking Scan", "mpi_collective", Unit::Seconds,
               "Time a call that completes a non-blocking scan waits until all processes of lower "
               "rank have begun it.",
               "enter of the last call of lower ranks that begins it − enter of the completing "
               "call, where positive",
               kAdvice,
               "rank 0  -----------------[Iscan]--[Wait]\n"
               "rank 1  --[Iscan]--[#####Wait]-----------"},
    MetricInfo{"nbc_hidden", "Hidden Collective Waiting", "", Unit::Seconds,
               "Time that processes would have waited in blocking collective operations, and "
               "computed instead: non-blocking ones were under way.",
               "begin of the last process that is needed − leave of the own call that begins the "
               "operation, until the completing call is entered",
               "This is what non-blocking operations gain. Nothing has to be done about it.",
               "process 0  --[Iallreduce]##########---[Wait]-\n"
               "process 1  ------------------------[Iallreduce]---"}};

class NonBlockingWait final : public Pattern {
 public:
  [[nodiscard]] std::span<const MetricInfo> metrics() const override { return kMetrics; }

  void subscribe(Bus& bus) override {
    bus_ = &bus;
    for (const MetricInfo& metric : kMetrics) metrics_.push_back(bus.metric(metric.id));
    bus.subscribe<CollectiveCall>([this](const CollectiveCall& call) {
      for (const CompletedCollective& one : call.collectives) hidden(one);
      const CompletedCollective& longest = longest_wait(call.collectives);
      const bool message_lasts_longer = std::ranges::any_of(
          call.messages, [&](const Message& message) { return waits_longer(message, longest); });
      if (!message_lasts_longer) wait(longest);
    });
  }

 private:
  void wait(const CompletedCollective& operation) {
    const CallInstance& call = operation.completion.call;
    if (const auto metric = metric_of(operation.kind); metric.defined())
      bus_->charge(metric, call, collective_waiting(operation), {call.enter, operation.awaited});
  }

  void hidden(const CompletedCollective& operation) {
    if (!operation.waits) return;
    const CallInstance& call = operation.completion.call;
    const Timestamp until = std::min(operation.awaited.enter, call.enter);
    const Timestamp since = operation.begun.leave;
    if (since < until)
      bus_->charge(metrics_.back(), call, until - since, {since, operation.awaited});
  }

  [[nodiscard]] MetricIndex metric_of(CollectiveKind kind) const {
    switch (kind) {
      case CollectiveKind::Barrier:
        return metrics_[0];
      case CollectiveKind::AllToAll:
        return metrics_[1];
      case CollectiveKind::OneToAll:
        return metrics_[2];
      case CollectiveKind::AllToOne:
        return metrics_[3];
      case CollectiveKind::Scan:
        return metrics_[4];
      default:
        return {};
    }
  }

  Bus* bus_ = nullptr;
  std::vector<MetricIndex> metrics_;
};

}  // namespace

std::unique_ptr<Pattern> make_nbc_wait() { return std::make_unique<NonBlockingWait>(); }

}  // namespace lull::patterns
