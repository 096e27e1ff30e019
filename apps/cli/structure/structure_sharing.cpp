// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "cli/structure/structure_sharing.hpp"

#include <span>
#include <string>
#include <utility>

#include "lull/base/memory/packing.hpp"
#include "lull/structure/sharing.hpp"

namespace lull::cli {
namespace {

// Sends each process its bytes; returns the bytes received, indexed by process.
std::vector<Bytes> exchanged(const Job& job, std::vector<Bytes> to) {
  return job.partners() == nullptr ? to : job.partners()->exchange(std::move(to));
}

std::vector<Bytes> sent_to_all(const Job& job, const Bytes& mine) {
  return exchanged(job, std::vector<Bytes>(static_cast<std::size_t>(job.size()), mine));
}

std::vector<Bytes> sent_to_first(const Job& job, Bytes mine) {
  std::vector<Bytes> to(static_cast<std::size_t>(job.size()));
  to.front() = std::move(mine);
  return exchanged(job, std::move(to));
}

void pack(Packer& packer, const LocationPart& part) {
  packer.put(part.location);
  packer.put(part.aligned);
  packer.put_list<char>(part.main_loop);
  packer.put_list<char>(part.content);
}

LocationPart unpack_part(Unpacker& unpacker) {
  LocationPart part;
  part.location = unpacker.get<std::uint32_t>();
  part.aligned = unpacker.get<bool>();
  for (std::string* text : {&part.main_loop, &part.content}) {
    const auto bytes = unpacker.get_span<char>();
    text->assign(bytes.begin(), bytes.end());
  }
  return part;
}

}  // namespace

structure::Alikeness learn_of_others(const Job& job, const Definitions& definitions,
                                     structure::ProgramStructure& program) {
  std::vector<structure::Signature> signatures =
      structure::signatures_of(program.locations, program.mine, definitions);
  if (job.size() > 1)
    for (const Bytes& facts : sent_to_all(job, structure::pack_facts(program, signatures)))
      structure::add_facts(facts, program, signatures);
  return structure::alikeness(signatures);
}

std::size_t width_of_first(const Job& job, std::size_t width) {
  Packer packer;
  packer.put(width);
  return Unpacker(sent_to_all(job, packer.take()).front()).get<std::size_t>();
}

std::vector<LocationPart> gathered(const Job& job, std::vector<LocationPart> mine) {
  if (job.size() == 1) return mine;
  Packer packer;
  for (const LocationPart& part : mine) pack(packer, part);
  mine.clear();
  // Shares are consecutive, so the processes are in the order of their locations.
  for (const Bytes& letter : sent_to_first(job, packer.take())) {
    Unpacker unpacker(letter);
    while (!unpacker.empty()) mine.push_back(unpack_part(unpacker));
  }
  return mine;
}

}  // namespace lull::cli
