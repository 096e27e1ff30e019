// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include <array>

#include "lull/analysis/bus/pattern.hpp"
#include "lull/analysis/events/window_events.hpp"

namespace lull::patterns {

using namespace analysis;

namespace {

constexpr const char* kMeaning =
    "Time a process waits, in general active target synchronisation, until a process whose memory "
    "it accesses has posted its window.";
constexpr std::array kMetrics{
    MetricInfo{
        "mpi_rma_sync_late_post", "Late Post", "mpi_rma_sync_active", Unit::Seconds, kMeaning,
        "enter of the last MPI_Win_post − enter of MPI_Win_start or MPI_Win_complete, if the "
        "post falls into the call",
        "Post windows earlier, or start accesses later.",
        "origin  --[########Win_start]--\n"
        "target  -----------[Win_post]---"},
    MetricInfo{"mpi_rma_comm_late_post", "Late Post", "mpi_rma_communication", Unit::Seconds,
               kMeaning,
               "enter of the target's MPI_Win_post − enter of the transfer, if the post falls into "
               "the call",
               "Post windows earlier, or start accesses later.",
               "origin  --[Win_start]--[#####Put]---\n"
               "target  ---------------------[Win_post]--"}};

class LatePost final : public Pattern {
 public:
  [[nodiscard]] std::span<const MetricInfo> metrics() const override { return kMetrics; }

  void subscribe(Bus& bus) override {
    const MetricIndex sync = bus.metric(kMetrics[0].id);
    const MetricIndex communication = bus.metric(kMetrics[1].id);
    bus.subscribe<AccessEpoch>([=, &bus](const AccessEpoch& epoch) {
      const auto charge = [&bus](MetricIndex metric, const CallInstance& call,
                                 const CallInstance& post) {
        bus.charge(metric, call, span_until(call, post.enter), {call.enter, post});
      };
      if (const CallInstance* const last = last_post(epoch)) {
        charge(sync, epoch.start, *last);
        charge(sync, epoch.complete, *last);
      }
      for (const AccessTransfer& transfer : epoch.transfers) {
        const auto target =
            std::ranges::find(epoch.targets, transfer.target, &AccessTarget::process);
        if (target->known) charge(communication, transfer.call, target->post);
      }
    });
  }

 private:
  // Returns null if any post is unknown, as calls that wait for all targets can then not be
  // attributed to one of them.
  static const CallInstance* last_post(const AccessEpoch& epoch) {
    const CallInstance* last = nullptr;
    for (const AccessTarget& target : epoch.targets) {
      if (!target.known) return nullptr;
      if (last == nullptr || last->enter < target.post.enter) last = &target.post;
    }
    return last;
  }
};

}  // namespace

std::unique_ptr<Pattern> make_rma_late_post() { return std::make_unique<LatePost>(); }

}  // namespace lull::patterns
