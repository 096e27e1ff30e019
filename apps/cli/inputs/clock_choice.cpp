// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "cli/inputs/clock_choice.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <string_view>

#include "lull/base/progress.hpp"
#include "lull/base/text/message.hpp"
#include "lull/clock_search/clock_remarks.hpp"

namespace lull::cli {
namespace {

const std::map<std::string, ClockWish> kWishes{{"auto", ClockWish::Auto},
                                               {"measured", ClockWish::Measured},
                                               {"messages", ClockWish::Messages},
                                               {"none", ClockWish::None}};

// Runs `pass` over the trace with analysis options that show a progress bar.
template <class Pass>
auto with_progress(std::string_view what, const TraceSource& raw, unsigned threads, Pass pass) {
  std::uint64_t expected = 0;
  for (const Location& location : raw.definitions().locations) expected += location.events;
  Progress progress(std::string(what), expected);
  analysis::AnalysisOptions options;
  options.threads = threads;
  options.progress = [&progress](std::uint64_t events) { progress.update(events); };
  return pass(options);
}

}  // namespace

analysis::ClockFindings observe_with_progress(const TraceSource& raw, unsigned threads) {
  return with_progress("comparing clocks", raw, threads,
                       [&](const auto& options) { return analysis::observe_clocks(raw, options); });
}

ClockCorrection correction_for(ClockWish wish, const TraceSource& raw, unsigned threads) {
  return with_progress("comparing clocks", raw, threads, [&](const auto& options) {
    return analysis::correct_clocks(wish, raw, options);
  });
}

ClockCorrection correction_for(ClockWish wish, const analysis::ClockFindings& findings,
                               const TraceSource& raw, unsigned threads) {
  return with_progress("correcting clocks", raw, threads, [&](const auto& options) {
    return analysis::correct_clocks(wish, findings, raw, options);
  });
}

ClockCorrection reported_correction(ClockWish wish, const TraceSource& raw, unsigned threads) {
  ClockCorrection correction = correction_for(wish, raw, threads);
  const bool is_asked_for = wish == ClockWish::Measured || wish == ClockWish::None;
  const bool is_of_nodes = correction.source == ClockSource::Measured && correction.by_node;
  if (is_asked_for || is_of_nodes || correction.source == ClockSource::Raw) return correction;
  for (const std::string& remark : {analysis::remark_on_clocks(correction, raw.definitions()),
                                    analysis::remark_on_beginnings(correction, raw.definitions())})
    if (!remark.empty()) print_message(remark);
  return correction;
}

void correct_the_rest(ClockCorrection& correction, const TraceSource& raw, unsigned threads) {
  with_progress("correcting clocks", raw, threads,
                [&](const auto& options) { analysis::correct_the_rest(correction, raw, options); });
}

std::string name_of(ClockWish wish) {
  return std::ranges::find(kWishes, wish, [](const auto& one) { return one.second; })->first;
}

void add_clocks_option(CLI::App& command, ClockWish& wish) {
  const CLI::Validator known(
      [](std::string& text) {
        const auto found = kWishes.find(text);
        if (found == kWishes.end()) return text + " is not auto, measured, messages or none";
        text = std::to_string(static_cast<int>(found->second));
        return std::string();
      },
      "", "clocks");
  command
      .add_option("--clocks", wish,
                  "Clock correction: by measured offsets, by messages, or none (the times as "
                  "recorded); auto: one clock for each node unless messages contradict it "
                  "[auto]")
      ->transform(known)
      ->type_name("auto|measured|messages|none");
}

}  // namespace lull::cli
