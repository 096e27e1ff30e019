// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include "lull/recorder/journal/journal_entries.hpp"

namespace lull::recorder {
namespace {

using nlohmann::json;

constexpr std::uint64_t kUnknownNumber = 0xffffffffu;

std::uint64_t known_communicator(const ProcessPart& part, const json& number) {
  const auto index = number.get<std::size_t>();
  if (index >= part.communicators.size() || part.communicators[index].id.empty())
    throw input_error("it refers to a communicator that is not defined");
  return index;
}

// Returns none if the creation of the communicator was not seen.
std::optional<std::uint64_t> communicator_if_known(const ProcessPart& part, const json& number) {
  if (number.get<std::uint64_t>() == kUnknownNumber) return std::nullopt;
  return known_communicator(part, number);
}

std::uint64_t known_file(const ProcessPart& part, const json& number) {
  const auto index = number.get<std::size_t>();
  if (index >= part.files.size()) throw input_error("it refers to a file that is not defined");
  return index;
}

void take_members(RecordedCommunicator& communicator, const json& members) {
  if (members.empty()) return;
  const json sides = members.front().is_array() ? members : json::array({members});
  for (const json& side : sides) {
    auto& group = communicator.groups.emplace_back();
    for (const auto rank : side.get<std::vector<std::int64_t>>())
      group.push_back(rank < 0 ? kUnknownMember : static_cast<std::uint64_t>(rank));
  }
}

RecordedCommunicator communicator_of(const ProcessPart& part, const json& entry) {
  RecordedCommunicator communicator;
  communicator.across = entry.value("across", false);
  communicator.pes = entry.value("pes", false);
  if (entry.contains("from")) {
    const std::uint64_t from = known_communicator(part, entry.at("from"));
    communicator.origin = {from, entry.at("made")};
    communicator.across |= part.communicators[from].across;
    communicator.id = id_of_made(part.communicators[from].id, *communicator.origin);
  } else {
    const json& id = entry.at("id");
    communicator.id = id.is_string() ? id.get<std::string>() : id.dump();
  }
  if (entry.contains("parent")) communicator.parent = known_communicator(part, entry.at("parent"));
  take_members(communicator, entry.value("members", json::array()));
  return communicator;
}

void take_place(ProcessPart& part, const json& entry) {
  part.rank = entry.at("rank").get<std::uint32_t>();
  part.world_size = entry.at("size").get<std::uint32_t>();
  if (*part.rank >= part.world_size || sensible_number(part.world_size) == 0)
    throw input_error("there is no such rank");
}

RecordedMeeting meeting_of(const ProcessPart& part, const json& entry) {
  const auto kind = entry.at("kind").get<std::uint32_t>();
  if (kind > static_cast<std::uint32_t>(RecordedMeeting::Kind::Connect))
    throw input_error("there is no such kind of meeting");
  return {.kind = static_cast<RecordedMeeting::Kind>(kind),
          .communicator = known_communicator(part, entry.at("communicator")),
          .here = entry.at("here"),
          .there = entry.at("there"),
          .from = entry.value("from", std::uint64_t{0}),
          .until = entry.value("until", std::uint64_t{0}),
          .port = entry.value("port", ""),
          .root = entry.value("root", std::int64_t{-1})};
}

// A process that also uses MPI has the rank of the model that begins first.
void take_pe(ProcessPart& part, const json& entry) {
  part.is_pe = true;
  if (!part.rank) take_place(part, entry);
}

RecordedFileHandle io_handle_of(const ProcessPart& part, const json& entry) {
  const int paradigm = entry.at("paradigm");
  if (paradigm != 1 && paradigm != 2) throw input_error("there is no such I/O paradigm");
  RecordedFileHandle handle{.file = {},
                            .communicator = {},
                            .paradigm = static_cast<IoParadigm>(paradigm),
                            .name = entry.value("name", "")};
  if (entry.contains("file")) handle.file = known_file(part, entry.at("file"));
  if (entry.contains("access")) handle.access = entry.at("access").get<std::uint8_t>();
  return handle;
}

RecordedProcessGrid grid_of(const ProcessPart& part, const json& entry) {
  RecordedProcessGrid grid{known_communicator(part, entry.at("communicator")), entry.at("sizes"),
                           entry.at("periodic"), entry.at("rank"), entry.at("coordinates")};
  constexpr std::size_t kMostDimensions = 255;
  if (grid.sizes.size() > kMostDimensions || grid.periodic.size() != grid.sizes.size() ||
      grid.coordinates.size() != grid.sizes.size())
    throw input_error("a grid does not have one size per dimension");
  return grid;
}

}  // namespace

// A hash of fixed length: ids of copies of copies do not grow.
std::string id_of_made(const std::string& from, const CommunicatorOrigin& origin) {
  std::uint64_t hash = 0xcbf29ce484222325ull;
  const auto add = [&hash](std::uint64_t value) {
    hash = (hash ^ value) * 0x9E3779B97F4A7C15ull;
    hash ^= hash >> 32;
  };
  for (const char c : from) add(static_cast<unsigned char>(c));
  for (const std::int64_t number : origin.made) add(static_cast<std::uint64_t>(number));
  return fmt::format("{:016x}", hash);
}

bool take_mpi(ProcessPart& part, const std::string& kind, const json& entry) {
  if (kind == "mpi")
    take_place(part, entry);
  else if (kind == "shmem")
    take_pe(part, entry);
  else if (kind == "communicator")
    numbered(part.communicators, entry.at("number")) = communicator_of(part, entry);
  else if (kind == "bridge")
    part.bridges.push_back({known_communicator(part, entry.at("communicator")), entry.at("token")});
  else if (kind == "meeting")
    part.meetings.push_back(meeting_of(part, entry));
  else if (kind == "name")
    part.communicators[known_communicator(part, entry.at("communicator"))].name = entry.at("text");
  else if (kind == "process_grid")
    part.process_grids.push_back(grid_of(part, entry));
  else if (kind == "process_graph")
    part.process_graphs.push_back({known_communicator(part, entry.at("communicator")),
                                   entry.at("rank"), entry.at("sources"),
                                   entry.at("destinations")});
  else if (kind == "group")
    numbered(part.groups, entry.at("number")) =
        entry.at("members").get<std::vector<std::uint64_t>>();
  else if (kind == "window")
    numbered(part.windows, entry.at("number")) = {
        communicator_if_known(part, entry.at("communicator")), entry.at("index"), entry.at("name")};
  else if (kind == "window_name")
    numbered(part.windows, entry.at("window")).name = entry.at("text");
  else if (kind == "file")
    numbered(part.files, entry.at("number")) = entry.at("path");
  else if (kind == "file_handle")
    numbered(part.file_handles, entry.at("number")) = {
        .file = known_file(part, entry.at("file")),
        .communicator = communicator_if_known(part, entry.at("communicator")),
        .index = entry.at("index")};
  else if (kind == "io_handle")
    numbered(part.file_handles, entry.at("number")) = io_handle_of(part, entry);
  else if (kind == "deletes_files")
    part.deletes_files = entry.get<bool>();
  else
    return false;
  return true;
}

}  // namespace lull::recorder
