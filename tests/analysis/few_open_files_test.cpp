// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The limit for open files does not change results; a limit that is too low is an error, not damage
// of the trace.
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lull/analysis/analysis.hpp"
#include "lull/base/error.hpp"
#include "lull/patterns/pattern_list.hpp"
#include "lull/trace/otf2/archive_reader.hpp"
#include "lull/trace/otf2/archive_writer.hpp"
#include "support/engine_values.hpp"
#include "support/random/random_trace.hpp"
#include "support/temporary_directory.hpp"

namespace lull {
namespace {

support::Values values_of(const std::filesystem::path& archive, unsigned threads) {
  const auto trace = open_archive(archive);
  analysis::AnalysisOptions options;
  options.threads = threads;
  options.slice_events = 500;
  return support::values_of(support::analyse_by_engine(*trace, options),
                            trace->definitions().clock.ticks_per_second);
}

// Returns the result of check() in a separate process with this limit for open files.
template <class Check>
int status_with(rlim_t files, Check check) {
  const pid_t child = ::fork();
  if (child == 0) {
    const rlimit limit{files, files};
    ::_exit(::setrlimit(RLIMIT_NOFILE, &limit) == 0 ? check() : 9);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

// Each thread has one file open at a time.
TEST(FewOpenFiles, LetFewerThreadsStart) {
  support::RandomTraceOptions options;
  options.processes = 150;
  options.steps = 3;
  const support::TemporaryDirectory directory;
  write_archive(*support::random_trace(5, options), directory / "archive");
  const auto trace = open_archive(directory / "archive");
  const auto threads_of = [&] {
    analysis::AnalysisOptions wanted;
    wanted.threads = 64;
    analysis::Analysis analysis(*trace, patterns::make_patterns, wanted);
    analysis.run();
    return static_cast<int>(analysis.threads() + 100 * (analysis.refused_threads() > 0 ? 1 : 0));
  };
  EXPECT_EQ(status_with(8, threads_of), 101);
  const int few = status_with(48, threads_of);
  EXPECT_GT(few, 101);
  EXPECT_LT(few, 148);
  EXPECT_EQ(status_with(1000, threads_of), 64);
}

TEST(FewOpenFiles, GiveTheSame) {
  for (const std::uint32_t threads : {1u, 3u}) {
    support::RandomTraceOptions options;
    options.processes = 60;
    options.threads = threads;
    options.steps = 30;
    const support::TemporaryDirectory directory;
    write_archive(*support::random_trace(5, options), directory / "archive");
    const support::Values wanted = values_of(directory / "archive", 2);
    EXPECT_GT(wanted.size(), 5u);
    for (const rlim_t files : {24, 40, 60, 70, 90, 300})
      EXPECT_EQ(
          status_with(files, [&] { return values_of(directory / "archive", 2) == wanted ? 0 : 1; }),
          0)
          << files << " files, " << threads << " threads";
  }
}

TEST(FewOpenFiles, AreNoDamage) {
  const support::TemporaryDirectory directory;
  write_archive(*support::random_trace(5), directory / "archive");
  const auto trace = open_archive(directory / "archive");
  const auto cursor = trace->open(LocationId(0), select_all_events());
  EXPECT_EQ(status_with(3,
                        [&] {
                          try {
                            static_cast<void>(cursor->next());
                          } catch (const Error& error) {
                            return error.status() == ExitStatus::System ? 0 : 1;
                          }
                          return 2;
                        }),
            0);
}

}  // namespace
}  // namespace lull
