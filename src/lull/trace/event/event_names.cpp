// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/trace/event/event_names.hpp"

#include <array>

namespace lull {
namespace {

#define FIELD(Kind, name)
#define EVENT(Name, Otf2Name, TEXT, RECORD, FIELDS) TEXT,
constexpr std::array<std::string_view, kEventKinds> kNames{
#include "lull/base/event_list.def"
    "UNKNOWN"};

}  // namespace

std::string_view name_of_event(std::size_t kind) { return kNames.at(kind); }

}  // namespace lull
