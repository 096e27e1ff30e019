// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Selection of a part of a trace by options of `lull filter`.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "lull/clock/corrected_trace.hpp"
#include "lull/structure/filter/selection.hpp"

namespace CLI {
class App;
}

namespace lull::cli {

struct SelectionOptions {
  std::string from;
  std::string to;
  std::string_view to_option = "--to";  // the option's name in messages
  std::string locations;
  std::string regions;  // name of a filter file
  bool keep_messages = false;

  [[nodiscard]] bool empty() const {
    return from.empty() && to.empty() && locations.empty() && regions.empty();
  }
};

void add_options(CLI::App& command, SelectionOptions& options);

// Times refer to the corrected trace; the selection applies to its source. Throws Error (usage) for
// an invalid option, or for an option that names something that the trace lacks.
[[nodiscard]] structure::Selection selection_of(const SelectionOptions& options,
                                                const CorrectedTrace& trace);

// Returns the time of the first event; nothing if there are no events. Reads only the first events
// of each location.
[[nodiscard]] std::optional<Timestamp> beginning_of(const TraceSource& trace);

// Converts "1.5", "1.5s" or "300ms" to seconds. Throws Error (usage), which names `option`.
[[nodiscard]] double seconds_in(std::string_view text, std::string_view option);

}  // namespace lull::cli
