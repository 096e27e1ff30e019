// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "lull/analysis/bus/pattern.hpp"
#include "lull/base/error.hpp"

namespace lull::analysis {
namespace {

using testing::ElementsAre;

struct Root {
  int value = 0;
};
struct Special {
  int value = 0;
};

constexpr std::array kMetrics{MetricInfo{"time", "Time", "", Unit::Seconds, "", "", ""},
                              MetricInfo{"calls", "Calls", "", Unit::Occurrences, "", "", ""}};

class BusTest : public testing::Test {
 protected:
  BusTest() { catalogue_.add(kMetrics, true); }

  MetricCatalogue catalogue_;
  ChargeSink charges_{catalogue_};
  Bus bus_{charges_};
  std::vector<std::string> log_;

  void keep(KeepCharges which, const IterationBorders* borders = nullptr) {
    ChargeSetup setup;
    setup.keep = which;
    setup.iterations = borders;
    charges_.set_up(setup);
  }
  [[nodiscard]] const std::vector<Charge>& kept() const {
    return charges_.observer<KeptCharges>().all();
  }
};

TEST_F(BusTest, ReachesSubscribersInTheOrderOfSubscription) {
  bus_.subscribe<Root>([this](const Root&) { log_.emplace_back("first"); });
  bus_.subscribe<Special>([this](const Special&) { log_.emplace_back("other type"); });
  bus_.subscribe<Root>([this](const Root&) { log_.emplace_back("second"); });
  bus_.publish(Root{});
  EXPECT_THAT(log_, ElementsAre("first", "second"));
}

TEST_F(BusTest, CarriesChainsOfRefinement) {
  bus_.subscribe<Root>([this](const Root& root) {
    if (root.value > 3) bus_.publish(Special{root.value * 2});
  });
  bus_.subscribe<Special>(
      [this](const Special& special) { log_.push_back(std::to_string(special.value)); });
  for (const int value : {1, 5, 3, 7}) bus_.publish(Root{value});
  EXPECT_THAT(log_, ElementsAre("10", "14"));
}

TEST_F(BusTest, DropsEventsWithoutSubscribers) {
  bus_.subscribe<Root>([this](const Root&) { log_.emplace_back("root"); });
  bus_.publish(Special{});
  EXPECT_THAT(log_, testing::IsEmpty());
}

TEST_F(BusTest, BusesAreIndependent) {
  ChargeSink charges(catalogue_);
  Bus other(charges);
  bus_.subscribe<Root>([this](const Root&) { log_.emplace_back("here"); });
  other.publish(Root{});
  EXPECT_THAT(log_, testing::IsEmpty());
}

TEST_F(BusTest, AddsUpChargesAndForgetsZero) {
  const CallInstance call{LocationId(std::size_t{2}), LocalPathId(std::size_t{3}), {}, {}};
  const MetricIndex time = bus_.metric("time");
  bus_.charge(time, call, Duration{5});
  bus_.charge(time, call, Duration{7});
  bus_.charge(time, call, Duration{0});
  bus_.charge(time, call, Duration{-4});
  bus_.count(bus_.metric("calls"), call);
  EXPECT_EQ(charges_.severities().size(), 2u);
  std::int64_t sum = 0;
  charges_.severities().for_each([&](const Severity& severity) {
    if (severity.metric == time) sum += severity.value;
  });
  EXPECT_EQ(sum, 12);
}

TEST_F(BusTest, KeepsSingleChargesOfTimeOnRequest) {
  const CallInstance call{LocationId(std::size_t{2}), LocalPathId(std::size_t{3}), Timestamp{50},
                          Timestamp{60}};
  const CallInstance other{LocationId(std::size_t{1}), LocalPathId(std::size_t{4}), {}, {}};
  const MetricIndex time = bus_.metric("time");
  bus_.charge(time, call, Duration{1});
  keep(KeepCharges::All);
  bus_.charge(time, call, Duration{5});
  bus_.charge(time, call, Duration{30});
  bus_.charge(time, call, Duration{7}, {Timestamp{52}, other});
  bus_.charge(time, call, Duration{8}, WaitedFor(Timestamp{51}));
  bus_.charge(time, call, Duration{0}, {Timestamp{52}, other});
  bus_.charge(bus_.metric("calls"), call, Duration{3});
  bus_.count(bus_.metric("calls"), call);
  std::vector<std::int64_t> ticks;
  std::vector<std::uint64_t> begins;
  for (const Charge& charge : kept()) {
    ticks.push_back(charge.waiting.ticks);
    begins.push_back(charge.begin().ticks);
    EXPECT_EQ(charge.metric, time);
  }
  EXPECT_THAT(ticks, ElementsAre(5, 30, 7, 8));
  EXPECT_THAT(begins, ElementsAre(50, 20, 52, 51));  // 30 ticks lie before the call
  ASSERT_EQ(kept().size(), 4u);
  EXPECT_FALSE(kept()[0].waited_for.cause.location.defined());
  EXPECT_EQ(kept()[2].waited_for.cause, (CallPathOnLocation{other.location, other.path}));
}

TEST_F(BusTest, KeepsEachCauseOfAWaitWithItsPart) {
  const CallInstance call{LocationId(std::size_t{2}), LocalPathId(std::size_t{3}), Timestamp{50},
                          Timestamp{60}};
  const CallInstance other{LocationId(std::size_t{1}), LocalPathId(std::size_t{4}), {}, {}};
  const MetricIndex time = bus_.metric("time");
  WorkerResults worker;
  worker.histograms.resize(2);
  charges_.work_for(worker);
  keep(KeepCharges::All);
  const std::array parts{CausedPart{Duration{2}, WaitedFor(Timestamp{50})},
                         CausedPart{Duration{0}, WaitedFor(Timestamp{52})},
                         CausedPart{Duration{5}, {Timestamp{53}, other}}};
  bus_.charge(time, call, parts);
  ASSERT_EQ(kept().size(), 2u);
  EXPECT_EQ(kept()[0].waiting, Duration{2});
  EXPECT_EQ(kept()[1].waiting, Duration{5});
  EXPECT_EQ(kept()[1].waited_for.cause, (CallPathOnLocation{other.location, other.path}));
  EXPECT_EQ(worker.histograms[time.index()].count(), 1u);  // both charges are one wait
  EXPECT_EQ(worker.histograms[time.index()].sum(), 7);
}

TEST_F(BusTest, KeepsTheLongestWaitOfEachIterationOfALocation) {
  const LocationId location(std::size_t{1});
  const IterationBorders borders{2, {{}, {Timestamp{0}, Timestamp{100}, Timestamp{200}}}};
  keep(KeepCharges::LongestOfIterations, &borders);
  const auto charge = [&](std::uint64_t enter, std::int64_t ticks) {
    bus_.charge(bus_.metric("time"),
                {location, LocalPathId(std::size_t{0}), Timestamp{enter}, Timestamp{enter + 50}},
                Duration{ticks});
  };
  charge(10, 5);
  charge(20, 7);
  charge(30, 7);  // just as long, but later
  charge(110, 1);
  charge(200, 50);  // after the last charge
  ASSERT_EQ(kept().size(), 2u);
  EXPECT_EQ(kept()[0].call.enter, Timestamp{20});
  EXPECT_EQ(kept()[1].call.enter, Timestamp{110});
}

// A pattern of a plug-in that charges on request.
class Guest final : public Pattern {
 public:
  using Act = std::function<void(Bus&)>;
  explicit Guest(Act act) : act_(std::move(act)) {}
  [[nodiscard]] std::span<const MetricInfo> metrics() const override { return {}; }
  void subscribe(Bus& bus) override {
    bus.subscribe<Root>([this, &bus](const Root&) { act_(bus); });
  }

