// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <array>
#include <vector>

#include "lull/analysis/bus/pattern.hpp"
#include "lull/analysis/distribution/process_map.hpp"
#include "lull/analysis/events/wave_events.hpp"
#include "lull/patterns/mpi/late_sender.hpp"

namespace lull::patterns {

using namespace analysis;

namespace {

constexpr const char* kMeaning =
    "The part of Late Sender in the first step of a wave that comes from another corner of a "
    "Cartesian grid than the wave before: the pipeline is empty, and fills again. West is the low "
    "end of dimension 0, south that of dimension 1, bottom that of dimension 2; dimensions of "
    "size one do not count. At the corner where one wave ends and the next begins, waves of one "
    "step each cannot be distinguished: waiting there is not found.";
constexpr const char* kFormula =
    "waiting time of late senders, where the receive belongs to the first step after a change of "
    "direction; a step comes from the side from which a process receives and, in dimensions "
    "without a receive, from the side opposite to that to which it sends";
constexpr const char* kAdvice =
    "Start the next wave before the previous one has left the grid, from a corner that is already "
    "idle; use smaller blocks, so that the pipeline fills faster; or divide the grid less deeply "
    "along the wave.";

constexpr const char* kPicture =
    "process 0  [work]>[work]>-------------\n"
    "process 1  [#####][work]>[work]>------\n"
    "process 2  [############][work]>[work]>";

constexpr MetricInfo corner(const char* id, const char* name, const char* meaning) {
  return {id, name, "mpi_refill", Unit::Seconds, meaning, kFormula, kAdvice, kPicture};
}

// Outside the tree of times: like Wrong Order, it is part of Late Sender, and one wait may belong
// to both.
constexpr std::array kMetrics{
    MetricInfo{"mpi_refill", "Pipeline Refill", "", Unit::Seconds, kMeaning, kFormula, kAdvice,
               kPicture},
    corner("mpi_refill_sw", "From South-West",
           "Pipeline Refill from the low end of dimension 0 and the low end of dimension 1."),
    corner("mpi_refill_nw", "From North-West",
           "Pipeline Refill from the low end of dimension 0 and the high end of dimension 1."),
    corner("mpi_refill_se", "From South-East",
           "Pipeline Refill from the high end of dimension 0 and the low end of dimension 1."),
    corner("mpi_refill_ne", "From North-East",
           "Pipeline Refill from the high end of dimension 0 and the high end of dimension 1."),
    corner("mpi_refill_swb", "From South-West, Bottom",
           "Pipeline Refill from the low end of dimension 0, the low end of dimension 1 "
           "and the low end of dimension 2."),
    corner("mpi_refill_nwb", "From North-West, Bottom",
           "Pipeline Refill from the low end of dimension 0, the high end of dimension 1 "
           "and the low end of dimension 2."),
    corner("mpi_refill_seb", "From South-East, Bottom",
           "Pipeline Refill from the high end of dimension 0, the low end of dimension 1 "
           "and the low end of dimension 2."),
    corner("mpi_refill_neb", "From North-East, Bottom",
           "Pipeline Refill from the high end of dimension 0, the high end of dimension 1 "
           "and the low end of dimension 2."),
    corner("mpi_refill_swt", "From South-West, Top",
           "Pipeline Refill from the low end of dimension 0, the low end of dimension 1 "
           "and the high end of dimension 2."),
    corner("mpi_refill_nwt", "From North-West, Top",
           "Pipeline Refill from the low end of dimension 0, the high end of dimension 1 "
           "and the high end of dimension 2."),
    corner("mpi_refill_set", "From South-East, Top",
           "Pipeline Refill from the high end of dimension 0, the low end of dimension 1 "
           "and the high end of dimension 2."),
    corner("mpi_refill_net", "From North-East, Top",
           "Pipeline Refill from the high end of dimension 0, the high end of dimension 1 "
           "and the high end of dimension 2.")};

// Returns the index in kMetrics: west before east, south before north, bottom before top.
std::size_t place_of(const GridSides& corner) {
  const std::size_t east = corner[0] > 0 ? 2 : 0;
  const std::size_t north = corner[1] > 0 ? 1 : 0;
  const std::size_t grid = corner[2] == kNoSide ? 1 : corner[2] < 0 ? 5 : 9;
  return grid + east + north;
}

struct Late {
  std::uint64_t step;
  CallInstance receiver;
  Duration waiting;
  CallInstance sender;
  Transfer message;

  // The result is the same whether the wait or the verdict comes first.
  void participants(Participants& all) const {
    all.add(receiver);
    all.add(sender);
    all.messages.push_back(message);
  }
};

// The steps of one process.
struct Steps {
  std::vector<Late> late;            // waits not yet known to be refills or not
  std::vector<WaveVerdict> refills;  // sorted by step
  std::uint64_t decided = 0;         // progress: WaveVerdict::decided
};

class Refill final : public Pattern {
 public:
  [[nodiscard]] std::span<const MetricInfo> metrics() const override { return kMetrics; }

  void subscribe(Bus& bus) override {
    bus_ = &bus;
    for (const MetricInfo& metric : kMetrics) metrics_.push_back(bus.metric(metric.id));
    bus.subscribe<LateSenderInstance>([this](const LateSenderInstance& late) {
      if (late.message.receive.wave_step != 0) late_sender(late);
    });
    bus.subscribe<WaveVerdict>([this](const WaveVerdict& known) { verdict(known); });
    bus.subscribe<Checkpoint>(
        [this](const Checkpoint& checkpoint) { forget(checkpoint.previous); });
  }

 private:
  void late_sender(const LateSenderInstance& instance) {
    const Message& message = instance.message;
    const CallInstance& receiver = message.receive.completion.call;
    const CallInstance& sender = message.send.posted;
    const Late late{message.receive.wave_step,
                    receiver,
                    instance.waiting,
                    sender,
                    {sender.location, message.send.time, receiver.location, message.receive.time}};
    Steps& steps = steps_[instance.process];
    if (!steps.refills.empty() && late.step <= steps.refills.back().step) {
      const auto known = std::ranges::lower_bound(steps.refills, late.step, {}, &WaveVerdict::step);
      if (known->step == late.step) return charge(known->corner, late);
    }
    if (late.step >= steps.decided) steps.late.push_back(late);
  }

  void verdict(const WaveVerdict& known) {
    Steps& steps = steps_[known.process];
    steps.decided = known.decided;
    if (known.step != 0) {
      const auto at = std::ranges::upper_bound(steps.refills, known.step, {}, &WaveVerdict::step);
      steps.refills.insert(at, known);
    }
    std::erase_if(steps.late, [&](const Late& late) {
      if (late.step == known.step) charge(known.corner, late);
      return late.step == known.step || late.step < known.decided;
    });
  }

  void charge(const GridSides& corner, const Late& late) {
    const WaitedFor sender{late.receiver.enter, late.sender};
    bus_->charge(metrics_[0], late.receiver, late.waiting, sender, late);
    bus_->charge(metrics_[place_of(corner)], late.receiver, late.waiting, sender, late);
  }

  void forget(Timestamp until) {
    steps_.for_each([until](ProcessId, Steps& steps) {
      std::erase_if(steps.late, [=](const Late& late) { return late.receiver.leave < until; });
      std::erase_if(steps.refills, [=](const WaveVerdict& known) { return known.time < until; });
    });
  }

  Bus* bus_ = nullptr;
  std::vector<MetricIndex> metrics_;
  ProcessMap<Steps> steps_;
};

}  // namespace

std::unique_ptr<Pattern> make_refill() { return std::make_unique<Refill>(); }

}  // namespace lull::patterns
