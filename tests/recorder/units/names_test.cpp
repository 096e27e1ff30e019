// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include <dlfcn.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <filesystem>

#include "lull/recorder/names/code_names.hpp"
#include "lull/recorder/names/resolve.hpp"
#include "lull/recorder/names/short_names.hpp"

namespace lull::recorder {

// Not in an unnamed namespace: its name is tested.
[[gnu::noinline]] int a_function_to_be_found(int value) { return value + 1; }

namespace {

// Returns the place of the function above in this program.
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
  EXPECT_EQ(found.line, 16u);
  EXPECT_EQ(found.end_line, 16u);
  EXPECT_EQ(found.object, "");
}

TEST(ResolveNames, AppendsThePlaceToAName) {
  const RecordedRegion found = resolved(place("!$omp parallel", 1));
  EXPECT_EQ(found.name, "!$omp parallel @names_test.cpp:16");
  EXPECT_EQ(file_name(found), "names_test.cpp");
  EXPECT_EQ(found.line, 16u);
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

TEST(ResolveNames, ShortensCxxNamesByDefault) {
  RecordedRegion region;
  region.name = "f(std::vector<int, std::allocator<int> >)";
  region.symbol = "_Z1fSt6vectorIiSaIiEE";
  EXPECT_EQ(resolved(region).name, "f(std::vector<int>)");
  EXPECT_EQ(resolved(region).symbol, region.symbol);
  std::vector<ProcessPart> parts(1);
  parts[0].regions = {region};
  resolve_names(parts, NameLength::Full);
  EXPECT_EQ(parts[0].regions[0].name, region.name);
  region.symbol.clear();  // as in an annotation
  EXPECT_EQ(resolved(region).name, region.name);
}

TEST(ShortName, UsesTheLibrarysOwnShortNames) {
  EXPECT_EQ(short_name("f(std::__cxx11::basic_string<char, std::char_traits<char>, "
                       "std::allocator<char> > const&)"),
            "f(std::string const&)");
  EXPECT_EQ(short_name("std::basic_ostream<wchar_t, std::char_traits<wchar_t> >::put(wchar_t)"),
            "std::wostream::put(wchar_t)");
  EXPECT_EQ(short_name("std::filesystem::__cxx11::path::filename() const"),
            "std::filesystem::path::filename() const");
  const char* const other = "f(std::basic_string<char, Traits>)";
  EXPECT_EQ(short_name(other), other);
}

TEST(ShortName, OmitsDefaultArgumentsOfLibraryClassesOnly) {
  EXPECT_EQ(short_name("f(std::map<int, A, std::less<int>, std::allocator<std::pair<int const, A> "
                       "> >, std::unique_ptr<A, std::default_delete<A> >)"),
            "f(std::map<int, A>, std::unique_ptr<A>)");
  EXPECT_EQ(short_name("f(std::unordered_set<A, std::hash<A>, std::equal_to<A>, "
                       "std::allocator<A> >)"),
            "f(std::unordered_set<A>)");
  for (const char* const other :
       {"f(std::vector<int, mine::allocator<int>>)", "f(std::set<int, std::greater<int>>)",
        "f(mine::vector<int, std::allocator<int>>)", "f(std::vector<int, std::allocator<A>>)"})
    EXPECT_EQ(short_name(other), other);
}

TEST(ShortName, WritesLongArgumentsOnce) {
  EXPECT_EQ(short_name("ns::Matrix<double, ns::Layout<3, 4>>::add(ns::Matrix<double, "
                       "ns::Layout<3, 4>> const&)"),
            "ns::Matrix<double, ns::Layout<3, 4>>::add(ns::Matrix<...> const&)");
  // Nothing is shortened if the repetition would be ambiguous, or if nothing is gained.
  for (const char* const other :
       {"f(M<double, some::Layout_3, 1>, M<float, some::Layout_3, 1>, M<double, "
        "some::Layout_3, 1>)",
        "f(M<int>, M<int>)"})
    EXPECT_EQ(short_name(other), other);
}

TEST(ShortName, HandlesOperators) {
  for (const char* const name :
       {"operator<(A, A)", "bool operator< <A<int>>(A<int>)", "A::operator->() const",
        "A::operator<=>(A const&) const", "A::operator>>(int)", "A::operator()(B<int>) const",
        "A<int>::operator std::vector<int>()", "myoperator<int>(int)", "f(A<(E)1>, void (*)(int))",
        "f()::{lambda(int)#1}::operator()(int) const", "decltype (a->b(c)) f<int>(int)"})
    EXPECT_EQ(short_name(name), name);
}

TEST(ShortName, LeavesInvalidNamesUnchanged) {
  const std::string deep(100'000, '<');
  for (const std::string& name : {std::string("a<b"), std::string("a>b"), std::string("f(<"),
                                  std::string("std::vector<"), std::string("a<b)>"), std::string(),
                                  "f" + deep, std::string("operator<"), std::string(100'000, '(')})
    EXPECT_EQ(short_name(name), name);
}

TEST(ResolveNames, LeavesRegionsWithoutAnAddressUnchanged) {
  RecordedRegion region;
  region.name = "MPI_Send";
  EXPECT_EQ(resolved(region), region);
}

}  // namespace
}  // namespace lull::recorder
