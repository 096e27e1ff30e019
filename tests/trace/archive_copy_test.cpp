// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Copies of real traces: otf2-print must show the same.
#include <gtest/gtest.h>

#include "lull/trace/otf2/archive_reader.hpp"
#include "lull/trace/otf2/archive_writer.hpp"
#include "support/otf2_print.hpp"
#include "support/shared.hpp"
#include "support/temporary_directory.hpp"

namespace lull {
namespace {

class ArchiveCopy : public ::testing::TestWithParam<const char*> {};

TEST_P(ArchiveCopy, ShowsTheSameEvents) {
  const std::filesystem::path original = support::shared_directory() / "traces" / GetParam();
  if (!std::filesystem::exists(original)) GTEST_SKIP() << original << " is not there";
  if (!support::have_otf2_print()) GTEST_SKIP() << "otf2-print is not installed";
  const support::TemporaryDirectory directory;
  write_archive(*open_archive(original), directory / "copy");
  const auto expected = support::print_events(find_anchor(original));
  const auto copied = support::print_events(directory / "copy/traces.otf2");
  ASSERT_EQ(copied.size(), expected.size());
  for (std::size_t i = 0; i < copied.size(); ++i) ASSERT_EQ(copied[i], expected[i]);
}

std::string name_of_test(const ::testing::TestParamInfo<const char*>& info) {
  std::string name = info.param;
  std::erase(name, '-');
  return name;
}

INSTANTIATE_TEST_SUITE_P(SharedTraces, ArchiveCopy,
                         ::testing::Values("hybrid4x3", "mixed-mpi-4", "nonblocking-4", "omp4",
                                           "public-pipit-papi", "public-tracer-stencil-32", "rma4",
                                           "rmalock4", "shmem4", "waits8", "waitsnbc4"),
                         name_of_test);

}  // namespace
}  // namespace lull
