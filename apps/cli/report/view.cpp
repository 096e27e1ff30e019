// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// lull view: shows a report as an HTML page, in a file or served on this machine.
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cctype>
#include <climits>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/analyze/analyze.hpp"
#include "cli/common/command_output.hpp"
#include "cli/common/commands.hpp"
#include "cli/common/interruption.hpp"
#include "cli/common/stop_signals.hpp"
#include "cli/inputs/archive_inputs.hpp"
#include "cli/inputs/assembly.hpp"
#include "cli/inputs/report_input.hpp"
#include "cli/report/page_server.hpp"
#include "lull/analysis/charging/caused_waiting.hpp"
#include "lull/analysis/replay/profile/profile_metrics.hpp"
#include "lull/base/error.hpp"
#include "lull/base/files/atomic_file.hpp"
#include "lull/base/files/overwriting.hpp"
#include "lull/base/text/message.hpp"
#include "lull/base/text/printable.hpp"
#include "lull/patterns/pattern_list.hpp"
#include "lull/report/page/page_data.hpp"
#include "web/page.hpp"

namespace lull::cli {
namespace {

constexpr int kLastPort = 65535;

struct ViewArguments {
  std::string report;
  std::string reference;
  std::string output;
  int port = 0;  // 0: any port
  bool no_browser = false;
};

// Returns the formula, advice and picture of each metric that Lull has. Wait states are the same in
// Scalasca; other tools define their own "time".
std::vector<report::MetricTexts> texts_of(const report::Report& report) {
  analysis::MetricCatalogue catalogue;
  catalogue.add(analysis::profile_metrics(), true);
  const analysis::PatternList patterns = patterns::make_patterns();
  for (const auto& pattern : patterns) catalogue.add(pattern->metrics(), false);
  const analysis::CausedWaiting caused(catalogue);
  std::vector<report::MetricTexts> texts(report.metrics.size());
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const auto metric = catalogue.find(report.metrics[i].unique_name);
    if (!metric.defined()) continue;
    const analysis::MetricInfo& info = catalogue[metric].info;
    if (!catalogue[metric].profile || report.metrics[i].description.starts_with(info.summary))
      texts[i] = {std::string(info.formula), std::string(info.advice), std::string(info.picture)};
  }
  return texts;
}

std::string name_of(const std::string& file) {
  const std::filesystem::path path = std::filesystem::path(file).lexically_normal();
  return (path.has_filename() ? path : path.parent_path()).filename().string();
}

// Returns whether it is a directory with an archive, or an anchor file.
bool is_archive(const std::string& file) {
  std::error_code none;
  return std::filesystem::is_directory(file, none) ||
         std::filesystem::path(file).extension() == ".otf2";
}

// Returns the report. If the file is an archive, analyses it and returns the resulting report.
report::Report report_of(const std::string& file) {
  if (!is_archive(file)) return read_report(file);
  const Interruption interruption;  // leaves nothing in the work directory
  const WorkDirectory work;
  AnalyzeArguments arguments;
  arguments.archive = file;
  arguments.output = (work / "report.cubex").string();
  arguments.quiet = true;
  arguments.check = [&interruption] { interruption.check(); };
  analyze(arguments);
  interruption.check();
  return read_report(arguments.output);
}

// Returns the page with the embedded report.
std::string page_of(const ViewArguments& arguments) {
  const std::string_view page = web::page();
  if (page.empty())
    throw Error(ExitStatus::System, "this Lull was built without its page, which requires npm");
  const report::Report report = report_of(arguments.report);
  std::optional<report::Report> reference;
  if (!arguments.reference.empty()) reference = report_of(arguments.reference);
  report::PageContent content;
  content.title = name_of(arguments.report);
  content.program = "lull " LULL_VERSION;
  content.texts = texts_of(report);
  content.reference = reference ? &*reference : nullptr;
  content.reference_title = name_of(arguments.reference);
  const report::PageData data = report::page_data(report, content);
  if (data.rounding != report::Rounding::None)
    print_message(fmt::format(
        "the report is very large: the page stores values of single locations with {} bits; sums "
        "over locations are exact",
        static_cast<int>(data.rounding)));
  const std::size_t mark = page.find(web::kReportMark);
  std::string whole(page.substr(0, mark));
  whole += data.text;
  whole += page.substr(mark + web::kReportMark.size());
  return whole;
}

// Asks the desktop, if any, to open the address or file. Detaches by a second fork, so that nothing
// has to wait for the browser.
void open_browser(const std::string& address) {
  if (std::getenv("DISPLAY") == nullptr && std::getenv("WAYLAND_DISPLAY") == nullptr) return;
  const pid_t child = ::fork();
  if (child < 0) return;
  if (child == 0) {
    if (::fork() == 0) {
      ::setsid();
      sigset_t none;
      sigemptyset(&none);
      ::sigprocmask(SIG_SETMASK, &none, nullptr);
      // Browser messages do not belong on the terminal.
      if (const int nowhere = ::open("/dev/null", O_RDWR); nowhere >= 0) {
        ::dup2(nowhere, STDOUT_FILENO);
        ::dup2(nowhere, STDERR_FILENO);
      }
      ::execlp("xdg-open", "xdg-open", address.c_str(), nullptr);
    }
    ::_exit(0);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
}

// Returns this machine's name for other machines; HOST if it is not safe in a shell.
std::string name_of_machine() {
  std::array<char, HOST_NAME_MAX + 1> name{};
  if (::gethostname(name.data(), name.size() - 1) != 0) return "HOST";
  const std::string host = name.data();
  const auto is_plain = [](unsigned char c) { return std::isalnum(c) || c == '.' || c == '-'; };
  return !host.empty() && host.front() != '-' && std::ranges::all_of(host, is_plain) ? host
                                                                                     : "HOST";
}

void print_address(const std::string& address, const ViewArguments& arguments) {
  if (arguments.port != 0)
    std::cout << fmt::format("ssh -L {0}:127.0.0.1:{0} {1}\n", arguments.port, name_of_machine());
  std::cout << address << "\n" << std::flush;
  if (!arguments.no_browser) open_browser(address);
  if (arguments.port != 0)
    print_to_user(
        "Serving the page to browsers on this machine, and on the one where you run the ssh "
        "command. Press Ctrl-C to stop.\n");
  else
    print_to_user("Serving the page to browsers on this machine. Press Ctrl-C to stop.\n");
}

// Writes the page to a temporary file that lives until the user stops the program.
void keep_page(const std::string& page, const std::string& reason, const ViewArguments& arguments) {
  const StopSignals signals;
  const WorkDirectory work;
  const std::string file = work / "page.html";
  write_content(file, page);
  std::cout << file << "\n" << std::flush;
  if (!arguments.no_browser) open_browser(file);
  print_to_user(fmt::format(
      "The page cannot be served ({}); it is in a temporary file.\nPress Ctrl-C to remove it; "
      "--export FILE.html writes one to keep.\n",
      reason));
  signals.wait();
}

void show_to_browsers(const std::string& page, const ViewArguments& arguments) {
  try {
    serve_page(page, arguments.port,
               [&arguments](const std::string& address) { print_address(address, arguments); });
  } catch (const CannotServe& refused) {
    if (arguments.port != 0)
      throw Error(ExitStatus::System, "the page cannot be served: " + refused.reason);
    keep_page(page, refused.reason, arguments);
  }
}

void refuse_overwriting_inputs(const ViewArguments& arguments) {
  std::error_code unknown;
  if (arguments.output == "-" || !std::filesystem::exists(arguments.output, unknown)) return;
  for (const std::string& input : {arguments.report, arguments.reference}) {
    std::vector<std::filesystem::path> files{input};
    if (is_archive(input)) files = files_of_archive(find_recorded_anchor(input));
    refuse_overwriting(arguments.output, files);
  }
}

void run(const ViewArguments& arguments) {
  refuse_overwriting_inputs(arguments);
  const std::string page = page_of(arguments);
  if (arguments.output == "-") {
    std::cout << page;
    return;
  }
  if (!arguments.output.empty()) {
    AtomicFile file(arguments.output);
    file.write(page);
    file.commit();
    std::cout << "Page: " << printable(arguments.output) << "\n";
    return;
  }
  show_to_browsers(page, arguments);
}

}  // namespace

void add_view(CLI::App& app, Action& action) {
  const auto arguments = std::make_shared<ViewArguments>();
  CLI::App* command =
      app.add_subcommand("view", "Explore a report in a browser, or export it as an HTML page");
  command
      ->add_option(
          "report", arguments->report,
          "A report (.cubex) of Lull, Scalasca or Score-P, or an archive, which is analysed "
          "first")
      ->required();
  CLI::Option* output =
      command
          ->add_option("-e,--export", arguments->output,
                       "Write a single HTML file that works without a server or network; - means "
                       "standard output")
          ->type_name("FILE");
  command
      ->add_option("-r,--reference", arguments->reference,
                   "A second report or archive, which the page compares with the first")
      ->type_name("REPORT");
  command
      ->add_option("--port", arguments->port,
                   "Serve the page on this port, and print the ssh command that forwards it to "
                   "another machine")
      ->check(CLI::Range(1, kLastPort))
      ->type_name("N")
      ->excludes(output);
  command
      ->add_flag("--no-browser", arguments->no_browser,
                 "Print the address, but do not open a browser")
      ->excludes(output);
  command->callback([arguments, &action] { action = [arguments] { run(*arguments); }; });
}

}  // namespace lull::cli
