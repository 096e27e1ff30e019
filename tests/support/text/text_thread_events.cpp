// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "support/region_kind.hpp"
#include "support/text/text_events.hpp"

namespace lull::support {
namespace {

Paradigm model(Arguments& arguments) {
  const Word* word = arguments.option("model");
  if (word == nullptr) return Paradigm::OpenMp;
  const auto known = parse_paradigm(word->text);
  if (!known) fail_at(*word, fmt::format("\"{}\" is not a paradigm", word->text));
  return *known;
}

std::size_t process_of(const EventScope& scope) {
  return scope.trace.definitions_table.locations[scope.location.index()].process.index();
}

// Without a name, returns the team of all threads in the location's process.
CommunicatorId team(EventScope& scope, const Word* word, const Word& event) {
  if (word != nullptr) return look_up(scope.names.communicators, *word, "team");
  const CommunicatorId own = scope.builder.team(process_of(scope));
  if (!own.defined()) fail_at(event, "the process has only one thread, and so no team");
  return own;
}

EventBody parse_fork(EventScope& scope, Arguments& arguments) {
  const Word* word = arguments.take_if_any();
  const auto& process = scope.trace.definitions_table.processes[process_of(scope)];
  const auto threads = word != nullptr ? number_of<std::uint32_t>(*word)
                                       : static_cast<std::uint32_t>(process.locations.size());
  return ThreadFork{model(arguments), threads};
}
EventBody parse_join(EventScope& /*scope*/, Arguments& arguments) {
  return ThreadJoin{model(arguments)};
}
template <class Body>
EventBody parse_team(EventScope& scope, Arguments& arguments) {
  return Body{team(scope, arguments.take_if_any(), arguments.name())};
}
template <class Body>
EventBody parse_lock(EventScope& scope, Arguments& arguments) {
  parse_attributes(scope, arguments, {"mode"});
  const Word* word = arguments.take_if_any();
  const auto lock = word == nullptr ? 0 : number_of<std::uint32_t>(*word);
  return Body{model(arguments), lock, arguments.number<std::uint32_t>("order", 0)};
}
template <class Body>
EventBody parse_task(EventScope& scope, Arguments& arguments) {
  const auto generation = number_of<std::uint32_t>(arguments.take("the task's number"));
  const auto creator = arguments.number<std::uint32_t>("creator", 0);
  return Body{team(scope, arguments.option("team"), arguments.name()), creator, generation};
}
template <class Body>
EventBody parse_thread(EventScope& scope, Arguments& arguments) {
  const auto sequence = number_of<std::uint64_t>(arguments.take("a sequence number"));
  return Body{team(scope, arguments.option("team"), arguments.name()), sequence};
}

Value value_of(const Word& word, ValueKind kind) {
  Value value;
  value.kind = kind;
  if (kind == ValueKind::Floating)
    value.as_floating = number_of<double>(word);
  else if (kind == ValueKind::Signed)
    value.as_signed = number_of<std::int64_t>(word);
  else
    value.as_unsigned = number_of<std::uint64_t>(word);
  return value;
}

EventBody parse_metric(EventScope& scope, Arguments& arguments) {
  const MetricId id = look_up(scope.names.metrics, arguments.take("a metric"), "metric");
  const Definitions& definitions = scope.trace.definitions_table;
  std::vector<Value> values;
  for (const MetricMemberId member : definitions.metrics[id.index()].members)
    values.push_back(value_of(arguments.take("one value for each member"),
                              definitions.metric_members[member.index()].kind));
  return MetricSample{id, scope.trace.store(std::move(values))};
}

EventBody parse_parameter(EventScope& scope, Arguments& arguments) {
  const ParameterId id = scope.builder.parameter(arguments.take("a name").text);
  const Word& value = arguments.take("a value");
  if (value.quoted) return ParameterString{id, scope.builder.string(value.text)};
  if (value.text.ends_with('u')) {
    Word number = value;
    number.text.pop_back();
    return ParameterUnsigned{id, number_of<std::uint64_t>(number)};
  }
  return ParameterInt{id, number_of<std::int64_t>(value)};
}

EventBody parse_flush(EventScope& /*scope*/, Arguments& arguments) {
  return BufferFlush{Timestamp{number_of<std::uint64_t>(arguments.take("the time of its end"))}};
}
EventBody parse_measurement(EventScope& /*scope*/, Arguments& arguments) {
  const Word& word = arguments.take("on or off");
  if (!word.is("on") && !word.is("off")) fail_at(word, "expected on or off");
  return MeasurementOnOff{word.is("on")};
}
EventBody parse_program_begin(EventScope& scope, Arguments& arguments) {
  const Word* name = arguments.take_if_any();
  return ProgramBegin{scope.builder.string(name == nullptr ? "program" : name->text)};
}
EventBody parse_program_end(EventScope& /*scope*/, Arguments& arguments) {
  const Word* status = arguments.take_if_any();
  return ProgramEnd{status == nullptr ? 0 : number_of<std::int64_t>(*status)};
}

}  // namespace

void add_thread_events(EventTable& table) {
  table["fork"] = parse_fork;
  table["join"] = parse_join;
  table["team_begin"] = parse_team<ThreadTeamBegin>;
  table["team_end"] = parse_team<ThreadTeamEnd>;
  table["acquire"] = parse_lock<ThreadAcquireLock>;
  table["release"] = parse_lock<ThreadReleaseLock>;
  table["task_create"] = parse_task<ThreadTaskCreate>;
  table["task_switch"] = parse_task<ThreadTaskSwitch>;
  table["task_complete"] = parse_task<ThreadTaskComplete>;
  table["thread_create"] = parse_thread<ThreadCreate>;
  table["thread_begin"] = parse_thread<ThreadBegin>;
  table["thread_wait"] = parse_thread<ThreadWait>;
  table["thread_end"] = parse_thread<ThreadEnd>;
  table["metric"] = parse_metric;
  table["parameter"] = parse_parameter;
  table["flush"] = parse_flush;
  table["measurement"] = parse_measurement;
  table["program_begin"] = parse_program_begin;
  table["program_end"] = parse_program_end;
}

}  // namespace lull::support
