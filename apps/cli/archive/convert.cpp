// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// lull convert: writes a trace in the format of another tool.
#include "lull/exchange/convert.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <system_error>
#include <unordered_set>
#include <utility>
#include <vector>

#include "cli/common/archive_argument.hpp"
#include "cli/common/commands.hpp"
#include "cli/common/interruption.hpp"
#include "cli/common/job.hpp"
#include "cli/common/validators.hpp"
#include "cli/inputs/archive_inputs.hpp"
#include "cli/inputs/assembly.hpp"
#include "cli/inputs/clock_choice.hpp"
#include "cli/inputs/filter_selection.hpp"
#include "cli/inputs/report_input.hpp"
#include "lull/analysis/replay/calls/outside_region.hpp"
#include "lull/base/error.hpp"
#include "lull/base/files/overwriting.hpp"
#include "lull/base/processors.hpp"
#include "lull/base/progress.hpp"
#include "lull/base/text/counted.hpp"
#include "lull/base/text/message.hpp"
#include "lull/base/text/printable.hpp"
#include "lull/clock/settled_trace.hpp"
#include "lull/report/model/instances.hpp"
#include "lull/structure/filter/filter.hpp"
#include "lull/trace/otf2/archive_reader.hpp"
#include "lull/trace/source/context_trace.hpp"

