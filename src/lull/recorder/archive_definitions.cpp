// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/recorder/archive_definitions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <string>

#include "lull/base/error.hpp"

namespace lull::recorder {
namespace {

void expect(OTF2_ErrorCode code) {
  if (code != OTF2_SUCCESS)
    throw Error(ExitStatus::System,
                fmt::format("a definition cannot be written: {}", OTF2_Error_GetDescription(code)));
}

class DefinitionOutput {
 public:
  DefinitionOutput(OTF2_GlobalDefWriter* writer, std::span<const ProcessPart> parts,
                   const Unified& all)
      : writer_(writer), parts_(parts), all_(all) {
    string("");
  }

  void write() {
    write_clock();
    write_paradigms();
    write_system();
    write_regions();
    write_communicators();
  }

 private:
  OTF2_StringRef string(const std::string& text) {
    const auto [entry, fresh] =
        strings_.emplace(text, static_cast<OTF2_StringRef>(strings_.size()));
    if (fresh) expect(OTF2_GlobalDefWriter_WriteString(writer_, entry->second, text.c_str()));
    return entry->second;
  }

  // Ticks a second, from the two readings that are farthest apart.
  [[nodiscard]] std::uint64_t resolution() const {
    std::uint64_t longest = 0;
    double ticks_per_nanosecond = 1;
    for (const ProcessPart& part : parts_) {
      if (!part.counter || part.clocks.size() < 2) continue;
      const RecordedClock& a = part.clocks.front();
      const RecordedClock& b = part.clocks.back();
      if (b.nanoseconds - a.nanoseconds <= longest || b.nanoseconds <= a.nanoseconds) continue;
      longest = b.nanoseconds - a.nanoseconds;
      ticks_per_nanosecond = static_cast<double>(b.ticks - a.ticks) / static_cast<double>(longest);
    }
    return static_cast<std::uint64_t>(ticks_per_nanosecond * 1e9);
  }

  void write_clock() {
    std::uint64_t first = ~std::uint64_t{0};
    std::uint64_t last = 0;
    for (const ProcessPart& part : parts_)
      for (const RecordedClock& clock : part.clocks) {
        const std::uint64_t time =
            clock.ticks + static_cast<std::uint64_t>(clock.offset.value_or(0));
        first = std::min(first, time);
        last = std::max(last, time);
      }
    if (first > last) first = last;
    expect(OTF2_GlobalDefWriter_WriteClockProperties(writer_, resolution(), first, last - first,
                                                     OTF2_UNDEFINED_TIMESTAMP));
  }

  void write_paradigms() {
    const std::string mpi = "MPI";
    expect(OTF2_GlobalDefWriter_WriteParadigm(writer_, OTF2_PARADIGM_MPI, string(mpi),
                                              OTF2_PARADIGM_CLASS_PROCESS));
    expect(OTF2_GlobalDefWriter_WriteParadigm(writer_, OTF2_PARADIGM_USER, string("USER"),
                                              OTF2_PARADIGM_CLASS_PROCESS));
  }

  void write_system() {
    expect(OTF2_GlobalDefWriter_WriteSystemTreeNode(
        writer_, 0, string("machine"), string("machine"), OTF2_UNDEFINED_SYSTEM_TREE_NODE));
    expect(OTF2_GlobalDefWriter_WriteSystemTreeNodeDomain(writer_, 0,
                                                          OTF2_SYSTEM_TREE_DOMAIN_MACHINE));
    std::map<std::string, OTF2_SystemTreeNodeRef> nodes;
    for (std::size_t rank = 0; rank < parts_.size(); ++rank) {
      const ProcessPart& part = parts_[rank];
      const auto number = static_cast<OTF2_SystemTreeNodeRef>(nodes.size() + 1);
      const auto [node, fresh] = nodes.emplace(part.host, number);
      if (fresh) {
        expect(OTF2_GlobalDefWriter_WriteSystemTreeNode(writer_, number, string(part.host),
                                                        string("node"), 0));
        expect(OTF2_GlobalDefWriter_WriteSystemTreeNodeDomain(
            writer_, number, OTF2_SYSTEM_TREE_DOMAIN_SHARED_MEMORY));
      }
      const std::string name =
          part.rank ? fmt::format("MPI Rank {}", rank) : fmt::format("Process {}", rank);
      const auto group = static_cast<OTF2_LocationGroupRef>(rank);
      expect(OTF2_GlobalDefWriter_WriteLocationGroup(writer_, group, string(name),
                                                     OTF2_LOCATION_GROUP_TYPE_PROCESS, node->second,
                                                     OTF2_UNDEFINED_LOCATION_GROUP));
      for (const auto& [thread, events] : part.events)
        expect(OTF2_GlobalDefWriter_WriteLocation(
            writer_, location_of(rank, thread),
            string(thread == 0 ? "Master thread" : fmt::format("Thread {}", thread)),
            OTF2_LOCATION_TYPE_CPU_THREAD, events, group));
    }
  }

