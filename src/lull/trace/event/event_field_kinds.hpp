// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The kinds of fields that events have (base/event_list.def), and the type of each in an event.
#pragma once

#include <cstdint>
#include <span>

#include "lull/base/time.hpp"
#include "lull/trace/event/enums.hpp"
#include "lull/trace/event/ids.hpp"

namespace lull {

// One value of a metric, parameter or attribute.
struct Value {
  ValueKind kind = ValueKind::None;
  std::uint8_t type = 0;  // an attribute's OTF2 type, if known
  union {
    std::uint64_t as_unsigned = 0;
    std::int64_t as_signed;
    double as_floating;
  };
};

namespace event_fields {

template <class FieldType>
struct Kind {
  using Type = FieldType;
};

struct U8 : Kind<std::uint8_t> {};
struct U32 : Kind<std::uint32_t> {};
struct U64 : Kind<std::uint64_t> {};
struct I64 : Kind<std::int64_t> {};
struct Time : Kind<Timestamp> {};
struct OnOff : Kind<bool> {};
struct LockType : Kind<bool> {};  // whether it is shared
struct Operation : Kind<CollectiveOperation> {};
struct Model : Kind<Paradigm> {};
struct Values : Kind<std::span<const Value>> {};
// References to definitions.
struct Region : Kind<RegionId> {};
struct Comm : Kind<CommunicatorId> {};
struct Window : Kind<WindowId> {};
struct Group : Kind<GroupId> {};
struct Metric : Kind<MetricId> {};
struct Parameter : Kind<ParameterId> {};
struct String : Kind<StringId> {};
struct CallingContext : Kind<CallingContextId> {};
struct Generator : Kind<InterruptGeneratorId> {};
struct IoHandle : Kind<IoHandleId> {};
struct IoFile : Kind<IoFileId> {};
struct IoParadigm : Kind<IoParadigmId> {};

}  // namespace event_fields
}  // namespace lull
