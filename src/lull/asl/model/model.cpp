// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/asl/model/model.hpp"

#include <cctype>

#include "lull/asl/model/definition_getters.hpp"
#include "lull/asl/model/getters.hpp"
#include "lull/trace/event/event_names.hpp"

namespace lull::asl {
namespace {

using Kind = StaticType::Kind;

constexpr StaticType kInteger = type_of(Kind::Integer);
constexpr StaticType kString = type_of(Kind::String);

const GlobalEvent& global(Value object) { return object.event->event; }

// ---- Events ----

Value index_of(const Archive& /*archive*/, Value event, std::size_t /*field*/) {
  return integer_value(static_cast<std::int64_t>(global(event).index));
}
Value timestamp_of(const Archive& archive, Value event, std::size_t /*field*/) {
  return real_value(archive.seconds(global(event).time()));
}
Value process_of(const Archive& /*archive*/, Value event, std::size_t /*field*/) {
  return integer_value(static_cast<std::int64_t>(global(event).location.index()));
}
Value region_of(const Archive& archive, Value event, std::size_t /*field*/) {
  const GlobalEvent& e = global(event);
  if (const auto* const enter = e.get_if<Enter>())
    return integer_value(archive.region(enter->region));
  const auto* const leave = e.get_if<Leave>();
  return integer_value(leave == nullptr ? kNullObject : archive.region(leave->region));
}

// A field that several record kinds share.
template <class... Bodies, class Get>
Value of_any(const GlobalEvent& event, Value otherwise, const Get& get) {
  Value result = otherwise;
  const auto one = [&]<class Body>(const Body* body) {
    if (body != nullptr) result = get(*body);
  };
  (one(event.get_if<Bodies>()), ...);
  return result;
}
template <class Get>
Value of_message(const GlobalEvent& event, const Get& get) {
  return of_any<MpiSend, MpiRecv, MpiIsend, MpiIrecv>(event, Value{}, get);
}
Value tag_of(const Archive& /*archive*/, Value event, std::size_t /*field*/) {
  return of_message(global(event), [](const auto& body) {
    return integer_value(static_cast<std::int32_t>(body.tag));
  });
}
Value communicator_of_message(const Archive& archive, Value event, std::size_t /*field*/) {
  return of_message(global(event),
                    [&](const auto& body) { return field_value(archive, body.communicator); });
}
Value length_of(const Archive& archive, Value event, std::size_t /*field*/) {
  return of_message(global(event),
                    [&](const auto& body) { return field_value(archive, body.length); });
}
Value destination_of(const Archive& archive, Value event, std::size_t /*field*/) {
  const GlobalEvent& e = global(event);
  return of_any<MpiSend, MpiIsend>(e, integer_value(kNullObject), [&](const auto& body) {
    return integer_value(archive.process_at(body.communicator, body.receiver, e.location));
  });
}
Value source_of(const Archive& archive, Value event, std::size_t /*field*/) {
  const GlobalEvent& e = global(event);
  return of_any<MpiRecv, MpiIrecv>(e, integer_value(kNullObject), [&](const auto& body) {
    return integer_value(archive.process_at(body.communicator, body.sender, e.location));
  });
}
Value request_of(const Archive& archive, Value event, std::size_t /*field*/) {
  return of_any<MpiIsend, MpiIrecv>(
      global(event), Value{}, [&](const auto& body) { return field_value(archive, body.request); });
}
Value rank_of(const Archive& archive, Value event, std::size_t /*field*/) {
  const GlobalEvent& e = global(event);
  return of_any<MpiCollectiveEnd, NonBlockingCollectiveComplete>(
      e, integer_value(-1), [&](const auto& body) {
        return integer_value(archive.rank_in(body.communicator, e.location));
      });
}
Value begin_of(const Archive& archive, Value event, std::size_t /*field*/) {
  const EventIndex begin = global(event).match;
  return event_value(begin == kNoEvent ? nullptr : archive.find_event(begin));
}
Value parameter_name(const Archive& archive, Value event, std::size_t /*field*/) {
  const auto& names = archive.definitions().parameters;
  return of_any<ParameterString, ParameterInt, ParameterUnsigned>(
      global(event), text_value(archive.intern("")), [&](const auto& body) {
        const bool known = body.parameter.index() < names.size();
        return text_value(
            archive.intern(known ? std::string_view{names[body.parameter.index()]} : ""));
      });
}
Value parameter_number(const Archive& archive, Value event, std::size_t /*field*/) {
  return of_any<ParameterInt, ParameterUnsigned>(
      global(event), Value{}, [&](const auto& body) { return field_value(archive, body.value); });
}
Value parameter_text(const Archive& archive, Value event, std::size_t /*field*/) {
  return of_any<ParameterString>(
      global(event), text_value(archive.intern("")),
      [&](const auto& body) { return field_value(archive, body.value); });
}

// ---- The tables ----

std::string camel_case(std::string_view name) {
  std::string result;
  bool begins = true;
  for (const char c : name) {
    if (c == '_') {
      begins = true;
      continue;
    }
    const auto letter = static_cast<unsigned char>(c);
    result += static_cast<char>(begins ? std::toupper(letter) : std::tolower(letter));
    begins = false;
  }
  return result;
}

class Builder {
 public:
  Model build() {
    add_enums();
    add_definitions();
    add_events();
    add_other_events();
    set_experiment();
    return std::move(model_);
  }

