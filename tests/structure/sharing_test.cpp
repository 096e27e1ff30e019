// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/structure/sharing.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "support/random/random_trace.hpp"
#include "support/text/text_trace.hpp"

namespace lull::structure {
namespace {

Definitions locations_with(const std::vector<std::uint64_t>& events) {
  Definitions definitions;
  definitions.locations.resize(events.size());
  for (std::size_t i = 0; i < events.size(); ++i) definitions.locations[i].events = events[i];
  return definitions;
}

std::vector<std::size_t> shares_of(const Definitions& definitions, std::size_t processes) {
  std::vector<std::size_t> owners(definitions.locations.size(), processes);
  for (std::size_t process = 0; process < processes; ++process) {
    const std::vector<bool> mine = share_of(definitions, process, processes);
    for (std::size_t i = 0; i < mine.size(); ++i) {
      if (!mine[i]) continue;
      EXPECT_EQ(owners[i], processes) << "of two processes";
      owners[i] = process;
    }
  }
  return owners;
}

TEST(Sharing, AssignsContiguousBlocks) {
  for (const std::size_t processes : {1, 2, 3, 8, 50}) {
    const std::vector<std::size_t> owners =
        shares_of(locations_with({10, 0, 1'000'000, 5, ~0ull, ~0ull, 7}), processes);
    EXPECT_TRUE(std::ranges::is_sorted(owners)) << processes;
    EXPECT_LT(owners.back(), processes);
  }
}

TEST(Sharing, DividesTheEventsEvenly) {
  EXPECT_EQ(shares_of(locations_with({900'000, 300'000, 300'000, 300'000}), 2),
            (std::vector<std::size_t>{0, 1, 1, 1}));
  EXPECT_EQ(shares_of(locations_with({0, 0, 0, 0}), 2), (std::vector<std::size_t>{0, 0, 1, 1}));
}

// The results on one of several processes that examine a trace in cooperation.
struct Found {
  std::vector<ProgramStructure> programs;
  std::vector<Alikeness> alike;
};

Found found_by(const TraceSource& trace, std::size_t processes) {
  const Definitions& definitions = trace.definitions();
  Found found;
  std::vector<std::vector<Signature>> signatures;
  std::vector<Bytes> facts;
  for (std::size_t process = 0; process < processes; ++process) {
    const auto& program = found.programs.emplace_back(
        detect_locations(trace, share_of(definitions, process, processes), 1));
    signatures.push_back(signatures_of(program.locations, program.mine, definitions));
    facts.push_back(pack_facts(program, signatures.back()));
  }
  for (std::size_t process = 0; process < processes; ++process) {
    for (const Bytes& of : facts) add_facts(of, found.programs[process], signatures[process]);
    agree_on_main_loop(found.programs[process]);
    found.alike.push_back(alikeness(signatures[process]));
  }
  return found;
}

void expect_what_one_finds(const TraceSource& trace, std::size_t processes) {
  const Found one = found_by(trace, 1);
  const ProgramStructure& wanted = one.programs.front();
  const Found found = found_by(trace, processes);
  for (std::size_t process = 0; process < processes; ++process) {
    const ProgramStructure& program = found.programs[process];
    EXPECT_EQ(program.events(), wanted.events());
    EXPECT_EQ(program.agreement.iterations, wanted.agreement.iterations);
    EXPECT_EQ(program.agreement.warm_up, wanted.agreement.warm_up);
    EXPECT_EQ(found.alike[process].calls, one.alike[0].calls);
    EXPECT_EQ(found.alike[process].messages, one.alike[0].messages);
    for (std::size_t i = 0; i < program.locations.size(); ++i) {
      EXPECT_EQ(program.locations[i].samples, wanted.locations[i].samples);
      EXPECT_EQ(program.locations[i].damage, wanted.locations[i].damage);
      if (!program.mine[i]) continue;
      ASSERT_EQ(program.loops[i].has_value(), wanted.loops[i].has_value());
      if (!program.loops[i]) continue;
      EXPECT_EQ(program.loops[i]->borders(), wanted.loops[i]->borders());
    }
  }
}

TEST(Sharing, AllProcessesGetTheResultOfOne) {
  support::RandomTraceOptions options;
  options.processes = 6;
  options.threads = 2;
  options.interruptions = true;
  for (std::uint64_t seed = 1; seed <= 20; ++seed)
    for (const std::size_t processes : {2, 3, 20})
      expect_what_one_finds(*support::random_trace(seed, options), processes);
}

// The process calls f `count` times.
std::string calls_of(int process, int count) {
  std::string text = fmt::format("{}: 0 enter main", process);
  for (int i = 0; i < count; ++i) text += "; +1 enter f; +1 leave";
  return text + "; +1 leave\n";
}

TEST(Sharing, TheMajorityOfAllProcessesDecides) {
  const auto text =
      support::parse_text_trace("processes 3\n" + calls_of(0, 2) + calls_of(1, 3) + calls_of(2, 3));
  const Found found = found_by(*text.trace, 3);
  for (const ProgramStructure& program : found.programs)
    EXPECT_EQ(program.agreement.iterations, 3u);
  EXPECT_EQ(found.programs[0].aligned_loop(LocationId(0)), nullptr);
  EXPECT_NE(found.programs[2].aligned_loop(LocationId(2)), nullptr);
  EXPECT_EQ(found.alike[0].calls, (std::vector<std::uint32_t>{0, 1, 1}));
  expect_what_one_finds(*text.trace, 2);
}

}  // namespace
}  // namespace lull::structure