 private:
  Act act_;
};

constexpr std::array kGuestMetrics{MetricInfo{"mine", "Mine", "", Unit::Seconds, "", "", ""}};

std::string refusal_of(const std::function<void()>& act) {
  try {
    act();
  } catch (const Error& error) {
    return error.what();
  }
  return {};
}

TEST_F(BusTest, RejectsInvalidChargesOfPlugins) {
  catalogue_.add(kGuestMetrics, false, false);
  PathStore store;
  PathPlaces places(store);
  places.add({{}, {}, {}, 0, 17});
  const PathDirectory paths{&places, nullptr};
  bus_.know_paths(paths);
  const MetricIndex mine = bus_.metric("mine");
  const auto call = [](std::size_t location, std::size_t path) {
    return CallInstance{LocationId(location), LocalPathId(path), Timestamp{10}, Timestamp{20}};
  };
  Guest::Act act;
  Guest guest([&act](Bus& bus) { act(bus); });
  bus_.admit(guest);
  const auto error_of = [&](Guest::Act charge) {
    act = std::move(charge);
    return refusal_of([this] { bus_.publish(Root{}); });
  };
  const std::string own =
      "time is a metric of Lull; a plug-in charges only metrics that it declares";
  EXPECT_EQ(error_of([&](Bus& bus) { bus.charge(bus.metric("time"), call(0, 0), Duration{1}); }),
            own);
  EXPECT_EQ(error_of([&](Bus& bus) { bus.charge(bus.metric("time"), call(0, 0), Duration{-1}); }),
            own);
  EXPECT_THAT(error_of([&](Bus& bus) { bus.count(bus.metric("calls"), call(0, 0)); }),
              testing::StartsWith("calls is a metric of Lull"));
  EXPECT_EQ(error_of([&](Bus& bus) { bus.charge(mine, call(0, 0), Duration{11}); }),
            "mine is charged 11 ticks of a call that has 10");
  const std::string nowhere = "mine is charged to a call that does not exist";
  EXPECT_EQ(error_of([&](Bus& bus) { bus.charge(mine, call(2, 0), Duration{1}); }), nowhere);
  EXPECT_EQ(error_of([&](Bus& bus) { bus.count(mine, call(0, 1)); }), nowhere);
  EXPECT_EQ(error_of([&](Bus& bus) { bus.charge(mine, {}, Duration{1}); }), nowhere);
  EXPECT_EQ(error_of([&](Bus& bus) { bus.charge({}, call(0, 0), Duration{1}); }),
            "a plug-in charges a metric that does not exist");
  EXPECT_EQ(charges_.severities().size(), 0u);
  EXPECT_EQ(error_of([&](Bus& bus) { bus.charge(mine, call(0, 0), Duration{10}); }), "");
  EXPECT_EQ(charges_.severities().size(), 1u);
  bus_.charge(bus_.metric("time"), call(0, 0), Duration{30});  // Lull's own charges are not checked
  EXPECT_EQ(charges_.severities().size(), 2u);
}

TEST_F(BusTest, RejectsUnknownMetrics) {
  EXPECT_THROW(static_cast<void>(bus_.metric("mpi_latesender")), std::logic_error);
}

TEST(Overlap, IsThePartThatLiesInTheCall) {
  const CallInstance call{{}, {}, Timestamp{10}, Timestamp{20}};
  const auto ticks = [&call](std::uint64_t from, std::uint64_t to) {
    return overlap(call, Timestamp{from}, Timestamp{to}).ticks;
  };
  EXPECT_EQ(ticks(12, 15), 3);
  EXPECT_EQ(ticks(5, 15), 5);
  EXPECT_EQ(ticks(12, 90), 8);
  EXPECT_EQ(ticks(0, 90), 10);
  EXPECT_EQ(ticks(15, 12), 0);
  EXPECT_EQ(ticks(0, 10), 0);
  EXPECT_EQ(ticks(20, 30), 0);
}

}  // namespace
}  // namespace lull::analysis
