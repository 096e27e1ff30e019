// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Writes an OTF2 archive of a random program, for tests not written in C++. It contains messages
// and collectives; the names after SEED and DIRECTORY switch other contents on or off.
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <map>
#include <string_view>

#include "lull/trace/otf2/archive_writer.hpp"
#include "support/random/random_trace.hpp"

int main(int argc, char** argv) {
  using Options = lull::support::RandomTraceOptions;
  static const std::map<std::string_view, bool Options::*> kNames{
      {"one-sided", &Options::one_sided},
      {"grids", &Options::grids},
      {"no-requests", &Options::non_blocking_messages},
      {"varying-teams", &Options::varying_teams},
      {"nested-teams", &Options::nested_teams},
      {"leagues", &Options::leagues},
      {"tasks", &Options::tasks},
      {"pthreads", &Options::pthreads},
      {"shared-channels", &Options::shared_channels},
      {"shmem", &Options::shmem},
      {"lost-messages", &Options::lost_messages},
      {"lost-members", &Options::lost_members},
      {"lost-records", &Options::lost_records},
      {"open-ends", &Options::open_ends},
      {"late-starts", &Options::late_starts},
      {"stray-leaves", &Options::stray_leaves},
      {"skipped-leaves", &Options::skipped_leaves},
      {"stepping-clocks", &Options::stepping_clocks},
      {"interruptions", &Options::interruptions},
      {"empty-definitions", &Options::empty_definitions},
      {"odd-requests", &Options::odd_requests}};
  if (argc < 3) {
    std::fprintf(stderr, "usage: random_archive SEED DIRECTORY [threads | one-sided | …]…\n");
    return 2;
  }
  Options options;
  options.steps = 120;
  for (int i = 3; i < argc; ++i) {
    const std::string_view name = argv[i];
    if (name == "threads")
      options.threads = 4;
    else if (const auto known = kNames.find(name); known != kNames.end())
      options.*known->second ^= true;
    else {
      std::fprintf(stderr, "random_archive: unknown option %s\n", argv[i]);
      return 2;
    }
  }
  try {
    lull::write_archive(*lull::support::random_trace(std::strtoull(argv[1], nullptr, 10), options),
                        argv[2]);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "random_archive: %s\n", error.what());
    return 1;
  }
  return 0;
}
