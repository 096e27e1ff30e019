// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// An archive that several processes open together equals one opened by a single process: its
// definitions, and its events with the tables that were transferred.
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <map>

#include "lull/trace/otf2/archive_reader.hpp"
#include "lull/trace/otf2/archive_writer.hpp"
#include "support/shared.hpp"
#include "support/temporary_directory.hpp"

namespace lull {
namespace {

// Returns the trace that the last of the processes gets.
std::unique_ptr<TraceSource> opened_together(const std::filesystem::path& path, std::size_t parts) {
  const Bytes global = open_shared(path)->read_global();
  std::unique_ptr<SharedOpening> last;
  std::vector<Bytes> local;
  for (std::size_t part = 0; part < parts; ++part) {
    last = open_shared(path);
    last->take_global(global);
    local.push_back(last->read_local(part, parts));
  }
  return last->finish(local);
}

std::map<std::string, std::string> files_of(const TraceSource& trace) {
  const support::TemporaryDirectory directory;
  write_archive(trace, directory / "copy");
  std::map<std::string, std::string> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(directory.path())) {
    // The anchor file differs.
    if (!entry.is_regular_file() || entry.path().extension() == ".otf2") continue;
    std::ifstream stream(entry.path(), std::ios::binary);
    files[entry.path().filename()].assign(std::istreambuf_iterator<char>(stream), {});
  }
  return files;
}

class SharedOpeningOf : public testing::TestWithParam<const char*> {};

TEST_P(SharedOpeningOf, GivesTheSameAsOneProcess) {
  const std::filesystem::path path = support::shared_directory() / "traces" / GetParam();
  if (!std::filesystem::exists(path)) GTEST_SKIP() << path << " is not there";
  const auto alone = open_archive(path);
  const auto wanted = files_of(*alone);
  for (const std::size_t parts : {1, 2, 5, 100}) {
    const auto together = opened_together(path, parts);
    const Definitions& found = together->definitions();
    EXPECT_EQ(found.writer, alone->definitions().writer);
    EXPECT_EQ(found.defects, alone->definitions().defects);
    EXPECT_EQ(found.counts, alone->definitions().counts);
    EXPECT_EQ(found.archive_properties, alone->definitions().archive_properties);
    EXPECT_EQ(found.clock_offsets.size(), found.location_count());
    const auto files = files_of(*together);
    ASSERT_EQ(files.size(), wanted.size());
    for (const auto& [name, content] : wanted)
      EXPECT_TRUE(files.at(name) == content) << name << " by " << parts;
  }
}

INSTANTIATE_TEST_SUITE_P(SharedTraces, SharedOpeningOf,
                         testing::Values("hybrid4x3", "mixed-mpi-4", "nonblocking-4", "omp4",
                                         "public-pipit-papi", "rma4", "shmem4", "waits8"),
                         [](const auto& test) {
                           std::string name = test.param;
                           std::erase(name, '-');
                           return name;
                         });

}  // namespace
}  // namespace lull
