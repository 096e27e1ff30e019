// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The attributes of definitions: processes, regions, communicators, windows, the archive itself.
#pragma once

#include "lull/asl/model/getters.hpp"

namespace lull::asl {

inline Value id_of(const Archive& /*archive*/, Value object, std::size_t /*field*/) {
  return object;
}

inline Value process_name(const Archive& archive, Value process, std::size_t /*field*/) {
  return text_value(archive.processes()[static_cast<std::size_t>(process.integer)].name);
}
inline Value process_rank(const Archive& archive, Value process, std::size_t /*field*/) {
  return integer_value(archive.processes()[static_cast<std::size_t>(process.integer)].rank);
}
inline Value process_master(const Archive& archive, Value process, std::size_t /*field*/) {
  return field_value(archive,
                     archive.processes()[static_cast<std::size_t>(process.integer)].master);
}
inline Value process_thread(const Archive& archive, Value process, std::size_t /*field*/) {
  return integer_value(archive.processes()[static_cast<std::size_t>(process.integer)].thread);
}

// For a set of regions, returns its first member, if any.
inline const Region* definition_of(const Archive& archive, Value region) {
  std::int64_t number = region.integer;
  if (archive.is_region_set(number)) {
    const auto members = archive.members_of_region(number);
    if (members.empty()) return nullptr;
    number = members.front();
  }
  return &archive.definitions().regions[static_cast<std::size_t>(number)];
}
inline Value region_name(const Archive& archive, Value region, std::size_t /*field*/) {
  return text_value(archive.intern(archive.region_name(region.integer)));
}
inline Value region_file(const Archive& archive, Value region, std::size_t /*field*/) {
  const Region* const definition = definition_of(archive, region);
  return text_value(archive.intern(definition == nullptr ? std::string_view{} : definition->file));
}
inline Value region_line(const Archive& archive, Value region, std::size_t /*field*/) {
  const Region* const definition = definition_of(archive, region);
  return integer_value(definition == nullptr ? 0 : definition->begin_line);
}
inline Value region_role(const Archive& archive, Value region, std::size_t /*field*/) {
  const Region* const definition = definition_of(archive, region);
  return integer_value(definition == nullptr ? 0 : static_cast<std::int64_t>(definition->role));
}
inline Value region_paradigm(const Archive& archive, Value region, std::size_t /*field*/) {
  const Region* const definition = definition_of(archive, region);
  return integer_value(definition == nullptr ? 0 : static_cast<std::int64_t>(definition->paradigm));
}

inline CommunicatorId communicator(Value object) {
  return CommunicatorId{static_cast<std::size_t>(object.integer)};
}
inline Value communicator_name(const Archive& archive, Value object, std::size_t /*field*/) {
  const auto& communicators = archive.definitions().communicators;
  return text_value(archive.intern(communicators[communicator(object).index()].name));
}
inline Value communicator_size(const Archive& archive, Value object, std::size_t /*field*/) {
  return integer_value(
      static_cast<std::int64_t>(archive.definitions().size_of(communicator(object))));
}
inline Value numbers_as_set(const Archive& archive, const std::vector<std::int64_t>& numbers) {
  std::vector<Value> values;
  for (const std::int64_t number : numbers) values.push_back(integer_value(number));
  return set_value(archive.make_set(std::move(values)));
}
inline Value communicator_members(const Archive& archive, Value object, std::size_t /*field*/) {
  return numbers_as_set(archive, archive.members(communicator(object)));
}
inline Value window_communicator(const Archive& archive, Value object, std::size_t /*field*/) {
  const auto& windows = archive.definitions().windows;
  return field_value(archive, windows[static_cast<std::size_t>(object.integer)].communicator);
}
inline Value group_members(const Archive& archive, Value object, std::size_t /*field*/) {
  return numbers_as_set(archive,
                        archive.members(GroupId{static_cast<std::size_t>(object.integer)}));
}
inline Value archive_regions(const Archive& archive, Value /*object*/, std::size_t /*field*/) {
  return numbers_as_set(archive, archive.region_numbers());
}
inline Value archive_processes(const Archive& archive, Value /*object*/, std::size_t /*field*/) {
  std::vector<std::int64_t> numbers(archive.processes().size());
  for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = static_cast<std::int64_t>(i);
  return numbers_as_set(archive, numbers);
}
inline Value archive_name(const Archive& archive, Value /*object*/, std::size_t /*field*/) {
  return text_value(archive.name());
}
inline Value archive_recorded(const Archive& archive, Value /*object*/, std::size_t /*field*/) {
  return integer_value(archive.recorded());
}
template <auto Names>
inline Value window_name(const Archive& archive, Value object, std::size_t /*field*/) {
  return text_value(archive.intern(
      (archive.definitions().*Names)[static_cast<std::size_t>(object.integer)].name));
}
template <auto Names>
inline Value plain_name(const Archive& archive, Value object, std::size_t /*field*/) {
  return text_value(
      archive.intern((archive.definitions().*Names)[static_cast<std::size_t>(object.integer)]));
}
inline Value metric_name(const Archive& archive, Value object, std::size_t /*field*/) {
  const auto& definitions = archive.definitions();
  const auto& members = definitions.metrics[static_cast<std::size_t>(object.integer)].members;
  const bool known = !members.empty() && members[0].index() < definitions.metric_members.size();
  return text_value(archive.intern(
      known ? std::string_view{definitions.metric_members[members[0].index()].name} : ""));
}
inline Value context_name(const Archive& archive, Value object, std::size_t /*field*/) {
  const auto& definitions = archive.definitions();
  const RegionId region =
      definitions.calling_contexts[static_cast<std::size_t>(object.integer)].region;
  const bool known = region.index() < definitions.regions.size();
  return text_value(
      archive.intern(known ? std::string_view{definitions.regions[region.index()].name} : ""));
}

}  // namespace lull::asl
