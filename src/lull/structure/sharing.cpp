// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/structure/sharing.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace lull::structure {
namespace {

// Every location has a cost, even one without events.
constexpr double kEventsForLocation = 100;

struct Facts {
  std::uint64_t location = 0;
  std::uint64_t events = 0;
  std::uint64_t samples = 0;
  std::uint64_t iterations = 0;
  std::uint64_t warm_up = 0;
  std::uint64_t main = 0;
  Signature signature;
};

void pack(Packer& packer, const std::vector<LoopShare>& loops) {
  packer.put(loops.size());
  for (const LoopShare& loop : loops) {
    packer.put_list<RegionId>(loop.around);
    packer.put(loop.iterations);
    packer.put(loop.events);
    packer.put(loop.time);
  }
}

std::vector<LoopShare> unpack_loops(Unpacker& unpacker) {
  std::vector<LoopShare> loops(std::min(unpacker.get<std::size_t>(), kLoopsListed));
  for (LoopShare& loop : loops) {
    loop.around = unpacker.get_list<RegionId>();
    loop.iterations = unpacker.get<std::uint64_t>();
    loop.events = unpacker.get<double>();
    loop.time = unpacker.get<double>();
  }
  return loops;
}

}  // namespace

std::vector<bool> share_of(const Definitions& definitions, std::size_t process,
                           std::size_t processes) {
  const auto work_of = [](const Location& location) {
    return static_cast<double>(location.events) + kEventsForLocation;
  };
  double total = 0;
  for (const Location& location : definitions.locations) total += work_of(location);
  std::vector<bool> mine;
  double before = 0;
  for (const Location& location : definitions.locations) {
    const double work = work_of(location);
    const double place = (before + work / 2) / total * static_cast<double>(processes);
    mine.push_back(std::min(static_cast<std::size_t>(place), processes - 1) == process);
    before += work;
  }
  return mine;
}

Bytes pack_facts(const ProgramStructure& program, std::span<const Signature> signatures) {
  std::vector<Facts> facts;
  for (std::size_t i = 0; i < program.locations.size(); ++i)
    if (program.mine[i])
      facts.push_back({i, program.locations[i].events, program.locations[i].samples,
                       program.found[i].iterations, program.found[i].warm_up ? 1u : 0u,
                       program.found[i].main ? 1u : 0u, signatures[i]});
  Packer packer;
  packer.put_list<Facts>(facts);
  for (const Facts& one : facts) {
    packer.put_list<char>(program.locations[one.location].damage);
    pack(packer, program.longest[one.location]);
  }
  return packer.take();
}

void add_facts(const Bytes& facts, ProgramStructure& program, std::span<Signature> signatures) {
  Unpacker unpacker(facts);
  for (const Facts& one : unpacker.get_list<Facts>()) {
    const auto damage = unpacker.get_span<char>();
    std::vector<LoopShare> loops = unpack_loops(unpacker);
    if (one.location >= program.locations.size()) continue;
    LocationStructure& location = program.locations[one.location];
    location.location = LocationId(one.location);
    location.events = one.events;
    location.samples = one.samples;
    location.damage.assign(damage.begin(), damage.end());
    program.longest[one.location] = std::move(loops);
    program.found[one.location] = {one.iterations, one.warm_up != 0, one.main != 0};
    signatures[one.location] = one.signature;
  }
}

}  // namespace lull::structure
