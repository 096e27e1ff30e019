// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <vector>

#include "lull/analysis/pattern.hpp"
#include "lull/analysis/wave_events.hpp"
#include "lull/patterns/mpi/late_sender.hpp"

namespace lull::patterns {

using namespace analysis;

namespace {

constexpr const char* kMeaning =
    "The part of Late Sender that lies in the first step of a wave that comes from another corner "
    "of a Cartesian "
    "grid than the one before: the pipeline is empty, and fills again.";
constexpr const char* kFormula =
    "waiting time of late senders, where the receive belongs to the first step after a change of "
    "direction; a step comes from where a process receives and, in dimensions in which it receives "
    "nothing, from opposite to where it sends";
constexpr const char* kAdvice =
    "Start the next wave before the one before has left the grid, from a corner that is idle "
    "already; use smaller blocks, so that the pipeline fills faster; or divide the grid less "
    "deeply along the wave.";

constexpr const char* kPicture =
    "process 0  [work]>[work]>-------------\n"
    "process 1  [#####][work]>[work]>------\n"
    "process 2  [############][work]>[work]>";

constexpr MetricInfo corner(const char* id, const char* name) {
  return {id, name, "mpi_refill", Unit::Seconds, kMeaning, kFormula, kAdvice, kPicture};
}

// Beside the tree of time: it is part of Late Sender, but so is Wrong Order, and one wait may be
// both.
constexpr std::array kMetrics{MetricInfo{"mpi_refill", "Pipeline Refill", "", Unit::Seconds,
                                         kMeaning, kFormula, kAdvice, kPicture},
                              corner("mpi_refill_sw", "From South-West"),
                              corner("mpi_refill_nw", "From North-West"),
                              corner("mpi_refill_se", "From South-East"),
                              corner("mpi_refill_ne", "From North-East"),
                              corner("mpi_refill_swb", "From South-West, Bottom"),
                              corner("mpi_refill_nwb", "From North-West, Bottom"),
                              corner("mpi_refill_seb", "From South-East, Bottom"),
                              corner("mpi_refill_neb", "From North-East, Bottom"),
                              corner("mpi_refill_swt", "From South-West, Top"),
                              corner("mpi_refill_nwt", "From North-West, Top"),
                              corner("mpi_refill_set", "From South-East, Top"),
                              corner("mpi_refill_net", "From North-East, Top")};

// In kMetrics: west before east, south before north, bottom before top.
std::size_t place_of(const GridSides& corner) {
  const std::size_t east = corner[0] > 0 ? 2 : 0;
  const std::size_t north = corner[1] > 0 ? 1 : 0;
  const std::size_t grid = corner[2] == kNoSide ? 1 : corner[2] < 0 ? 5 : 9;
  return grid + east + north;
}

// A receive: several of one source at the same time are in order.
struct Place {
  LocationId location;
  Timestamp time;
  ProcessId source;
  auto operator<=>(const Place&) const = default;
};

struct Late {
  CallInstance receiver;
  Duration waiting;
  CallInstance sender;
};

class Refill final : public Pattern {
 public:
  [[nodiscard]] std::span<const MetricInfo> metrics() const override { return kMetrics; }

  void subscribe(Bus& bus) override {
    bus_ = &bus;
    for (const MetricInfo& metric : kMetrics) metrics_.push_back(bus.metric(metric.id));
    bus.subscribe<BeginOfTrace>([this](const BeginOfTrace& trace) {
      has_grids_ = std::ranges::any_of(trace.definitions.topologies, is_grid);
    });
    bus.subscribe<LateSenderInstance>([this](const LateSenderInstance& late) {
      if (has_grids_) late_ = {&late.message, late.waiting};
    });
    bus.subscribe<ReceiveCall>([this](const ReceiveCall& call) {
      if (has_grids_) receive_call(call);
    });
    bus.subscribe<WaveReceive>([this](const WaveReceive& receive) { wave(receive); });
    bus.subscribe<Checkpoint>([this](const Checkpoint& checkpoint) {
      const auto is_old = [&](const auto& entry) { return entry.first.time < checkpoint.previous; };
      std::erase_if(late_receives_, is_old);
      std::erase_if(waves_, is_old);
    });
  }

 private:
  // What has just been found of a call that is being published.
  struct Found {
    const Message* message = nullptr;
    Duration waiting;
  };

  void receive_call(const ReceiveCall& call) {
    for (const Message& message : call.messages) {
      const CallInstance& receiver = message.receive.completion.call;
      const Place place{receiver.location, message.receive.time, message.send.channel.source};
      const bool is_late = late_.message == &message;
      const Late late{receiver, late_.waiting, message.send.posted};
      if (const auto wave = take(waves_, place)) {
        if (is_late) judge(*wave, late);
      } else if (is_late) {
        late_receives_[place].push_back(late);
      }
    }
    late_ = {};
  }

  void wave(const WaveReceive& receive) {
    const Place place{receive.location, receive.time, receive.source};
    if (const auto late = take(late_receives_, place))
      judge(receive, *late);
    else
      waves_[place].push_back(receive);
  }

  void judge(const WaveReceive& wave, const Late& late) {
    if (!wave.refill) return;
    const WaitedFor sender{late.receiver.enter, late.sender};
    bus_->charge(metrics_[0], late.receiver, late.waiting, sender);
    bus_->charge(metrics_[place_of(wave.corner)], late.receiver, late.waiting, sender);
  }

  template <class Kept>
  using ByPlace = std::map<Place, std::vector<Kept>>;
  // The first that is kept there.
  template <class Kept>
  static std::optional<Kept> take(ByPlace<Kept>& all, const Place& place) {
    const auto found = all.find(place);
    if (found == all.end()) return std::nullopt;
    const Kept first = found->second.front();
    found->second.erase(found->second.begin());
    if (found->second.empty()) all.erase(found);
    return first;
  }

  Bus* bus_ = nullptr;
  bool has_grids_ = false;
  std::vector<MetricIndex> metrics_;
  Found late_;
  ByPlace<Late> late_receives_;  // of which nothing is known of waves yet
  ByPlace<WaveReceive> waves_;   // of messages that are not published yet
};

}  // namespace

std::unique_ptr<Pattern> make_refill() { return std::make_unique<Refill>(); }

}  // namespace lull::patterns