 private:
  ClassId add(std::string name, ClassId base, EventSelection kinds,
              std::vector<ModelAttribute> attributes) {
    covered_ |= base.defined() ? kinds : EventSelection{};
    model_.classes.push_back({std::move(name), base, std::move(attributes), kinds});
    return ClassId{model_.classes.size() - 1};
  }
  [[nodiscard]] StaticType object(std::string_view name) const {
    return object_of(*model_.find_class(name));
  }

  template <class Enumerator>
  EnumId add_enum(std::string name, int count) {
    ModelEnum result{std::move(name), {}};
    for (int i = 0; i < count; ++i) {
      std::string text(name_of(static_cast<Enumerator>(i)));
      for (char& c : text)
        if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
      result.enumerators.push_back(std::move(text));
    }
    model_.enums.push_back(std::move(result));
    return EnumId{model_.enums.size() - 1};
  }
  void add_enums() {
    model_.role = add_enum<RegionRole>("Role", static_cast<int>(RegionRole::Kernel) + 1);
    model_.paradigm = add_enum<Paradigm>("Paradigm", static_cast<int>(Paradigm::Kokkos) + 1);
    model_.collective = add_enum<CollectiveOperation>(
        "Collective", static_cast<int>(CollectiveOperation::Unknown) + 1);
    auto& collectives = model_.enums[model_.collective.index()].enumerators;
    const auto last = static_cast<std::size_t>(CollectiveOperation::DestroyHandleAndDeallocate);
    for (std::size_t i = last + 1; i + 1 < collectives.size(); ++i) collectives[i].clear();
  }

  void add_definitions() {
    const ClassId none;
    model_.event = add("Event", none, select_all_events(), {});
    model_.process = add("Process", none, {}, {});
    model_.region = add("Region", none, {}, {});
    model_.communicator = add("Communicator", none, {}, {});
    model_.experiment = add("Experiment", none, {}, {});
    of(model_.event) = {{"index", kInteger, index_of},
                        {"timestamp", type_of(Kind::Float), timestamp_of},
                        {"process_id", object_of(model_.process), process_of}};
    of(model_.process) = {{"id", kInteger, id_of},
                          {"name", kString, process_name},
                          {"rank", kInteger, process_rank},
                          {"master", object_of(model_.process), process_master},
                          {"thread", kInteger, process_thread}};
    of(model_.region) = {{"name", kString, region_name},
                         {"file", kString, region_file},
                         {"line", kInteger, region_line},
                         {"role", enumerator_of(model_.role), region_role},
                         {"paradigm", enumerator_of(model_.paradigm), region_paradigm}};
    of(model_.communicator) = {
        {"name", kString, communicator_name},
        {"size", kInteger, communicator_size},
        {"members", object_of(model_.process).set_of(), communicator_members}};
    add_named("Window", window_name<&Definitions::windows>);
    of(*model_.find_class("Window"))
        .push_back({"communicator", object_of(model_.communicator), window_communicator});
    add_named("Group", window_name<&Definitions::groups>);
    of(*model_.find_class("Group"))
        .push_back({"members", object_of(model_.process).set_of(), group_members});
    add_named("MetricClass", metric_name);
    add_named("CallingContext", context_name);
    add_named("InterruptGenerator", window_name<&Definitions::interrupt_generators>);
    add_named("IoHandle", plain_name<&Definitions::io_handles>);
    add_named("IoFile", plain_name<&Definitions::io_files>);
    add_named("IoParadigm", plain_name<&Definitions::io_paradigms>);
  }
  std::vector<ModelAttribute>& of(ClassId id) { return model_.classes[id.index()].attributes; }
  void add_named(std::string name, Getter get) {
    add(std::move(name), {}, {}, {{"id", kInteger, id_of}, {"name", kString, get}});
  }
  void set_experiment() {
    of(model_.experiment) = {{"trace", object_of(model_.event).set_of(), nullptr},
                             {"regions", object_of(model_.region).set_of(), archive_regions},
                             {"processes", object_of(model_.process).set_of(), archive_processes},
                             {"name", kString, archive_name},
                             {"recorded", type_of(Kind::DateTime), archive_recorded}};
  }

