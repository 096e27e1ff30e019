// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// lull asl run: evaluates a specification on a trace.
#include <fmt/format.h>
#include <sys/stat.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>
#include <map>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "cli/asl/asl.hpp"
#include "cli/asl/asl_results.hpp"
#include "cli/common/archive_argument.hpp"
#include "cli/common/sizes.hpp"
#include "cli/common/terminal.hpp"
#include "cli/common/validators.hpp"
#include "cli/inputs/archive_inputs.hpp"
#include "cli/inputs/assembly.hpp"
#include "cli/inputs/clock_choice.hpp"
#include "cli/inputs/topology.hpp"
#include "lull/asl/evaluate/run.hpp"
#include "lull/asl/model/archive.hpp"
#include "lull/asl/model/model.hpp"
#include "lull/base/error.hpp"
#include "lull/base/memory/large_stack.hpp"
#include "lull/base/processors.hpp"
#include "lull/base/progress.hpp"
#include "lull/base/text/message.hpp"
#include "lull/base/text/utf8.hpp"
#include "lull/clock/corrected_trace.hpp"
#include "lull/trace/otf2/archive_reader.hpp"

namespace lull::cli {
namespace {

struct AslRunArguments {
  std::string file;
  std::string archive;
  std::string second;  // "": none
  asl::RunOptions options;
  std::vector<std::string> values;  // NAME=VALUE
  std::string topology;
  ClockWish clocks = ClockWish::Auto;
  std::string colour = "auto";
  bool json = false;
  bool csv = false;
};

// Returns when the archive was recorded, in nanoseconds since 1970: its anchor file is written
// last.
std::int64_t time_of_recording(const std::string& anchor) {
  constexpr std::int64_t kNanoseconds = 1'000'000'000;
  struct ::stat file {};
  if (::stat(anchor.c_str(), &file) != 0) return 0;
  return file.st_mtim.tv_sec * kNanoseconds + file.st_mtim.tv_nsec;
}

std::map<std::string, std::string> values_of(const AslRunArguments& arguments) {
  std::map<std::string, std::string> values;
  for (const std::string& text : arguments.values) {
    const std::size_t equals = text.find('=');
    if (equals == text.npos || equals == 0)
      throw usage_error("--set {}: expected NAME=VALUE", text);
    if (!values.emplace(text.substr(0, equals), text.substr(equals + 1)).second)
      throw usage_error("--set gives {} twice", text.substr(0, equals));
  }
  return values;
}

// A value for an unknown parameter is most likely a typing error.
void refuse_unknown_values(const asl::Program& program, const asl::RunOptions& options) {
  const auto has = [](const auto& declared, const std::string& name) {
    const auto& parameters = declared.scope.parameters;
    return std::ranges::any_of(parameters, [&](const auto& one) { return one.name == name; });
  };
  for (const auto& given : options.values) {
    const std::string& name = given.first;
    const bool known = std::ranges::any_of(program.properties,
                                           [&](const asl::code::Property& one) {
                                             const bool meant = options.property.empty()
                                                                    ? !one.library
                                                                    : one.name == options.property;
                                             return meant && has(one, name);
                                           }) ||
                       std::ranges::any_of(program.patterns, [&](const asl::code::Pattern& one) {
                         return one.name == options.matches && has(one, name);
                       });
    if (!known)
      throw usage_error("--set {}={}: there is no parameter of that name", name, given.second);
  }
}

template <class Declared>
void refuse_unknown(const std::vector<Declared>& all, const std::string& name, const char* kind) {
  const bool known = std::ranges::any_of(all, [&](const auto& one) { return one.name == name; });
  if (!known && !name.empty()) throw usage_error("there is no {} {}", kind, name);
}

void refuse_unknown_region(const Definitions& definitions, const std::string& name) {
  if (name.empty() || name == "PROGRAM") return;
  asl::Archive archive(definitions, "", 0, {});
  if (archive.members_of_region(archive.region_named(name)).empty())
    throw usage_error("there is no region {} in the archive", name);
}

// An archive with its clock correction.
struct Recorded {
  Recorded(const std::string& archive, const AslRunArguments& arguments)
      : anchor(find_recorded_anchor(archive).string()),
        correction(reported_correction(arguments.clocks, *open_archive(anchor), threads_or_all(0))),
        open([this, topology = arguments.topology] {
          return std::make_unique<CorrectedTrace>(open_on_grid(anchor, topology), correction);
        }) {
    for (const Location& location : open()->definitions().locations) events += location.events;
  }
  Recorded(const Recorded&) = delete;
  Recorded& operator=(const Recorded&) = delete;

