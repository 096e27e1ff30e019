// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <iostream>
#include <optional>
#include <string>
#include <vector>

#include "cli/common/commands.hpp"
#include "cli/common/validators.hpp"
#include "cli/inputs/assembly.hpp"
#include "cli/record/joint_recording.hpp"
#include "cli/record/program_environment.hpp"
#include "cli/record/record_estimate.hpp"
#include "cli/record/record_functions.hpp"
#include "cli/record/record_hints.hpp"
#include "cli/record/record_limit.hpp"
#include "cli/record/run_program.hpp"
#include "cli/record/sanitizers.hpp"
#include "cli/record/unrecorded_watch.hpp"
#include "lull/base/error.hpp"
#include "lull/base/failure.hpp"
#include "lull/base/text/message.hpp"
#include "lull/base/text/printable.hpp"
#include "lull/base/text/shell_word.hpp"
#include "lull/recorder/assembly/assembly.hpp"

namespace lull::cli {
namespace {

namespace fs = std::filesystem;

struct RecordArguments {
  std::string output = "lull-trace";
  LimitOptions limits;
  bool print_environment = false;
  bool analyze = false;
  bool estimate = false;
  bool full_names = false;
  FunctionOptions functions;
  std::vector<std::string> with;
  std::vector<std::string> command;
  std::vector<Preparation> preparations;
  WantedModels wanted;
};

constexpr const char* kRecordFooter =
    "The programs need not be recompiled or relinked. Which programming models they use (MPI, "
    "OpenSHMEM,\nOpenMP, POSIX threads) is determined from the libraries that they depend on. The "
    "exit status is that of the\ncommand.\n\n"
    "  lull record -- mpirun -n 8 ./app\n"
    "  lull record -- oshrun -n 4 ./shmem_app\n"
    "  lull record -- ./openmp_app\n"
    "  lull record -o run1 -- mpirun -n 8 ./app\n"
    "  eval \"$(lull record --env -o run1)\"; srun ./app; lull recover run1";

using Environment = ProgramEnvironment::Variables;

// Throws Error (usage) if the output directory is not empty.
fs::path make_output(const std::string& name) {
  std::error_code error;
  fs::create_directories(name, error);
  if (error) throw system_error(name, error.value());
  if (!fs::is_empty(name, error))
    throw usage_error("{} is not empty: choose another directory with -o", name);
  return fs::absolute(name);
}

Environment environment_of(const RecordArguments& arguments, const fs::path& output) {
  ProgramEnvironment environment;
  environment.set("LULL_RECORD_DIRECTORY", output.string());
  for (const auto& [name, value] : variables_of(arguments.limits)) environment.set(name, value);
  if (arguments.estimate) environment.set("LULL_RECORD_ESTIMATE", "1");
  environment.load(recorder_library(""));
  const std::vector<NamedProgram> programs = programs_of(arguments.command);
  for (const Preparation& prepare : arguments.preparations) prepare(programs, environment);
#ifdef LULL_WITH_JUMPS
  environment.load(recorder_library("jumps"));
#endif
  for (const std::string& name : libraries_of(arguments.functions))
    environment.load(recorder_library(name));
  for (const auto& [name, value] : variables_of(arguments.functions)) environment.set(name, value);
  for (const std::string& library : arguments.with) {
    if (!fs::exists(library)) throw usage_error("{}: no such library", library);
    if (!fs::is_regular_file(library)) throw usage_error("{} is not a library", library);
    environment.load(fs::absolute(library));
  }
  return environment.variables();
}

recorder::NameLength length_of_names(bool full) {
  return full ? recorder::NameLength::Full : recorder::NameLength::Short;
}

void add_full_names(CLI::App& command, bool& full) {
  command.add_flag("--full-names", full,
                   "Do not shorten C++ names (std::string, default template arguments)");
}

WantedModels wanted_models(const CLI::App& command) {
  const auto given = [&command](const char* option) { return command.count(option) > 0; };
  return {.mpi = given("--mpi"),
          .openmp = given("--openmp") || given("--ompt"),
          .pthread = given("--pthread"),
          .shmem = given("--shmem"),
          .no_mpi = given("--no-mpi"),
          .no_openmp = given("--no-openmp"),
          .no_pthread = given("--no-pthread"),
          .no_shmem = given("--no-shmem"),
          .io = given("--io"),
          .functions = given("--functions")};
}

void remove_if_empty(const fs::path& output) {
  std::error_code ignored;
  fs::remove(output, ignored);
}

// Runs the command. Does not return if the command cannot be started.
int run(const std::vector<std::string>& command, const Environment& environment,
        const fs::path& output) {
  try {
    return run_program(command, environment);
  } catch (const CannotRun& failure) {
    remove_if_empty(output);
    print_message(system_error(command.front(), failure.error).what());
    std::exit(failure.status());
  }
}

// Returns whether there is anything to assemble. Removes the directory if no process could write to
// it.
bool holds_anything(const fs::path& output) {
  try {
    if (!recorder::read_parts(output).parts.empty()) return true;
  } catch (const std::exception&) {
    return true;  // the directory contains something that cannot be read now
  }
  std::error_code ignored;
  fs::remove_all(output / ".parts", ignored);
  remove_if_empty(output);
  return false;
}

// Failures to make the archive do not change the exit status, which is the command's.
void assemble(const RecordArguments& arguments, const fs::path& output) {
  if (!recorder::has_parts(output)) {
    remove_if_empty(output);
    print_message(nothing_recorded(arguments.wanted));
    for (const std::string& hint : script_hints(programs_of(arguments.command)))
      print_message(hint);
    return;
  }
  try {
    if (arguments.estimate)
      return print_estimate(output, arguments.output, arguments.limits, arguments.functions.filter);
    assemble_and_report(output, length_of_names(arguments.full_names));
  } catch (const std::exception&) {
    print_message(error_at_hand("making the archive").what());
    if (!holds_anything(output)) return;
    return print_message(
        fmt::format("the recording is in {}; to make it an archive: lull recover {}",
                    printable(output.string()), shell_word(output.string())));
  }
  if (arguments.analyze)
    run({fs::canonical("/proc/self/exe"), "analyze", output}, {}, output);
  else
    print_message(fmt::format("next: lull analyze {}", shell_word(arguments.output)));
}

// Runs programs without recording if the recorder would keep them from running.
void run_without_recording(const RecordArguments& arguments,
                           const std::vector<NamedProgram>& programs, const fs::path& output,
                           JointRecording* joint) {
  const auto reason = sanitizer_against_recording(programs, arguments.functions.memory);
  if (!reason) return;
  if (joint == nullptr || joint->is_first()) print_message(*reason);
  const int status = run(arguments.command, {}, output);
  if (joint != nullptr) (void)joint->leave();
  remove_if_empty(output);
  std::exit(status);
}

void print_hints(const RecordArguments& arguments, const std::vector<NamedProgram>& programs) {
  for (const std::string& hint : recording_hints(programs, !arguments.functions.functions.empty()))
    print_message(hint);
  for (const std::string& hint : library_hints(arguments.with)) print_message(hint);
}

bool is_last(JointRecording& joint, int status, const fs::path& output) {
  const bool last = joint.leave();
  // Some launchers end all processes when one ends with a non-zero status.
  if (status != 0 && joint.ended() == 1 && joint.joined() > 1)
    print_message(fmt::format(
        "a process has ended with status {}; if its launcher now ends the others: lull recover {}",
        status, shell_word(output.string())));
  if (joint.has_missing())
    print_message(fmt::format(
        "lull record has started {} of {} processes, which have ended; if no more start: lull "
        "recover {}",
        joint.joined(), joint.size(), shell_word(output.string())));
  return last;
}

// In a joint recording, only the first process prints the notes of all processes.
int run_and_watch(const std::vector<std::string>& command, const Environment& environment,
                  const fs::path& output, const JointRecording* joint) {
  std::optional<UnrecordedWatch> watch;
  if (joint == nullptr || joint->is_first()) watch.emplace(output);
  return run(command, environment, output);
}

void record(const RecordArguments& arguments) {
  if (arguments.functions.counters == "help") return print_counters();
  if (arguments.print_environment) {
    if (!arguments.command.empty())
      throw usage_error("--env prints variables for a shell and runs nothing; omit the command");
    const fs::path output = make_output(arguments.output);
    for (const auto& [name, value] : environment_of(arguments, output))
      fmt::print("{}\n", shell_export(name, value));
    return;
  }
  if (arguments.command.empty())
    throw usage_error("no command to record; for example: lull record -- mpirun -n 8 ./app");
  if (arguments.command.front().starts_with('-'))
    throw usage_error("{}: there is no such option; lull record --help lists them",
                      printable(arguments.command.front()));
  const std::string name = arguments.output + (arguments.estimate ? ".estimate" : "");
  const Environment environment = environment_of(arguments, fs::absolute(name));
  const std::vector<NamedProgram> programs = programs_of(arguments.command);
  auto joint = JointRecording::find();
  if (!joint || joint->is_first()) print_hints(arguments, programs);
  const fs::path output = joint ? joint->join(name) : make_output(name);
  run_without_recording(arguments, programs, output, joint ? &*joint : nullptr);
  const int status =
      run_and_watch(arguments.command, environment, output, joint ? &*joint : nullptr);
  if (!joint || is_last(*joint, status, output)) assemble(arguments, output);
  std::exit(status);
}

}  // namespace

void add_record(CLI::App& app, Action& action) {
  auto* sub = app.add_subcommand("record", "Run a parallel program and record a trace");
  sub->footer(kRecordFooter);
  auto arguments = std::make_shared<RecordArguments>();
  sub->add_option("-o,--output", arguments->output, "The directory of the archive")
      ->capture_default_str()
      ->type_name("DIR")
      ->check(not_empty());
  for (const auto& add_options :
       {add_mpi_options, add_shmem_options, add_openmp_options, add_pthread_options})
    arguments->preparations.push_back(add_options(*sub));
  add_options(*sub, arguments->limits);
  add_options(*sub, arguments->functions);
  sub->add_option("--with", arguments->with,
                  "A library built by lull wrap; can be given more than once")
      ->allow_extra_args(false)
      ->type_name("LIBRARY");
  auto* const analyze = sub->add_flag("--analyze", arguments->analyze,
                                      "Analyse the trace afterwards, as lull analyze does");
  sub->add_flag("--estimate", arguments->estimate,
                "Only count: print the size that the archive would have, and write a filter for "
                "functions that are short and frequent")
      ->excludes(analyze);
  add_full_names(*sub, arguments->full_names);
  sub->add_flag("--env", arguments->print_environment,
                "Print the environment for programs that lull record does not start itself")
      ->excludes("--estimate");
  sub->prefix_command();
  sub->callback([sub, arguments, &action] {
    arguments->command = sub->remaining();
    arguments->wanted = wanted_models(*sub);
    action = [arguments] { record(*arguments); };
  });

  auto* recover = app.add_subcommand(
      "recover", "Assemble the archive of an interrupted recording, or after lull record --env");
  auto directory = std::make_shared<std::string>();
  auto full_names = std::make_shared<bool>(false);
  add_full_names(*recover, *full_names);
  recover->add_option("directory", *directory, "The directory of the recording")
      ->required()
      ->type_name("DIR");
  recover->callback([directory, full_names, &action] {
    action = [directory, full_names] {
      { const UnrecordedWatch remaining_notes(*directory); }
      if (!recorder::has_parts(*directory)) throw input_error("{}: nothing to recover", *directory);
      assemble_and_report(*directory, length_of_names(*full_names));
    };
  });
}

}  // namespace lull::cli
