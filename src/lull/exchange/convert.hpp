// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Reads a trace once in time order and passes its events to a writer for another tool's format.
// Calls nest by CallStack's rule; messages match by PostingOrder's rule. Memory: open calls, and
// messages since the oldest pending request.
//
// Each format is one ExchangeWriter (exchange_writer.hpp); SpilledSort sorts records on disk for
// formats that need an order.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "lull/exchange/exchange_writer.hpp"
#include "lull/trace/source/cursor.hpp"

namespace lull::exchange {

// Uses times as they are (see CorrectedTrace). Clips wait states to the trace, outer wait states
// first. Calls `progress` now and then; if it throws an exception, no files are left. Returns the
// damages; a damaged location ends where its damage begins.
[[nodiscard]] std::vector<std::string> convert(
    const TraceSource& trace, ExchangeWriter& writer, std::vector<WaitState> wait_states = {},
    Timestamp end_of_waits = kEndOfTime,
    const std::function<void(std::uint64_t events)>& progress = {});

}  // namespace lull::exchange
