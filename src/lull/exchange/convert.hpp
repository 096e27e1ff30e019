// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Goes through a trace once, in the order of time, and tells a writer of another tool's format what
// happens. Calls nest by the rule of CallStack; ends of messages belong together by that of
// PostingOrder. Memory: what is open, and messages since the oldest request that is.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "lull/exchange/exchange_writer.hpp"
#include "lull/trace/source/cursor.hpp"

namespace lull::exchange {

// Times are taken as they are: see CorrectedTrace. Of wait states only what is between the trace's
// begin and end is told, the outer ones first. `progress` is called now and then; what it
// throws leaves nothing behind. Returns the damages: where they begin, a location ends.
[[nodiscard]] std::vector<std::string> convert(
    const TraceSource& trace, ExchangeWriter& writer, std::vector<WaitState> wait_states = {},
    Timestamp end_of_waits = kEndOfTime,
    const std::function<void(std::uint64_t events)>& progress = {});

}  // namespace lull::exchange
