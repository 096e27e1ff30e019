// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "cli/record/record_hints.hpp"

#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>

#include "cli/record/dynamic_symbols.hpp"
#include "cli/record/shared_libraries.hpp"
#include "lull/base/text/printable.hpp"

namespace lull::cli {
namespace {

namespace fs = std::filesystem;

// Returns whether the system runs the program with privileges that the user lacks. In that case,
// its loader ignores the environment.
bool has_other_rights(const fs::path& file) {
  struct stat about {};
  if (::stat(file.c_str(), &about) != 0) return false;
  if ((about.st_mode & S_ISUID) != 0 && about.st_uid != ::getuid()) return true;
  if ((about.st_mode & S_ISGID) != 0 && about.st_gid != ::getgid()) return true;
  return ::getuid() != 0 && ::getxattr(file.c_str(), "security.capability", nullptr, 0) > 0;
}

bool wants_instrumentation(const fs::path& file) {
  return dynamic_symbols_of(file).wanted.contains("__cyg_profile_func_enter");
}

// Applies to programs that list their libraries, not to scripts; scripts may run anything.
bool has_no_instrumented_code(const NamedProgram& program) {
  if (program.libraries.empty() && !is_static(program.file)) return false;
  return !wants_instrumentation(program.file) &&
         std::ranges::none_of(library_files_of(program.file), wants_instrumentation);
}

std::optional<std::string> hint_on_tools(const std::vector<NamedProgram>& programs) {
  for (const NamedProgram& program : programs)
    if (dynamic_symbols_of(program.file).defined.contains("ompt_start_tool"))
      return fmt::format(
          "{} has its own OMPT tool, which replaces the recorder: OpenMP of LLVM's "
          "runtime is not recorded",
          printable(program.file.string()));
  const char* const tools = std::getenv("OMP_TOOL_LIBRARIES");
  const bool llvm = std::ranges::any_of(programs, [](const NamedProgram& program) {
    return program.needs("libomp.so") || program.needs("libiomp5.so");
  });
  if (tools == nullptr || *tools == '\0' || !llvm) return {};
  return "the tools of OMP_TOOL_LIBRARIES replace the recorder: OpenMP of LLVM's runtime "
         "is not "
         "recorded";
}

// If the system refuses a resource, the recorder does without it and the program continues.
void add_hints_on_limits(std::vector<std::string>& hints) {
  const auto limit = [](auto resource) {
    rlimit found{};
    return ::getrlimit(resource, &found) == 0 ? found.rlim_cur : RLIM_INFINITY;
  };
  constexpr rlim_t kLittleSpace = rlim_t{512} << 20;
  constexpr rlim_t kFewFiles = 64;
  constexpr rlim_t kSmallFiles = rlim_t{64} << 20;
  if (const rlim_t space = limit(RLIMIT_AS); space < kLittleSpace)
    hints.push_back(
        fmt::format("processes are limited to {} MB of address space (ulimit -v), and the "
                    "recorder needs some of it; reduce it with a smaller --buffer",
                    space >> 20));
  if (const rlim_t files = limit(RLIMIT_NOFILE); files < kFewFiles)
    hints.push_back(
        fmt::format("processes are limited to {} open files (ulimit -n), and the recorder "
                    "needs some of them",
                    files));
  if (const rlim_t size = limit(RLIMIT_FSIZE); size < kSmallFiles)
    hints.push_back(
        fmt::format("files are limited to {} KB (ulimit -f): a thread whose events need more "
                    "ends the recording of its process",
                    size >> 10));
}

// Returns a list such as "a, b or c".
std::string listed(const std::vector<std::string>& words) {
  const auto last = std::prev(words.end());
  std::string text = fmt::format("{}", fmt::join(words.begin(), last, ", "));
  return text + (text.empty() ? "" : " or ") + *last;
}

}  // namespace

std::vector<std::string> recording_hints(const std::vector<NamedProgram>& programs,
                                         bool functions) {
  std::vector<std::string> hints;
  for (const NamedProgram& program : programs) {
    const std::string name = printable(program.file.string());
    if (is_static(program.file))
      hints.push_back(fmt::format("{} is statically linked, and cannot be recorded", name));
    else if (!program.libraries.empty() && has_other_rights(program.file))
      hints.push_back(fmt::format(
          "{} runs with privileges that you lack (setuid, setgid or capabilities): the system does "
          "not load the recorder into it",
          name));
  }
  if (const auto hint = hint_on_tools(programs)) hints.push_back(*hint);
  if (functions && !programs.empty() && std::ranges::all_of(programs, has_no_instrumented_code))
    hints.emplace_back(
        "neither the program nor its libraries are compiled with -finstrument-functions, so "
        "--functions records nothing unless they later load a library that is");
  add_hints_on_limits(hints);
  return hints;
}

std::string nothing_recorded(const WantedModels& wanted) {
  std::vector<std::string> done;  // things that no process did
  if (!wanted.no_mpi && !wanted.no_shmem)
    done.emplace_back("called MPI_Init or shmem_init");
  else if (!wanted.no_mpi || !wanted.no_shmem)
    done.emplace_back(wanted.no_mpi ? "called shmem_init" : "called MPI_Init");
  if (!wanted.no_openmp) done.emplace_back("used OpenMP");
  if (!wanted.no_pthread) done.emplace_back("created threads");
  std::string text = "nothing was recorded: no process did anything that is recorded";
  if (!done.empty())
    text = fmt::format("nothing was recorded: no process {}, or did anything else that is recorded",
                       fmt::join(done, ", "));
  std::vector<std::string> ways;  // ways to record serial programs
  if (!wanted.functions) ways.emplace_back("--functions");
  if (!wanted.io) ways.emplace_back("--io");
  ways.emplace_back("annotations in the source (lull/record.h)");
  text += "; for serial programs use " + listed(ways);
  if (wanted.functions) text += "; --functions needs programs compiled with -finstrument-functions";
  if (wanted.io) text += "; --io does not record shells and launchers";
  return text +
         "; programs that are statically linked, or run without the LD_PRELOAD and LULL_RECORD_ "
         "variables that lull record sets, cannot be recorded";
}

std::vector<std::string> script_hints(const std::vector<NamedProgram>& programs) {
  std::vector<std::string> hints;
  for (const NamedProgram& program : programs) {
    std::ifstream file(program.file, std::ios::binary);
    if (file.get() == '#' && file.get() == '!')
      hints.push_back(fmt::format(
          "{} is a script: programs that it starts are recorded unless they run without "
          "the environment set by lull record, or are statically linked",
          printable(program.file.string())));
  }
  return hints;
}

std::vector<std::string> library_hints(const std::vector<std::string>& libraries) {
  std::vector<std::string> hints;
  for (const std::string& library : libraries) {
    std::ifstream file(library, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(file), {}};
    if (bytes.find("lull_record_") == bytes.npos)
      hints.push_back(fmt::format(
          "{} was not built by lull wrap: none of its functions are recorded", printable(library)));
  }
  return hints;
}

}  // namespace lull::cli
