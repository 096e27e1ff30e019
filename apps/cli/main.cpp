// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include <fcntl.h>
#include <fmt/format.h>
#include <malloc.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <new>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "cli/built_in.hpp"
#include "cli/common/commands.hpp"
#include "cli/common/job.hpp"
#include "lull/base/error.hpp"
#include "lull/base/failure.hpp"
#include "lull/base/text/alike.hpp"
#include "lull/base/text/message.hpp"
#include "lull/base/text/printable.hpp"

namespace {

constexpr const char* kFooter = R"(
First steps:
  lull record -- mpirun -n 8 ./app   record a trace, in the directory lull-trace
  lull analyze lull-trace            search it for wait states and write a report
  lull show lull-trace/traces.cubex  show the report in the terminal
  lull view lull-trace/traces.cubex  explore it in a browser
  lull patterns mpi_latesender       explain a metric and what to do about it

Exit status: 0 success, 1 check failed, 2 wrong command line, 3 unusable input, 4 system error.)";

int status_of(lull::ExitStatus status) { return static_cast<int>(status); }

// Prints the parser's message (help included) and maps its exit code to Lull's.
int end_of_parsing(const CLI::App& app, const CLI::ParseError& error) {
  std::ostringstream mistakes;
  const int code = app.exit(error, std::cout, mistakes);
  lull::print_to_user((code == 0 ? "" : "lull: ") + lull::printable_lines(mistakes.str()));
  return code == 0 ? 0 : status_of(lull::ExitStatus::Usage);
}

int fail(lull::ExitStatus status, const char* sentence) {
  std::cout.flush();
  const bool said = *sentence == '\0';  // another process of the job has said it
  if (!said) lull::print_message(sentence);
  return status_of(status);
}

// Returns whether several MPI processes can run the command together.
bool may_be_a_job(int argc, char** argv) {
  const std::string_view command = argc > 1 ? argv[1] : "";
#define LULL_COMMAND(name, job) \
  if (command == #name) return job;
#include "cli/common/command_list.def"
#undef LULL_COMMAND
  return false;
}

// Prints the parser's error or help once for the whole job.
int end_of_parsing_together(const CLI::App& app, const CLI::ParseError& error) {
  try {
    lull::cli::Job job;
    if (job.size() == 1) return end_of_parsing(app, error);
    job.all([&] {
      std::ostringstream mistakes;
      if (app.exit(error, mistakes, mistakes) != 0)
        throw lull::usage_error(
            "{}", mistakes.str().substr(0, mistakes.str().find_last_not_of('\n') + 1));
    });
    job.first([&] { end_of_parsing(app, error); });
    return status_of(lull::ExitStatus::Success);
  } catch (const lull::Error& failure) {
    return fail(failure.status(), failure.what());
  }
}

// CLI11 reports only that a command is missing.
bool is_unknown_command(const CLI::App& app, int argc, char** argv) {
  if (argc < 2 || *argv[1] == '-') return false;
  return app
      .get_subcommands([&](const CLI::App* command) { return command->get_name() == argv[1]; })
      .empty();
}

std::set<std::string> names_of_commands(const CLI::App& app) {
  std::set<std::string> names;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
    names.insert(command->get_name());
  return names;
}

// Removes a redundant "--": the command of `lull record` begins at the first word that is not an
// option of Lull. "--" stays after an option with an optional value, which would take the next
// word.
std::vector<char*> without_first_dashes(int argc, char** argv) {
  std::vector<char*> words(argv, argv + argc);
  const auto is_dashes = [](const char* word) { return std::string_view(word) == "--"; };
  if (argc > 1 && std::string_view(argv[1]) == "record")
    if (const auto dashes = std::ranges::find_if(words, is_dashes);
        dashes != words.end() && std::string_view(*std::prev(dashes)) != "--mpi")
      words.erase(dashes);
  return words;
}

// Returns the command line as given.
std::string command_line(int argc, char** argv) {
  std::string line = "lull";
  for (int i = 1; i < argc; ++i) line += std::string(" ") + argv[i];
  return "'" + line + "'";
}

// A closed standard descriptor would be reused for the next opened file, and printed text would end
// up in it. This replaces it by a file that can be neither read nor written, and that commands run
// by Lull do not inherit.
void keep_standard_descriptors() {
  for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (::fcntl(descriptor, F_GETFD) < 0)
      static_cast<void>(!::open("/dev/null", O_PATH | O_CLOEXEC));
}

// Memory can run out where exceptions may not propagate, such as in a library's destructor. In that
// case, prints the same sentence, and avoids a core dump.
[[noreturn]] void terminate() {
  constexpr std::string_view kSentence = "lull: not enough memory\n";
  try {
    if (const std::exception_ptr failure = std::current_exception())
      std::rethrow_exception(failure);
  } catch (const std::bad_alloc&) {
    static_cast<void>(!::write(STDERR_FILENO, kSentence.data(), kSentence.size()));
    ::_exit(status_of(lull::ExitStatus::System));
  } catch (...) {  // a bug
  }
  std::abort();
}

}  // namespace

int main(int argc, char** argv) {
  std::set_terminate(terminate);
  keep_standard_descriptors();
  // A file that exceeds the system's size limit is reported as an error. Recorded programs would
  // inherit this setting.
  if (argc > 1 && std::string_view(argv[1]) != "record") std::signal(SIGXFSZ, SIG_IGN);
  // Reuses freed blocks instead of returning them to the system: the OTF2 library allocates a large
  // one for each event file that it opens.
  ::mallopt(M_MMAP_THRESHOLD, 64 << 20);
  ::mallopt(M_TRIM_THRESHOLD, 256 << 20);
  CLI::App app(
      "Finds the time that parallel programs spend waiting: on which call path, in which process "
      "or "
      "thread, and why.");
  app.name("lull");
  app.set_version_flag("--version", lull::cli::version_text);
  app.require_subcommand(1);
  lull::cli::Action action;
#define LULL_COMMAND(name, job) lull::cli::add_##name(app, action);
#include "cli/common/command_list.def"
#undef LULL_COMMAND
  app.footer(kFooter);  // set after the commands, which would inherit it
  if (is_unknown_command(app, argc, argv)) {
    const std::string command = lull::printable(argv[1]);
    const std::string alike = lull::suggestion(command, names_of_commands(app));
    return fail(lull::ExitStatus::Usage,
                fmt::format("there is no command '{}'{} lull --help lists them", command,
                            alike.empty() ? ";" : alike)
                    .c_str());
  }
  try {
    const std::vector<char*> words = without_first_dashes(argc, argv);
    app.parse(static_cast<int>(words.size()), words.data());
    action();
    std::cout.flush();
    if (!std::cout || std::fflush(stdout) != 0)
      return fail(lull::ExitStatus::System, "the output could not be written");
    return status_of(lull::ExitStatus::Success);
  } catch (const CLI::ParseError& error) {
    return may_be_a_job(argc, argv) ? end_of_parsing_together(app, error)
                                    : end_of_parsing(app, error);
  } catch (...) {
    const lull::Error error = lull::error_at_hand(command_line(argc, argv));
    return fail(error.status(), error.what());
  }
}
