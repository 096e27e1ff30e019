// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "support/reference/attributes.hpp"

namespace lull::reference {
namespace {

// Returns the event of that type that belongs to the instance.
template <class Body>
const Event* event_of(const TraceModel& model, InstanceId id) {
  const std::size_t location = model[id].location.index();
  for (std::size_t i = 0; i < model.events[location].size(); ++i)
    if (const auto* const body = std::get_if<Body>(&model.events[location][i].body))
      if (model.instance_of[location][i] == id && body->region == model[id].region)
        return &model.events[location][i];
  return nullptr;
}

}  // namespace

std::optional<std::uint64_t> attribute_of(const TraceModel& model, const Event& event,
                                          std::string_view name) {
  if (event.attributes == nullptr) return std::nullopt;
  for (const auto& [attribute, value] : *event.attributes)
    if (attribute.defined() && model.definitions->attributes[attribute.index()] == name)
      return value.as_unsigned;
  return std::nullopt;
}

std::optional<std::uint64_t> attribute_of_enter(const TraceModel& model, InstanceId id,
                                                std::string_view name) {
  const Event* const event = event_of<Enter>(model, id);
  return event == nullptr ? std::nullopt : attribute_of(model, *event, name);
}

std::optional<std::uint64_t> attribute_of_leave(const TraceModel& model, InstanceId id,
                                                std::string_view name) {
  const Event* const event = event_of<Leave>(model, id);
  return event == nullptr ? std::nullopt : attribute_of(model, *event, name);
}

}  // namespace lull::reference
