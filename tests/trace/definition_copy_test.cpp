// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Definitions with all their details, and values that no version of OTF2 defines yet, through
// writer and reader: otf2-print must show the same for a copy. Numbers are OTF2's.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "lull/trace/otf2/archive_reader.hpp"
#include "lull/trace/otf2/archive_writer.hpp"
#include "lull/trace/source/memory_trace.hpp"
#include "support/otf2_print.hpp"
#include "support/temporary_directory.hpp"
#include "support/text/text_trace.hpp"

namespace lull {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;

constexpr std::uint8_t kUint8 = 1, kUint64 = 4, kInt8 = 5, kInt16 = 6, kFloat = 9, kDouble = 10,
                       kString = 11, kLocation = 13, kRegion = 14;

std::unique_ptr<MemoryTrace> detailed_trace() {
  auto trace = support::parse_text_trace(R"(
processes 2
window w
metric m
0: 0 enter main; 10 leave
1: 0 enter main; 10 leave
)")
                   .trace;
  Definitions& d = trace->definitions_table;
  d.strings = {"", "one", "two", "three"};
  d.regions[0].role = static_cast<RegionRole>(99);
  d.regions[0].paradigm = static_cast<Paradigm>(33);
  d.regions.push_back(d.regions[0]);
  d.regions.back().name = "jacobi";
  d.regions.back().role = RegionRole::Kernel;
  d.attributes = {"where", "what", "small", "half"};
  d.parameters = {"p"};
  d.callpaths = {{{}, RegionId(0)}};
  d.source_locations = {{"a.c", 12}};
  d.calling_contexts = {{RegionId(0), SourceLocationId(0), {}}};
  d.interrupt_generators = {{"timer", 4}};
  d.io_paradigms = {"POSIX"};
  d.io_files = {"/tmp/f", "/tmp"};
  d.io_handles = {"h", "h2"};
  d.metrics.push_back(d.metrics[0]);
  d.metrics.back().instance = true;
  d.metrics.back().recorder = LocationId(0);
  DefinitionDetails& details = d.details;
  details.realtime = 1'700'000'000'000'000'000;
  details.attributes = {{"three", kLocation}, {"", kRegion}, {"", kInt8}, {"", kFloat}};
  details.creators = {{}, ProcessId(0)};
  details.group_flags.assign(d.groups.size(), 1);
  details.communicator_flags.assign(d.communicators.size(), 1);
  details.window_flags = {1};
  details.metric_member_types = {1};
  details.metrics = {{3, {}, 0, 0}, {2, MetricId(0), 2, 0}};
  details.parameter_types = {0};
  details.interrupt_generators = {{1, 0, 3}};
  details.io_paradigms = {{"two", 1, 1, {{0, kString, 2}}}};
  details.io_files = {{false, SystemNodeId(0)}, {true, SystemNodeId(0)}};
  details.io_handles = {{IoFileId(0), IoParadigmId(0), 1, CommunicatorId(0), {}},
                        {IoFileId(1), IoParadigmId(0), 2, {}, IoHandleId(0)}};
  using Kind = DefinitionRecord::Kind;
  details.records = {{Kind::Paradigm, 0, {33, 1, 3}},
                     {Kind::ParadigmProperty, kUint8, {33, 2, 1}},
                     {Kind::NodeDomain, 0, {0, 4, 0}},
                     {Kind::NodeProperty, kInt16, {0, 3, 7}},
                     {Kind::ProcessProperty, kUint64, {0, 3, 9}},
                     {Kind::LocationProperty, kLocation, {0, 3, 0}},
                     {Kind::CallpathParameter, kString, {0, 0, 2}},
                     {Kind::MetricRecorder, 0, {0, 0, 0}},
                     {Kind::ContextProperty, kUint8, {0, 1, 5}},
                     {Kind::IoFileProperty, kDouble, {1, 3, 0}},
                     {Kind::IoHandleState, 0, {0, 2, 4}}};
  const auto value = [](std::uint8_t type, ValueKind kind, std::uint64_t bits) {
    Value result;
    result.kind = kind;
    result.type = type;
    result.as_unsigned = bits;
    return result;
  };
  Value half = value(kFloat, ValueKind::Floating, 0);
  half.as_floating = 0.5;
  trace->events[0][0].attributes = trace->store(
      AttributeList{{AttributeId(0), value(kLocation, ValueKind::Reference, 0)},
                    {AttributeId(1), value(kRegion, ValueKind::Reference, 1)},
                    {AttributeId(2), value(kInt8, ValueKind::Signed, ~std::uint64_t{2})},
                    {AttributeId(3), half}});
  return trace;
}

// The writer may order the strings differently.
std::vector<std::string> sorted(std::vector<std::string> lines) {
  std::ranges::sort(lines);
  return lines;
}

TEST(DefinitionCopy, ShowsAllDetailsAndAttributes) {
  if (!support::have_otf2_print()) GTEST_SKIP() << "otf2-print is not installed";
  const support::TemporaryDirectory directory;
  write_archive(*detailed_trace(), directory / "original");
  write_archive(*open_archive(directory / "original"), directory / "copy");
  const auto definitions = sorted(support::print_definitions(directory / "original/traces.otf2"));
  for (const char* kind :
       {"PARADIGM_PROPERTY", "SYSTEM_TREE_NODE_DOMAIN", "SYSTEM_TREE_NODE_PROPERTY",
        "LOCATION_GROUP_PROPERTY", "LOCATION_PROPERTY", "CALLPATH_PARAMETER", "CLASS_RECORDER",
        "CALLING_CONTEXT_PROPERTY", "IO_FILE_PROPERTY", "IO_PRE_CREATED_HANDLE_STATE",
        "IO_DIRECTORY", "Role: INVALID <40>", "Role: INVALID <99>", "Creator: \"", "PAPI", "COUNT",
        "INT16", "Date: 2023-11-14"})
    EXPECT_THAT(definitions, Contains(HasSubstr(kind)));
  EXPECT_EQ(sorted(support::print_definitions(directory / "copy/traces.otf2")), definitions);
  const auto events = support::print_events(directory / "original/traces.otf2");
  for (const char* value : {"INT8; -3", "FLOAT; 0.5", "REGION; \"jacobi\"", "LOCATION; "})
    EXPECT_THAT(events, Contains(HasSubstr(value)));
  EXPECT_EQ(support::print_events(directory / "copy/traces.otf2"), events);
}

}  // namespace
}  // namespace lull
