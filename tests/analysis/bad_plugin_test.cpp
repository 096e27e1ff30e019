// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// A failing plug-in changes none of Lull's own values, wherever it fails: in a callback, in a
// rejected charge, in an event that it publishes itself.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "lull/analysis/guarded_plugin.hpp"
#include "lull/report/model/instances.hpp"
#include "support/engine_values.hpp"
#include "support/random/random_trace.hpp"

namespace lull::analysis {
namespace {

struct OwnEvent {
  const CallInstance& call;
};

constexpr std::array kBadMetrics{
    MetricInfo{"bad", "Bad", "mpi_barrier_wait", Unit::Seconds, "", "", ""}};

// Action of a pattern at the n-th call that it receives.
using Act = std::function<void(Bus& bus, MetricIndex metric, const CallInstance& call)>;

class BadPattern final : public Pattern {
 public:
  BadPattern(Act act, std::size_t calls) : act_(std::move(act)), calls_(calls) {}
  [[nodiscard]] std::span<const MetricInfo> metrics() const override { return kBadMetrics; }
  void subscribe(Bus& bus) override {
    const MetricIndex metric = bus.metric("bad");
    const auto see = [this, &bus, metric](const CallInstance& call) {
      if (seen_++ == calls_) act_(bus, metric, call);
    };
    bus.subscribe<ReceiveCall>([see](const ReceiveCall& event) { see(event.call.call); });
    bus.subscribe<Collective>([see](const Collective& event) { see(event.members.front().call); });
    bus.subscribe<OwnEvent>([](const OwnEvent&) { throw std::runtime_error("own event"); });
  }

 private:
  Act act_;
  std::size_t calls_;
  std::size_t seen_ = 0;
};

std::vector<Act> acts() {
  const auto too_long = [](const CallInstance& call) {
    return (call.leave - call.enter) + Duration{1};
  };
  return {
      [](Bus&, MetricIndex, const CallInstance&) { throw std::runtime_error("callback"); },
      [=](Bus& bus, MetricIndex metric, const CallInstance& call) {
        bus.charge(metric, call, too_long(call));
      },
      [=](Bus& bus, MetricIndex metric, const CallInstance& call) {
        const std::array parts{CausedPart{too_long(call), {call.enter, call}}};
        bus.charge(metric, call, parts);
      },
      [](Bus& bus, MetricIndex metric, const CallInstance& call) {
        const CallInstance nowhere{LocationId(std::size_t{99999}), LocalPathId(std::size_t{0}),
                                   Timestamp{0}, Timestamp{5}};
        const std::array parts{CausedPart{Duration{1}, {call.enter, nowhere}}};
        bus.charge(metric, nowhere, parts);
      },
      [](Bus& bus, MetricIndex, const CallInstance& call) {
        bus.charge(bus.metric("mpi_latesender"), call, Duration{1});
      },
      [](Bus& bus, MetricIndex, const CallInstance& call) { bus.count({}, call); },
      [](Bus& bus, MetricIndex, const CallInstance& call) { bus.publish(OwnEvent{call}); },
  };
}

// The sums of all metrics, including caused waiting, the worst instances, and the wait states.
struct Results {
  support::Values values;
  std::string instances;
  std::size_t kept = 0;
};

Results results_of(const TraceSource& trace, const PatternFactory& patterns) {
  AnalysisOptions options;
  options.keep_charges = KeepCharges::All;
  options.map = options.matrix = options.focus = true;
  Analysis analysis(trace, patterns, options);
  analysis.run();
  Results results;
  const report::Report report = build_report(analysis);
  results.values = support::values_of(report, trace.definitions().clock.ticks_per_second);
  results.values.erase("bad");
  results.instances = report::instances_as_json(report::instances_of(report));
  for (const auto& shard : analysis.shards())
    for (const Charge& charge : shard->charges().observer<KeptCharges>().all())
      if (analysis.catalogue()[charge.metric].info.id != "bad") ++results.kept;
  return results;
}

class BadPlugins : public testing::TestWithParam<std::size_t> {};

TEST_P(BadPlugins, ChangeNoValueOfLull) {
  const Act act = acts()[GetParam()];
  std::size_t failures = 0;
  for (std::uint64_t seed = 0; seed < 6; ++seed) {
    support::RandomTraceOptions random;
    random.threads = 1;
    const auto trace = support::random_trace(seed, random);
    const Results expected = results_of(*trace, patterns::make_patterns);
    ASSERT_GT(expected.kept, 0u);
    for (const std::size_t calls : {0u, 1u, 7u}) {
      Plugin plugin;
      plugin.patterns = [&] {
        PatternList list;
        list.push_back(std::make_unique<BadPattern>(act, calls));
        return list;
      };
      const auto guard = std::make_shared<Guard>("bad");
      const Results results =
          results_of(*trace, with_plugin(patterns::make_patterns, plugin, guard));
      EXPECT_EQ(results.values, expected.values) << "seed " << seed << ", call " << calls;
      EXPECT_EQ(results.kept, expected.kept);
      EXPECT_EQ(results.instances, expected.instances);
      failures += guard->failed() ? 1 : 0;
    }
  }
  EXPECT_GT(failures, 0u);
}

INSTANTIATE_TEST_SUITE_P(Acts, BadPlugins, testing::Range<std::size_t>(0, acts().size()));

}  // namespace
}  // namespace lull::analysis
