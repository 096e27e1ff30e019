// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include <dlfcn.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <filesystem>

#include "lull/recorder/names/code_names.hpp"
#include "lull/recorder/names/resolve.hpp"

namespace lull::recorder {

// Not in an unnamed namespace: the name is what is tested.
[[gnu::noinline]] int a_function_to_be_found(int value) { return value + 1; }

namespace {

// Where the function above is in this program.
RecordedRegion place(std::string name, std::ptrdiff_t further = 0) {
  const auto* const address = reinterpret_cast<const char*>(&a_function_to_be_found);
  Dl_info found{};
  ::dladdr(address, &found);
  return {.name = std::move(name),
          .object = std::filesystem::canonical("/proc/self/exe"),
          .offset = static_cast<std::uint64_t>(address - static_cast<const char*>(found.dli_fbase) +
                                               further)};
}

RecordedRegion resolved(RecordedRegion region) {
  std::vector<ProcessPart> parts(1);
  parts[0].regions = {std::move(region)};
  resolve_names(parts);
  return parts[0].regions[0];
}

std::string file_name(const RecordedRegion& region) {
  return std::filesystem::path(region.file).filename();
}

TEST(ResolveNames, FindsFunctionFileAndLine) {
  const RecordedRegion found = resolved(place(""));
  EXPECT_EQ(found.name, "lull::recorder::a_function_to_be_found(int)");
  EXPECT_EQ(found.symbol, "_ZN4lull8recorder22a_function_to_be_foundEi");
  EXPECT_EQ(file_name(found), "names_test.cpp");
  EXPECT_EQ(found.line, 15u);
  EXPECT_EQ(found.end_line, 15u);
  EXPECT_EQ(found.object, "");
}

TEST(ResolveNames, AppendsThePlaceToAName) {
  const RecordedRegion found = resolved(place("!$omp parallel", 1));
  EXPECT_EQ(found.name, "!$omp parallel @names_test.cpp:15");
  EXPECT_EQ(file_name(found), "names_test.cpp");
  EXPECT_EQ(found.line, 15u);
}

TEST(ResolveNames, KeepsRoleAndParadigmOfEachRegion) {
  std::vector<ProcessPart> parts(1);
  parts[0].regions = {place(""), place("")};
  parts[0].regions[1].role = 7;
  resolve_names(parts);
  EXPECT_EQ(parts[0].regions[0].role, 0);
  EXPECT_EQ(parts[0].regions[1].role, 7);
  EXPECT_EQ(parts[0].regions[0].name, parts[0].regions[1].name);
}

TEST(ResolveNames, NamesTheAddressInAnObjectThatIsMissing) {
  RecordedRegion region;
  region.object = "/nowhere/app";
  region.offset = 0x1f40;
  EXPECT_EQ(resolved(region).name, "0x1f40@app");
  region.name = "parallel";
  EXPECT_EQ(resolved(region).name, "parallel @0x1f40@app");
}

TEST(ResolveNames, LeavesRegionsWithoutAnAddressAlone) {
  RecordedRegion region;
  region.name = "MPI_Send";
  EXPECT_EQ(resolved(region), region);
}

}  // namespace
}  // namespace lull::recorder
