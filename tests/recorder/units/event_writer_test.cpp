// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/recorder/measurement/event_writer.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <utility>

#include "lull/recorder/measurement/event_files.hpp"
#include "lull/recorder/measurement/event_functions.hpp"
#include "recorder/units/event_records_of.hpp"
#include "support/temporary_directory.hpp"

namespace lull::recorder {
namespace {

// Numbers of all lengths, and special values.
constexpr std::array<std::uint64_t, 12> kNumbers{
    0,        1,         0xff,       0x100,      0xffff,         0x10000,
    0xffffff, 0x1000000, 0xfffffffe, 0xffffffff, 0x1234567890ab, ~std::uint64_t{0}};

// Makes the n-th call to a function that records events, with different numbers each time.
template <class Signature>
struct Call;
template <class... Values>
struct Call<OTF2_ErrorCode(OTF2_EvtWriter*, OTF2_AttributeList*, OTF2_TimeStamp, Values...)> {
  template <class Function, class Writer>
  static void with(Function function, Writer* writer, OTF2_AttributeList* attributes,
                   std::uint64_t time, std::size_t n) {
    with(function, writer, attributes, time, n, std::index_sequence_for<Values...>());
  }

 private:
  template <class Function, class Writer, std::size_t... kIndex>
  static void with(Function function, Writer* writer, OTF2_AttributeList* attributes,
                   std::uint64_t time, std::size_t n, std::index_sequence<kIndex...>) {
    function(writer, attributes, time,
             static_cast<Values>(kNumbers[(n + kIndex) % kNumbers.size()])...);
  }
};

OTF2_AttributeList* some(OTF2_AttributeList* list, std::size_t n) {
  if (n % 3 == 0) return nullptr;
  for (std::uint32_t i = 0; i < n % 3; ++i)
    OTF2_AttributeList_AddUint64(list, 300 * i, kNumbers[(n + i) % kNumbers.size()]);
  if (n % 2 == 0) OTF2_AttributeList_AddCommRef(list, 9, static_cast<std::uint32_t>(n));
  return list;
}

// Pairs of events have the same time.
constexpr std::uint64_t time_of(std::size_t n) { return 1000 + n / 2; }

template <class Writer, class Enter, class Leave, class Metric>
void write_calls(Writer* writer, std::size_t& n, OTF2_AttributeList* list, Enter enter, Leave leave,
                 Metric metric) {
  for (const std::uint64_t number : kNumbers) {
    const auto region = static_cast<std::uint32_t>(number);
    enter(writer, some(list, n), time_of(n), region), ++n;
    leave(writer, some(list, n), time_of(n), region), ++n;
  }
  std::array<OTF2_Type, 40> types;
  std::array<OTF2_MetricValue, 40> values;
  for (std::size_t i = 0; i < types.size(); ++i) {
    types[i] = i % 2 == 0 ? OTF2_TYPE_UINT64 : OTF2_TYPE_DOUBLE;
    values[i].unsigned_int = kNumbers[i % kNumbers.size()];
    if (i % 2 == 1) values[i].floating_point = 1.5 * static_cast<double>(i);
  }
  for (const std::uint8_t count : {1, 2, 40})
    metric(writer, some(list, n), time_of(n), 3u, count, types.data(), values.data()), ++n;
}

TEST(EventWriter, WritesAllEventsAsTheLibraryDoes) {
  const lull::support::TemporaryDirectory directory;
  OTF2_AttributeList* const list = OTF2_AttributeList_New();
  {
    LibraryArchive library(directory.path() / "theirs");
    library.write(0, [&](OTF2_EvtWriter* writer) {
      std::size_t n = 0;
#define FIELD(Kind, name)
#define SPECIAL_EVENT(Name, Otf2Name, TEXT, RECORD, FIELDS)
#define EVENT(Name, Otf2Name, TEXT, RECORD, FIELDS)                                        \
  for (std::size_t i = 0; i < kNumbers.size(); ++i, ++n)                                   \
    Call<decltype(::OTF2_EvtWriter_##Otf2Name)>::with(::OTF2_EvtWriter_##Otf2Name, writer, \
                                                      some(list, n), time_of(n), n);
#include "lull/base/event_list.def"
      write_calls(writer, n, list, ::OTF2_EvtWriter_Enter, ::OTF2_EvtWriter_Leave,
                  ::OTF2_EvtWriter_Metric);
    });
  }
  auto& files = *new EventFiles;  // lives as long as the process
  files.open(directory.path() / "ours" / "traces", kTestChunk,
             [](int, const char* why) noexcept { ADD_FAILURE() << why; });
  EventWriter* const writer = files.open_writer(0);
  ASSERT_NE(writer, nullptr);
  std::size_t n = 0;
#define FIELD(Kind, name)
#define SPECIAL_EVENT(Name, Otf2Name, TEXT, RECORD, FIELDS)
#define EVENT(Name, Otf2Name, TEXT, RECORD, FIELDS)                                      \
  for (std::size_t i = 0; i < kNumbers.size(); ++i, ++n)                                 \
    Call<decltype(::OTF2_EvtWriter_##Otf2Name)>::with(OTF2_EvtWriter_##Otf2Name, writer, \
                                                      some(list, n), time_of(n), n);
#include "lull/base/event_list.def"
  const auto call = [](std::uint8_t type) {
    return [type](EventWriter* to, OTF2_AttributeList* attributes, std::uint64_t time,
                  std::uint32_t region) { to->write_call(type, attributes, time, region, 0); };
  };
  write_calls(writer, n, list, call(kEnter), call(kLeave), OTF2_EvtWriter_Metric);
  EXPECT_EQ(writer->events(), n);
  files.close(*writer);
  ASSERT_TRUE(files.finish());
  EXPECT_EQ(records_of(bytes_of(directory.path() / "ours/traces/0.evt")),
            records_of(bytes_of(directory.path() / "theirs/traces/0.evt")));
  OTF2_AttributeList_Delete(list);
}

TEST(EventWriter, DiscardsAnEventThatWasNotCompleted) {
  const lull::support::TemporaryDirectory directory;
  auto& files = *new EventFiles;
  files.open(directory.path() / "traces", kTestChunk, [](int, const char*) noexcept {});
  EventWriter* const writer = files.open_writer(0);
  writer->write_call(kEnter, nullptr, 5, 1, 1);
  writer->write_call(kEnter, nullptr, 6, 2, 1);
  writer->recover();
  EXPECT_EQ(writer->events(), 2u);
  EXPECT_EQ(writer->depth(), 2u);
  writer->write_call(kLeave, nullptr, 6, 2, -1);
  files.close(*writer);
  ASSERT_TRUE(files.finish());
  const std::string records = records_of(bytes_of(directory.path() / "traces/0.evt"));
  const std::string wanted{"\5\5\0\0\0\0\0\0\0\14\1\1\5\6\0\0\0\0\0\0\0\14\1\2\15\1\2", 27};
  EXPECT_EQ(records, wanted);
}

TEST(EventWriter, ReplacesATimeBeforeTheLastOne) {
  const lull::support::TemporaryDirectory directory;
  auto& files = *new EventFiles;
  files.open(directory.path() / "traces", kTestChunk, [](int, const char*) noexcept {});
  EventWriter* const writer = files.open_writer(0);
  writer->write_call(kEnter, nullptr, 5, 1, 1);
  writer->write_call(kLeave, nullptr, 4, 1, -1);
  files.close(*writer);
  ASSERT_TRUE(files.finish());
  EXPECT_EQ(records_of(bytes_of(directory.path() / "traces/0.evt")),
            (std::string{"\5\5\0\0\0\0\0\0\0\14\1\1\15\1\1", 15}));
}

}  // namespace
}  // namespace lull::recorder