  void write_regions() {
    for (std::size_t i = 0; i < all_.regions.size(); ++i) {
      const RecordedRegion& region = all_.regions[i];
      const OTF2_StringRef name = string(region.name);
      expect(OTF2_GlobalDefWriter_WriteRegion(
          writer_, static_cast<OTF2_RegionRef>(i), name, name, string(""), region.role,
          region.paradigm, OTF2_REGION_FLAG_NONE,
          string(region.paradigm == OTF2_PARADIGM_MPI ? "MPI" : ""), 0, 0));
    }
  }

  OTF2_GroupRef group(const std::string& name, OTF2_GroupType type,
                      const std::vector<std::uint64_t>& members) {
    expect(OTF2_GlobalDefWriter_WriteGroup(
        writer_, groups_, string(name), type, OTF2_PARADIGM_MPI, OTF2_GROUP_FLAG_NONE,
        static_cast<std::uint32_t>(members.size()), members.data()));
    return groups_++;
  }

  void write_communicators() {
    std::vector<std::uint64_t> masters;
    std::vector<std::uint64_t> ranks;
    for (std::size_t rank = 0; rank < parts_.size(); ++rank) {
      masters.push_back(location_of(rank, 0));
      ranks.push_back(rank);
    }
    if (all_.communicators.empty()) return;
    group("", OTF2_GROUP_TYPE_COMM_LOCATIONS, masters);
    for (std::size_t i = 0; i < all_.communicators.size(); ++i)
      write_communicator(static_cast<OTF2_CommRef>(i), all_.communicators[i], ranks);
  }

  void write_communicator(OTF2_CommRef number, const UnifiedCommunicator& communicator,
                          const std::vector<std::uint64_t>& world) {
    if (communicator.groups.size() == 2) {
      const OTF2_GroupRef a = group("", OTF2_GROUP_TYPE_COMM_GROUP, communicator.groups[0]);
      const OTF2_GroupRef b = group("", OTF2_GROUP_TYPE_COMM_GROUP, communicator.groups[1]);
      expect(OTF2_GlobalDefWriter_WriteInterComm(writer_, number, string(""), a, b, 0,
                                                 OTF2_COMM_FLAG_NONE));
      return;
    }
    std::string name;
    OTF2_GroupRef members = 0;
    if (communicator.id == "self") {
      name = "MPI_COMM_SELF";
      members = group("", OTF2_GROUP_TYPE_COMM_SELF, {});
    } else if (communicator.id == "world") {
      name = "MPI_COMM_WORLD";
      members = group("", OTF2_GROUP_TYPE_COMM_GROUP, world);
    } else {
      members = group(
          "", OTF2_GROUP_TYPE_COMM_GROUP,
          communicator.groups.empty() ? std::vector<std::uint64_t>{} : communicator.groups.front());
    }
    expect(OTF2_GlobalDefWriter_WriteComm(writer_, number, string(name), members,
                                          OTF2_UNDEFINED_COMM, OTF2_COMM_FLAG_NONE));
  }

  OTF2_GlobalDefWriter* writer_;
  std::span<const ProcessPart> parts_;
  const Unified& all_;
  std::map<std::string, OTF2_StringRef> strings_;
  OTF2_GroupRef groups_ = 0;
};

struct IdMapCloser {
  void operator()(OTF2_IdMap* map) const { OTF2_IdMap_Free(map); }
};

// Nothing where all numbers are the same.
void write_mapping(OTF2_DefWriter* writer, OTF2_MappingType type,
                   const std::vector<std::uint64_t>& numbers) {
  bool same = true;
  for (std::size_t i = 0; i < numbers.size(); ++i) same = same && numbers[i] == i;
  if (same) return;
  const std::unique_ptr<OTF2_IdMap, IdMapCloser> map(
      OTF2_IdMap_CreateFromUint64Array(numbers.size(), numbers.data(), false));
  if (!map) throw Error(ExitStatus::System, "there is not enough memory for a mapping table");
  expect(OTF2_DefWriter_WriteMappingTable(writer, type, map.get()));
}

}  // namespace

void write_definitions(OTF2_GlobalDefWriter* writer, std::span<const ProcessPart> parts,
                       const Unified& all) {
  DefinitionOutput(writer, parts, all).write();
}

void write_local_definitions(OTF2_DefWriter* writer, const ProcessPart& part, const Unified& all,
                             std::size_t rank) {
  write_mapping(writer, OTF2_MAPPING_REGION, all.region_numbers[rank]);
  write_mapping(writer, OTF2_MAPPING_COMM, all.communicator_numbers[rank]);
  for (const RecordedClock& clock : part.clocks)
    if (clock.offset)
      expect(OTF2_DefWriter_WriteClockOffset(writer, clock.ticks, *clock.offset, 0.0));
}

}  // namespace lull::recorder
