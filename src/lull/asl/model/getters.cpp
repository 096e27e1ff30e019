// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/asl/model/getters.hpp"

#include <array>
#include <utility>

namespace lull::asl {
namespace {

using Kind = StaticType::Kind;

template <class Field>
std::optional<StaticType> type_of_field(const Model& model, std::string_view name) {
  const auto object = [&](std::string_view class_name) {
    return object_of(*model.find_class(class_name));
  };
  if (is_rank(name)) return object_of(model.process);
  if constexpr (std::is_same_v<Field, bool>) return type_of(Kind::Boolean);
  if constexpr (std::is_same_v<Field, Paradigm>) return enumerator_of(model.paradigm);
  if constexpr (std::is_same_v<Field, CollectiveOperation>) return enumerator_of(model.collective);
  if constexpr (std::is_integral_v<Field>) return type_of(Kind::Integer);
  if constexpr (std::is_same_v<Field, Timestamp>) return type_of(Kind::Float);
  if constexpr (std::is_same_v<Field, StringId>) return type_of(Kind::String);
  if constexpr (std::is_same_v<Field, RegionId>) return object_of(model.region);
  if constexpr (std::is_same_v<Field, CommunicatorId>) return object_of(model.communicator);
  if constexpr (std::is_same_v<Field, WindowId>) return object("Window");
  if constexpr (std::is_same_v<Field, GroupId>) return object("Group");
  if constexpr (std::is_same_v<Field, MetricId>) return object("MetricClass");
  if constexpr (std::is_same_v<Field, CallingContextId>) return object("CallingContext");
  if constexpr (std::is_same_v<Field, InterruptGeneratorId>) return object("InterruptGenerator");
  if constexpr (std::is_same_v<Field, IoHandleId>) return object("IoHandle");
  if constexpr (std::is_same_v<Field, IoFileId>) return object("IoFile");
  if constexpr (std::is_same_v<Field, IoParadigmId>) return object("IoParadigm");
  return std::nullopt;  // several values: see counter()
}

// Reads the field with that number from any event record.
Value read_field(const Archive& archive, Value event, std::size_t field) {
  const GlobalEvent& e = event.event->event;
  Value result;
  std::visit(
      [&](const auto& body) {
        std::size_t number = 0;
        with_fields(body, [&](const char* name, const auto& value) {
          if (number++ != field) return;
          using Field = std::remove_cvref_t<decltype(value)>;
          if constexpr (std::is_same_v<Field, std::uint32_t>) {
            if (is_rank(name)) {
              result = integer_value(
                  value == kNoRank
                      ? kNullObject
                      : archive.process_at(communicator_of(archive, body), value, e.location));
              return;
            }
          }
          result = field_value(archive, value);
        });
      },
      e.event.body);
  return result;
}

template <std::size_t Number>
std::vector<ModelAttribute> fields(const Model& model) {
  std::vector<ModelAttribute> result;
  const std::variant_alternative_t<Number, EventBody> body{};
  std::size_t number = 0;
  with_fields(body, [&](const char* name, const auto& value) {
    using Field = std::remove_cvref_t<decltype(value)>;
    if (const auto type = type_of_field<Field>(model, name))
      result.push_back({name, *type, read_field, number});
    ++number;
  });
  return result;
}

}  // namespace

std::vector<ModelAttribute> fields_of_kind(const Model& model, std::size_t kind) {
  return [&]<std::size_t... Numbers>(std::index_sequence<Numbers...>) {
    using Fields = std::vector<ModelAttribute> (*)(const Model&);
    static constexpr std::array<Fields, sizeof...(Numbers)> kFields{fields<Numbers>...};
    return kFields[kind](model);
  }
  (std::make_index_sequence<std::variant_size_v<EventBody>>{});
}

}  // namespace lull::asl