namespace lull::cli {
namespace {

namespace fs = std::filesystem;

struct ConvertArguments {
  std::string archive;
  std::string format;
  std::string output;
  std::string report;
  SelectionOptions selection;
  ClockWish clocks = ClockWish::Auto;
};

// A directory next to the output. The destructor removes it.
class WorkingDirectory {
 public:
  explicit WorkingDirectory(const fs::path& output) {
    const fs::path parent = output.parent_path();
    std::string name =
        ((parent.empty() ? fs::path(".") : parent) / ".lull-convert-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) throw system_error(name, errno);
    path_ = name;
  }
  WorkingDirectory(const WorkingDirectory&) = delete;
  WorkingDirectory& operator=(const WorkingDirectory&) = delete;
  ~WorkingDirectory() {
    std::error_code none;  // leftovers are not worth a message
    fs::remove_all(path_, none);
  }
  [[nodiscard]] const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

// Throws Error (input) if the report belongs to another archive.
void refuse_other(const report::Report& report, const Definitions& definitions,
                  const std::string& file) {
  if (report.locations.size() != definitions.locations.size())
    throw input_error("{} is not a report of this archive: it has {}, not {}", file,
                      counted(report.locations.size(), "location"),
                      grouped(definitions.locations.size()));
  for (std::size_t i = 0; i < report.locations.size(); ++i)
    if (report.locations[i].name != definitions.locations[i].name)
      throw input_error("{} is not a report of this archive: it has a location '{}', not '{}'",
                        file, printable(report.locations[i].name),
                        printable(definitions.locations[i].name));
  std::unordered_set<std::string_view> names{analysis::kOutsideRegion, "(program)"};
  for (const std::string_view program : definitions.strings)  // programs are regions in reports
    names.insert(program.substr(program.find_last_of('/') + 1));
  for (const Region& region : definitions.regions) names.insert(region.name);
  for (const report::Region& region : report.regions)
    if (!names.contains(region.name))
      throw input_error("{} is not a report of this archive, which has no region '{}'", file,
                        printable(region.name));
}

// Times in the report are seconds since the first event.
std::vector<exchange::WaitState> wait_states_of(const std::string& file, const TraceSource& trace,
                                                const structure::Selection& selection) {
  if (file.empty()) return {};
  const Definitions& definitions = trace.definitions();
  const Timestamp zero = beginning_of(trace).value_or(definitions.clock.global_offset);
  const report::Report report = read_report(file);
  refuse_other(report, definitions, file);
  const report::Instances instances = instances_of(report);
  if (instances.worst.empty())
    print_message(file +
                  " contains no wait-state instances; reports of lull analyze do if there are any");
  std::vector<exchange::WaitState> states;
  const auto time = [&](double seconds) {
    constexpr double kMost = 9e18;
    const double ticks = seconds * static_cast<double>(definitions.clock.ticks_per_second);
    return zero + Duration{std::llround(std::clamp(ticks, 0.0, kMost))};
  };
  for (const report::SevereInstance& instance : instances.worst) {
    if (!selection.locations.empty() && !selection.locations[instance.location.index()]) continue;
    const report::Metric& metric = report.metrics[instance.metric.index()];
    // For instances without a causer, the report does not contain the time within the call at which
    // the wait began.
    const double begin = instance.cause ? instance.since : instance.begin;
    const double end =
        instance.cause ? std::min(instance.end, begin + instance.severity) : instance.end;
    states.push_back({LocationId(instance.location.index()), time(begin), time(end),
                      metric.display_name.empty() ? metric.unique_name : metric.display_name});
  }
  return states;
}

void refuse_overwriting_inputs(const ConvertArguments& arguments, const fs::path& anchor) {
  std::vector<fs::path> inputs = files_of_archive(anchor);
  if (!arguments.report.empty()) inputs.emplace_back(arguments.report);
  std::error_code none;
  std::vector<fs::path> outputs{arguments.output};
  if (arguments.format == "paraver")
    for (const char* suffix : {".prv", ".pcf", ".row"})
      outputs.push_back(fs::path(arguments.output).replace_extension(suffix));
  for (const fs::path& output : outputs)
    if (fs::exists(output, none)) refuse_overwriting(output, inputs);
}

// Returns a time after which no location has events.
Timestamp end_of(const structure::Selection& selection) {
  Timestamp end = selection.times.empty() ? kEndOfTime : Timestamp{};
  for (const structure::TimeRange& range : selection.times) end = std::max(end, range.end);
  return end;
}

void write(const ConvertArguments& arguments, const TraceSource& trace,
           std::vector<exchange::WaitState> states, Timestamp end,
           const Interruption& interruption) {
  std::uint64_t expected = 0;
  for (const Location& location : trace.definitions().locations) expected += location.events;
  Progress progress("converting", expected);
  const auto writer =
      exchange::formats().at(arguments.format)(trace.definitions(), arguments.output);
  const auto damages =
      exchange::convert(trace, *writer, std::move(states), end, [&](std::uint64_t events) {
        interruption.check();
        progress.update(events);
      });
  print_damages(damages, "; converted up to there");
}

void convert_archive(const ConvertArguments& arguments) {
  const fs::path anchor = find_recorded_anchor(arguments.archive);
  refuse_overwriting_inputs(arguments, anchor);
  const auto archive = with_called_regions(open_inhabited(anchor));
  const Interruption interruption;  // leaves nothing behind
  const ClockCorrection correction =
      reported_correction(arguments.clocks, *archive, threads_or_all(0));
  const SettledTrace trace(*archive, correction);
  const structure::Selection selection = selection_of(arguments.selection, CorrectedTrace(trace));
  auto states = wait_states_of(arguments.report, trace, selection);
  if (arguments.selection.empty())
    return write(arguments, trace, std::move(states), kEndOfTime, interruption);
  const WorkingDirectory directory(arguments.output);
  const auto filtered = write_filtered(trace, selection, directory.path(),
                                       [&](std::uint64_t) { interruption.check(); });
  print_damages(filtered.damages, "; converted up to there");
  const auto written =
      with_called_regions(open_archive((directory.path() / "traces.otf2").string()));
  write(arguments, *written, std::move(states), end_of(selection), interruption);
}

// If there are several processes, only the first one works.
void convert_in_first(const ConvertArguments& arguments) {
  Job job;
  job.first([&] { convert_archive(arguments); });
}

void add_selection(CLI::App& command, SelectionOptions& selection) {
  command
      .add_option(
          "--from", selection.from,
          "Convert events from this time on: seconds after the first event, such as 1.5 or 300ms")
      ->type_name("TIME")
      ->check(not_empty());
  selection.to_option = "--until";
  command.add_option("--until", selection.to, "Convert events until this time")
      ->type_name("TIME")
      ->check(not_empty());
  command
      .add_option(
          "--locations", selection.locations,
          "Convert these locations: comma-separated numbers, ranges and names with wildcards")
      ->type_name("LIST")
      ->check(not_empty());
}

}  // namespace

void add_convert(CLI::App& app, Action& action) {
  CLI::App* command =
      app.add_subcommand("convert", "Write a trace for another tool: Paraver, ViTE, Perfetto, ...");
  const auto arguments = std::make_shared<ConvertArguments>();
  add_archive_argument(*command, arguments->archive);
  std::vector<std::string> formats;
  std::string type;
  for (const auto& [name, make] : exchange::formats()) {
    formats.push_back(name);
    type += (type.empty() ? "" : "|") + name;
  }
  command->add_option("--to", arguments->format, "The format")
      ->required()
      ->check(CLI::IsMember(formats).description(""))
      ->type_name(type);
  command
      ->add_option("-o,--output", arguments->output,
                   "The file to write; for Paraver, OUT.prv, OUT.pcf and OUT.row")
      ->required()
      ->type_name("OUT")
      ->check(not_empty());
  add_selection(*command, arguments->selection);
  command
      ->add_option("--report", arguments->report,
                   "A report of lull analyze, whose most severe wait states are included")
      ->type_name("REPORT")
      ->check(CLI::ExistingFile);
  add_clocks_option(*command, arguments->clocks);
  command->callback(
      [arguments, &action] { action = [arguments] { convert_in_first(*arguments); }; });
}

}  // namespace lull::cli
