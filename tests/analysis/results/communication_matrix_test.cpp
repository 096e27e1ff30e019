// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Communication and waiting between processes.
#include "lull/analysis/run/communication_matrix.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <string>
#include <tuple>
#include <vector>

#include "analysis/random_check.hpp"
#include "lull/analysis/analysis.hpp"
#include "lull/analysis/results/report/report_builder.hpp"
#include "lull/analysis/results/run/matrix_report.hpp"
#include "lull/analysis/run/pair_window.hpp"
#include "lull/patterns/pattern_list.hpp"
#include "support/random/random_trace.hpp"
#include "support/text/text_trace.hpp"

namespace lull::analysis {
namespace {

using Cell = CommunicationMatrix::Cell;
using Kind = CommunicationMatrix::Kind;

report::CommunicationMatrix matrix_of(const TraceSource& trace, const AnalysisOptions& options,
                                      std::string* text = nullptr) {
  Analysis analysis(trace, patterns::make_patterns, options);
  analysis.run();
  const report::Report report = build_report(analysis);
  report::CommunicationMatrix matrix = matrix_for(analysis, report);
  if (text != nullptr) *text = matrix_as_json(matrix, report);
  return matrix;
}

std::string matrix_text(const TraceSource& trace, const AnalysisOptions& options) {
  std::string text;
  (void)matrix_of(trace, options, &text);
  return text;
}

TEST(PairsOfProcesses, ShowsWhoSendsToWhomAndWhoWaitsForWhom) {
  const auto trace = support::parse_text_trace(R"(
processes 3
0: 0 enter main; 600 enter MPI_Send; 600 send 1 bytes=70; 610 leave; 1000 leave
1: 0 enter main; 100 enter MPI_Recv; 620 recv 0 bytes=70; 630 leave
1: 640 enter MPI_Send; 640 send 2 bytes=5; 650 leave; 1000 leave
2: 0 enter main; 700 enter MPI_Recv; 710 recv 1 bytes=5; 720 leave; 1000 leave
)");
  const auto matrix = matrix_of(*trace.trace, with_map_and_matrix(1, 1000));
  EXPECT_EQ(matrix.processes_of_group, 1u);
  ASSERT_EQ(matrix.messages.size(), 2u);
  const auto& first = matrix.messages[0];
  EXPECT_EQ(std::tuple(first.from, first.to, first.count, first.bytes), std::tuple(0, 1, 1, 70));
  EXPECT_DOUBLE_EQ(first.seconds, 20e-9);
  const auto& second = matrix.messages[1];
  EXPECT_EQ(std::tuple(second.from, second.to, second.count, second.bytes), std::tuple(1, 2, 1, 5));
  EXPECT_DOUBLE_EQ(second.seconds, 70e-9);
  ASSERT_EQ(matrix.waiting.size(), 1u);
  ASSERT_EQ(matrix.waiting[0].pairs.size(), 1u);
  const auto& wait = matrix.waiting[0].pairs[0];
  EXPECT_EQ(std::tuple(wait.from, wait.to, wait.count), std::tuple(0, 1, 1));
  EXPECT_DOUBLE_EQ(wait.seconds, 500e-9);
}

// The matrix contains the charges to causers, and all messages.
TEST(PairsOfProcesses, SumsAreThoseOfTheAnalysis) {
  std::size_t checked = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const auto trace = support::random_trace(seed, options_of(seed));
    Analysis analysis(*trace, patterns::make_patterns,
                      with_map_and_matrix(1 + seed % 2, 20 + seed));
    analysis.run();
    std::map<std::string, std::uint64_t> caused;
    for (const auto& shard : analysis.shards())
      shard->charges().severities().for_each([&](const Severity& severity) {
        caused[std::string(analysis.catalogue()[severity.metric].info.id)] +=
            static_cast<std::uint64_t>(severity.value);
      });
    std::uint64_t messages = 0;
    std::map<std::string, std::uint64_t> waited;
    for (const Cell& cell : analysis.matrix()->sorted()) {
      const auto pair = cell.pair();
      if (pair.kind == Kind::Message) messages += cell.count;
      if (pair.kind == Kind::Wait)
        waited[std::string(analysis.catalogue()[pair.metric].info.id)] += cell.ticks;
    }
    EXPECT_EQ(messages, analysis.notes().messages) << seed;
    for (const auto& [id, ticks] : waited) {
      EXPECT_EQ(ticks, caused[caused_part_of(id)]) << seed << " " << id;
      ++checked;
    }
    // Metrics outside the time tree overlap with other kinds of waiting.
    const std::vector<bool> kinds = kinds_of_waiting(analysis.catalogue());
    for (std::size_t i = 0; i < kinds.size(); ++i) {
      const std::string id(analysis.catalogue()[MetricIndex(i)].info.id);
      EXPECT_EQ(waited[id], kinds[i] ? caused[caused_part_of(id)] : 0u) << seed << " " << id;
    }
  }
  EXPECT_GT(checked, 100u);
}

TEST(PairsOfProcesses, DoesNotDependOnThreadsAndSlices) { expect_independence(matrix_text); }

// Combines matrices in any order: neighbours are grouped only if there are too many pairs.
TEST(PairsOfProcesses, GroupsNeighboursIfThereAreTooManyPairs) {
  constexpr std::size_t kMost = 50;
  const Definitions definitions;
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    std::mt19937_64 random(seed);
    std::vector<std::tuple<std::uint32_t, std::uint32_t, std::uint64_t>> all(seed * 20);
    for (auto& [from, to, bytes] : all)
      from = random() % 500, to = (from + random() % (1 + seed)) % 500, bytes = random() % 1000;
    const auto made = [&](std::size_t parts) {
      std::vector<CommunicationMatrix> matrices(parts, CommunicationMatrix(definitions, kMost));
      std::vector<PairWindow> windows(parts);
      for (std::size_t part = 0; part < parts; ++part) windows[part].set_matrix(&matrices[part]);
      for (std::size_t i = 0; i < all.size(); ++i) {
        const auto& [from, to, bytes] = all[i];
        windows[i % parts].add_message(ProcessId(from), ProcessId(to), bytes, Duration{7});
      }
      for (PairWindow& window : windows) window.hand_over();
      for (std::size_t part = 1; part < parts; ++part) matrices[0].add(matrices[part]);
      return matrices[0];
    };
    const CommunicationMatrix one = made(1);
    std::ranges::shuffle(all, random);
    const CommunicationMatrix other = made(3);
    EXPECT_EQ(one.shift(), other.shift()) << seed;
    EXPECT_LE(one.size(), kMost);
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint64_t> expected;
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint64_t> finer;
    for (const auto& [from, to, bytes] : all) {
      expected[{from >> one.shift(), to >> one.shift()}] += bytes;
      if (one.shift() > 0) finer[{from >> (one.shift() - 1), to >> (one.shift() - 1)}] += bytes;
    }
    EXPECT_EQ(one.size(), expected.size()) << seed;
    if (one.shift() > 0) {
      EXPECT_GT(finer.size(), kMost) << seed;
    }
    for (const CommunicationMatrix& matrix : {one, other})
      for (const Cell& cell : matrix.sorted())
        EXPECT_EQ((expected[{cell.pair().from, cell.pair().to}]), cell.amount) << seed;
  }
}

TEST(PairsOfProcesses, HasTransfersFromTheSourceOfTheData) {
  const auto trace = support::parse_text_trace(R"(
processes 2
window w
0: 0 enter main; 10 enter MPI_Put; 10 put 1 win=w bytes=8; 20 leave
0: 30 enter MPI_Get; 30 get 1 win=w bytes=9; 40 leave; 100 leave
1: 0 enter main; 100 leave
)");
  const auto matrix = matrix_of(*trace.trace, with_map_and_matrix(1, 1000));
  ASSERT_EQ(matrix.transfers.size(), 2u);
  EXPECT_EQ(matrix.transfers[0].bytes, 8u);
  EXPECT_EQ(matrix.transfers[0].from, 0u);
  EXPECT_EQ(matrix.transfers[1].bytes, 9u);
  EXPECT_EQ(matrix.transfers[1].from, 1u);
}

}  // namespace
}  // namespace lull::analysis
