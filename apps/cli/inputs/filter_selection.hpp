// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// What options of `lull filter` select of a trace.
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
  std::string_view to_option = "--to";  // what the user calls it
  std::string locations;
  std::string regions;  // a filter file
  bool keep_messages = false;

  [[nodiscard]] bool empty() const {
    return from.empty() && to.empty() && locations.empty() && regions.empty();
  }
};

void add_options(CLI::App& command, SelectionOptions& options);

// Times are those of the corrected trace; the selection is of its source. Throws Error (usage)
// where an option is not understood, or names what the trace does not have.
[[nodiscard]] structure::Selection selection_of(const SelectionOptions& options,
                                                const CorrectedTrace& trace);

// The time of the first event of all; none without events. Reads the beginning of each location.
[[nodiscard]] std::optional<Timestamp> beginning_of(const TraceSource& trace);

// "1.5", "1.5s", "300ms" in seconds. Throws Error (usage); `option` is where it stands.
[[nodiscard]] double seconds_in(std::string_view text, std::string_view option);

}  // namespace lull::cli