  void add_events() {
    const StaticType process = object_of(model_.process);
    const StaticType communicator = object_of(model_.communicator);
    const ClassId region = add("RegionEvent", model_.event, select_events<Enter, Leave>(),
                               {{"region", object_of(model_.region), region_of}});
    add("Enter", region, select_events<Enter>(), {});
    add("Exit", region, select_events<Leave>(), {});
    const ClassId message =
        add("MsgEvent", model_.event, select_events<MpiSend, MpiIsend, MpiRecv, MpiIrecv>(),
            {{"tag", kInteger, tag_of},
             {"communicator", communicator, communicator_of_message},
             {"length", kInteger, length_of}});
    const ClassId send = add("Send", message, select_events<MpiSend, MpiIsend>(),
                             {{"destination", process, destination_of}});
    add("Isend", send, select_events<MpiIsend>(), {{"request", kInteger, request_of}});
    const ClassId receive = add("Receive", message, select_events<MpiRecv, MpiIrecv>(),
                                {{"source", process, source_of}});
    add("Irecv", receive, select_events<MpiIrecv>(), {{"request", kInteger, request_of}});
    add_collectives();
    add_kind<ThreadTeamBegin>("TeamBegin", model_.event);
    add_kind<ThreadTeamEnd>("TeamEnd", model_.event);
    add_locks();
    const ClassId parameter = add("Parameter", model_.event,
                                  select_events<ParameterString, ParameterInt, ParameterUnsigned>(),
                                  {{"name", kString, parameter_name}});
    add("ParameterInt", parameter, select_events<ParameterInt, ParameterUnsigned>(),
        {{"value", kInteger, parameter_number}});
    add("ParameterString", parameter, select_events<ParameterString>(),
        {{"value", kString, parameter_text}});
  }
  void add_collectives() {
    const ClassId begin =
        add("CollectiveBegin", model_.event, select_events<MpiCollectiveBegin>(), {});
    auto attributes = fields_of_kind(model_, kEventKind<MpiCollectiveEnd>);
    attributes.insert(attributes.begin(), {"begin", object_of(begin), begin_of});
    attributes.push_back({"rank", kInteger, rank_of});
    add("CollectiveEnd", model_.event, select_events<MpiCollectiveEnd>(), std::move(attributes));
    attributes = fields_of_kind(model_, kEventKind<NonBlockingCollectiveComplete>);
    attributes.push_back({"rank", kInteger, rank_of});
    add("NonBlockingCollectiveComplete", model_.event,
        select_events<NonBlockingCollectiveComplete>(), std::move(attributes));
  }
  template <class Body>
  void add_kind(const char* name, ClassId base) {
    add(name, base, select_events<Body>(), fields_of_kind(model_, kEventKind<Body>));
  }
  void add_locks() {
    const auto acquire = select_events<ThreadAcquireLock>();
    const auto release = select_events<ThreadReleaseLock>();
    const ClassId lock = add("LockEvent", model_.event, acquire | release,
                             fields_of_kind(model_, kEventKind<ThreadAcquireLock>));
    add("AcquireLock", lock, acquire, {});
    add("ReleaseLock", lock, release, {});
  }
  void add_other_events() {
    for (std::size_t kind = 0; kind < kEventKinds; ++kind) {
      if (covered_.test(kind)) continue;
      EventSelection own;
      own.set(kind);
      add(camel_case(name_of_event(kind)), model_.event, own, fields_of_kind(model_, kind));
    }
  }

  Model model_;
  EventSelection covered_;
};

}  // namespace

std::optional<ClassId> Model::find_class(std::string_view name) const {
  for (std::size_t i = 0; i < classes.size(); ++i)
    if (classes[i].name == name) return ClassId{i};
  return std::nullopt;
}

std::optional<EnumId> Model::find_enum(std::string_view name) const {
  for (std::size_t i = 0; i < enums.size(); ++i)
    if (enums[i].name == name) return EnumId{i};
  return std::nullopt;
}

const Model& model() {
  static const Model the_model = Builder{}.build();
  return the_model;
}

}  // namespace lull::asl
