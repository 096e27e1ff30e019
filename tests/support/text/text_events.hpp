// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The events of the text trace format: from "send 1 tag=5" to MpiSend. One function per word,
// looked up by name.
#pragma once

#include <initializer_list>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "lull/trace/source/memory_trace.hpp"
#include "support/definition_builder.hpp"
#include "support/text/text_words.hpp"

namespace lull::support {

// The meaning of names in a text trace.
struct TextNames {
  template <class IdType>
  using Table = std::map<std::string, IdType, std::less<>>;

  Table<CommunicatorId> communicators;
  Table<GroupId> groups;
  Table<WindowId> windows;
  Table<MetricId> metrics;
  Table<LocationId> locations;
};

// The context in which an event is parsed.
struct EventScope {
  MemoryTrace& trace;
  DefinitionBuilder& builder;
  const TextNames& names;
  LocationId location;
  std::vector<RegionId> stack;  // open regions of the location, innermost last
  AttributeList attributes{};   // the event's
};

// Returns the value of a name in one of the tables; if there is none, the error lists the existing
// names.
template <class IdType>
[[nodiscard]] IdType look_up(const TextNames::Table<IdType>& table, const Word& word,
                             std::string_view kind) {
  if (const auto found = table.find(word.text); found != table.end()) return found->second;
  std::string known;
  for (const auto& [name, id] : table) known += (known.empty() ? "" : ", ") + name;
  fail_at(word, fmt::format("there is no {} \"{}\"; there are: {}", kind, word.text, known));
}

// Defines a name, once.
template <class IdType>
void define(TextNames::Table<IdType>& table, const Word& name, IdType id) {
  if (!table.emplace(name.text, id).second)
    fail_at(name, fmt::format("\"{}\" is already defined", name.text));
}

// Parses the attributes that the event may have, as options: "barrier count" is barrier_count=.
void parse_attributes(EventScope& scope, Arguments& arguments,
                      std::initializer_list<std::string_view> names);

// Parses one event; enter and leave change the stack.
[[nodiscard]] EventBody parse_event(EventScope& scope, Arguments& arguments);

// Returns whether an event belongs to the end of its call: receives and completions.
[[nodiscard]] bool completes(const EventBody& body);

using EventParser = EventBody (*)(EventScope&, Arguments&);
using EventTable = std::map<std::string, EventParser, std::less<>>;
void add_mpi_events(EventTable& table);
void add_rma_events(EventTable& table);
void add_thread_events(EventTable& table);

}  // namespace lull::support
