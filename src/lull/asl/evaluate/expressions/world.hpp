// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The things that expressions access at run time: states, other events, matches, properties. The
// interpreter calls this interface; the runner of a specification implements it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "lull/asl/model/archive.hpp"
#include "lull/asl/model/model.hpp"
#include "lull/asl/program/program.hpp"

namespace lull::asl {

// A pattern with its arguments. Equal instances share one object.
struct InstanceRecord {
  PatternId pattern;
  std::vector<Value> arguments;
  std::uint32_t number = 0;  // number among all instances of a run
};

// Owned by the search of its pattern.
struct MatchRecord {
  const EventRecord* root = nullptr;
  std::vector<Value> exports;
};

struct PropertyResult {
  bool holds = false;
  double confidence = 0;
  double severity = 0;
  std::vector<bool> conditions;
};

// An error at run time. It ends only the current evaluation.
struct RunError {
  Position at;
  std::string message;
  std::string hint;
};

class World {
 public:
  World() = default;
  World(const World&) = delete;
  World& operator=(const World&) = delete;
  virtual ~World() = default;

  // `event` is null for NULL. Sets are valid until the root has been processed.
  [[nodiscard]] virtual Value state_at(FunctionId state, const EventRecord* event, bool before,
                                       std::span<const Value> arguments) = 0;
  // Returns null if there is no such event.
  [[nodiscard]] virtual const EventRecord* event_at(EventIndex index) = 0;
  [[nodiscard]] virtual EventIndex events_so_far() = 0;

  [[nodiscard]] virtual bool is_of_class(const EventRecord& event, ClassId id) = 0;
  [[nodiscard]] virtual Value event_attribute(const EventRecord& event, ClassId declared,
                                              std::uint32_t index) = 0;

  [[nodiscard]] virtual const InstanceRecord* instance(PatternId pattern,
                                                       std::span<const Value> arguments) = 0;
  // For `experiment`, see Archive.
  [[nodiscard]] virtual const SetValue* matches(const InstanceRecord& instance,
                                                std::int64_t experiment) = 0;
  [[nodiscard]] virtual const MatchRecord* match_at(const InstanceRecord& instance,
                                                    const EventRecord& root) = 0;
  // Returns the aggregate over all matches of an instance, if it was accumulated during the search.
  [[nodiscard]] virtual std::optional<Value> aggregate(const code::Aggregate& aggregate,
                                                       const Node& node,
                                                       const InstanceRecord& instance,
                                                       std::int64_t experiment) = 0;
  [[nodiscard]] virtual PropertyResult property(PropertyId property,
                                                std::span<const Value> arguments) = 0;

  // Returns the duration in seconds.
  [[nodiscard]] virtual double duration(std::int64_t region, std::int64_t experiment) = 0;
  [[nodiscard]] virtual double counter(const EventRecord& event, const std::string& name) = 0;
};

}  // namespace lull::asl
