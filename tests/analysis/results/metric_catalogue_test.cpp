// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/analysis/metrics/metric_catalogue.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <stdexcept>

#include "lull/analysis/replay/profile/profile_metrics.hpp"

namespace lull::analysis {
namespace {

constexpr std::array kForest{
    MetricInfo{"time", "Time", "", Unit::Seconds, "", "", ""},
    MetricInfo{"mpi", "MPI", "time", Unit::Seconds, "", "", ""},
    MetricInfo{"visits", "Visits", "", Unit::Occurrences, "", "", ""},
    MetricInfo{"omp", "OpenMP", "time", Unit::Seconds, "", "", ""},
    MetricInfo{"send", "Send", "mpi", Unit::Seconds, "", "", ""},
};

std::vector<std::string_view> ids_in_tree_order(const MetricCatalogue& catalogue) {
  std::vector<std::string_view> ids;
  for (const MetricIndex metric : catalogue.in_tree_order())
    ids.push_back(catalogue[metric].info.id);
  return ids;
}

TEST(MetricCatalogue, ListsDepthFirstInTheOrderOfDeclaration) {
  MetricCatalogue catalogue;
  catalogue.add(kForest, true);
  EXPECT_THAT(ids_in_tree_order(catalogue),
              testing::ElementsAre("time", "mpi", "send", "omp", "visits"));
  EXPECT_EQ(catalogue.size(), kForest.size());
}

TEST(MetricCatalogue, PutsLaterMetricsBelowTheirParents) {
  MetricCatalogue catalogue;
  catalogue.add(kForest, true);
  constexpr std::array kMore{MetricInfo{"late", "Late", "send", Unit::Seconds, "", "", ""}};
  catalogue.add(kMore, false);
  EXPECT_THAT(ids_in_tree_order(catalogue),
              testing::ElementsAre("time", "mpi", "send", "late", "omp", "visits"));
  EXPECT_FALSE(catalogue[catalogue.find("late")].profile);
  EXPECT_TRUE(catalogue[catalogue.find("send")].profile);
  EXPECT_EQ(catalogue[catalogue.find("late")].parent, catalogue.find("send"));
}

TEST(MetricCatalogue, RejectsADuplicateId) {
  MetricCatalogue catalogue;
  catalogue.add(kForest, true);
  EXPECT_THROW(catalogue.add({&kForest[2], 1}, false), std::logic_error);
}

TEST(MetricCatalogue, RejectsAnUnknownParent) {
  MetricCatalogue catalogue;
  EXPECT_THROW(catalogue.add({&kForest[1], 1}, false), std::logic_error);
}

TEST(MetricCatalogue, FindsNothingUnderAnUnknownId) {
  const MetricCatalogue catalogue;
  EXPECT_FALSE(catalogue.find("time").defined());
  EXPECT_FALSE(catalogue.find("").defined());
}

TEST(ProfileMetrics, HaveAnEntryForEveryClass) {
  MetricCatalogue catalogue;
  catalogue.add(profile_metrics(), true);
  for (std::size_t i = 0; i < static_cast<std::size_t>(ProfileMetric::Count); ++i)
    EXPECT_TRUE(catalogue.find(id_of(static_cast<ProfileMetric>(i))).defined()) << i;
  for (std::size_t i = 0; i < kCountMetrics; ++i)
    EXPECT_TRUE(catalogue.find(id_of(static_cast<CountMetric>(i))).defined()) << i;
}

TEST(ProfileMetrics, AllTimesDescendFromTime) {
  MetricCatalogue catalogue;
  catalogue.add(profile_metrics(), true);
  for (std::size_t i = 0; i < static_cast<std::size_t>(ProfileMetric::Count); ++i) {
    MetricIndex metric = catalogue.find(id_of(static_cast<ProfileMetric>(i)));
    while (catalogue[metric].parent.defined()) metric = catalogue[metric].parent;
    EXPECT_EQ(catalogue[metric].info.id, "time");
  }
}

}  // namespace
}  // namespace lull::analysis