  std::string anchor;
  ClockCorrection correction;
  asl::OpenSource open;
  std::uint64_t events = 0;
};

// An unused second archive is most likely a mistake.
void refuse_unneeded_second(const asl::Program& program, const asl::RunOptions& options) {
  const auto compares = [&](const asl::code::Property& one) {
    const bool meant = options.property.empty() ? !one.library : one.name == options.property;
    return meant &&
           std::ranges::count(one.scope.parameters, asl::object_of(asl::model().experiment),
                              &asl::code::Parameter::type) > 1;
  };
  if (std::ranges::none_of(program.properties, compares))
    throw usage_error(
        "no property compares two experiments, so a second archive has "
        "no effect");
}

void write(const AslRunArguments& arguments, const AslResults& results) {
  if (arguments.json)
    write_for_programs([&](std::ostream& out) { write_asl_json(results, out); });
  else if (arguments.csv)
    write_for_programs([&](std::ostream& out) {
      std::ostringstream text;
      write_asl_csv(results, text);
      out << as_utf8(text.str());
    });
  else
    std::cout << asl_text(results, table_style(arguments.colour));
  flush_output();
}

void run(const AslRunArguments& arguments) {
  asl::RunOptions options = arguments.options;
  options.values = values_of(arguments);
  const CheckedSpecification specification =
      checked_specification(arguments.file, {}, [&arguments](const asl::Diagnostics& mistakes) {
        if (arguments.json)
          write_for_programs([&](std::ostream& out) {
            write_asl_json(arguments.archive, arguments.file, mistakes, out);
          });
      });
  refuse_unknown(specification.program.properties, options.property, "property");
  refuse_unknown(specification.program.patterns, options.matches, "pattern");
  refuse_unknown_values(specification.program, options);

  const Recorded first(arguments.archive, arguments);
  std::optional<Recorded> second;
  if (!arguments.second.empty()) {
    refuse_unneeded_second(specification.program, options);
    second.emplace(arguments.second, arguments);
    options.second = {second->open, second->anchor, time_of_recording(second->anchor)};
  }
  refuse_unknown_region(first.open()->definitions(), options.rank_basis);
  asl::RunResults found;
  {
    Progress progress("searching", first.events);
    options.progress = [&progress](EventIndex events) { progress.update(events); };
    found = asl::run(specification.program, first.open, first.anchor,
                     time_of_recording(first.anchor), options);
  }
  write(arguments, {first.anchor, second ? second->anchor : "", arguments.file, options.matches,
                    specification.program, found});
  print_damages(found.damage);
  if (found.errors.empty()) return;
  print_to_user(asl_errors_text(found));
  throw Error(ExitStatus::Input, "");  // everything has been printed
}

void add_search_options(CLI::App& command, AslRunArguments& arguments) {
  asl::RunOptions& options = arguments.options;
  command
      .add_option("-p,--property", options.property,
                  "Evaluate only this property, which may be one that `lull asl show` lists")
      ->type_name("NAME");
  command
      .add_option("-m,--matches", options.matches,
                  "Also search for this pattern, and list its matches")
      ->type_name("NAME");
  command
      .add_option("-r,--rank-basis", options.rank_basis,
                  "The region whose duration is the base of severities [PROGRAM]")
      ->type_name("REGION");
  command
      .add_option("-t,--threshold", options.threshold,
                  "The severity above which a property is a problem [0.05]")
      ->transform(any_share())
      ->type_name("SHARE");
  command
      .add_option("-s,--set", arguments.values,
                  "The value of a parameter; can be given more than once")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
      ->type_name("NAME=VALUE");
  add_topology_option(command, arguments.topology);
  add_clocks_option(command, arguments.clocks);
  command
      .add_option("--steps", options.limits.steps,
                  "Give up after this number of evaluation steps [10000000000]")
      ->check(CLI::PositiveNumber)
      ->type_name("N");
  constexpr std::uint64_t kMost = std::uint64_t{8} << 60U;
  command
      .add_option("--memory", options.limits.memory,
                  "Give up when states take more memory than this [1GB]")
      ->transform(size_up_to(kMost, "8EB"))
      ->type_name("SIZE");
}

}  // namespace

void add_asl_run(CLI::App& asl, Action& action) {
  const auto arguments = std::make_shared<AslRunArguments>();
  CLI::App* command = asl.add_subcommand(
      "run", "Evaluate the properties and patterns of a specification on a trace");
  command->add_option("FILE", arguments->file, "A specification (.asl)")->required();
  add_archive_argument(*command, arguments->archive);
  command->add_option("SECOND", arguments->second,
                      "Another archive, for properties that compare two experiments");
  add_search_options(*command, *arguments);
  add_colour_option(*command, arguments->colour);
  CLI::Option* json = command->add_flag("--json", arguments->json, "Print JSON");
  command->add_flag("--csv", arguments->csv, "Print comma-separated values")->excludes(json);
  command->footer(
      R"(Without options, the command evaluates all properties of the file, and its patterns without parameters.

  lull asl run my.asl run1                          which properties hold, and how severe are they?
  lull asl run my.asl run1 -p late_sender           only this one
  lull asl run my.asl run1 -m LateSender -s r=main  where are the matches of a pattern?
  lull asl run my.asl run1 run2                     which properties of two experiments hold?

Exit status 3 if the specification has mistakes, or if a property or pattern could not be evaluated.)");
  command->callback([arguments, &action] {
    action = [arguments] { with_large_stack([&] { run(*arguments); }, kAslStack); };
  });
}

}  // namespace lull::cli
