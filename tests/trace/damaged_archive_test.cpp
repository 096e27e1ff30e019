// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Truncated, overwritten or malicious archives never cause a crash or a hang, and valid parts are
// read. This file is longer than others, since all damage is done to the same archive.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <random>
#include <sstream>

#include "lull/base/error.hpp"
#include "lull/base/text/counted.hpp"
#include "lull/trace/otf2/archive_reader.hpp"
#include "lull/trace/otf2/archive_writer.hpp"
#include "lull/trace/summary/summary.hpp"
#include "support/otf2_print.hpp"
#include "support/temporary_directory.hpp"
#include "support/text/text_trace.hpp"

// The OTF2 library leaks memory when it rejects an archive or a file.
extern "C" const char* __lsan_default_suppressions();   // NOLINT(bugprone-reserved-identifier)
extern "C" const char* __lsan_default_suppressions() {  // NOLINT(bugprone-reserved-identifier)
  return "leak:libopen-trace-format2\nleak:libotf2\n";
}

namespace lull {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Lt;

constexpr std::uint64_t kPairs = 150'000;  // three chunks of events

std::string bytes_of(const fs::path& path) {
  std::ostringstream bytes;
  bytes << std::ifstream(path, std::ios::binary).rdbuf();
  return bytes.str();
}
void write_bytes(const fs::path& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

// The result of reading a location: its number of events, and whether times ascend as written.
struct Reading {
  std::uint64_t events = 0;
  bool as_written = true;
  std::string damage;
};

Reading read(const TraceSource& source, std::size_t location) {
  Reading reading;
  const auto cursor = source.open(LocationId(location), select_all_events());
  for (auto events = cursor->next(); !events.empty(); events = cursor->next())
    for (const Event& event : events)
      reading.as_written &= event.time == Timestamp{reading.events++};
  reading.damage = cursor->damage();
  return reading;
}

std::string error_of(const fs::path& archive) {
  try {
    static_cast<void>(open_archive(archive));
  } catch (const Error& error) {
    EXPECT_EQ(error.status(), ExitStatus::Input);
    return error.what();
  }
  return "no error";
}

// Two locations of several chunks; event i of a location happens at time i.
class DamagedArchive : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    original_ = new support::TemporaryDirectory;
    const auto text = support::parse_text_trace("processes 2\n0: 0 enter main\noffset 0 5 7");
    ArchiveWriter archive(*original_ / "archive", text.trace->definitions());
    for (std::size_t location = 0; location < 2; ++location) {
      LocationWriter& writer = archive.location(LocationId(location));
      for (std::uint64_t i = 0; i < kPairs; ++i) {
        writer.write({Timestamp{2 * i}, Enter{RegionId(0)}});
        writer.write({Timestamp{2 * i + 1}, Leave{RegionId(0)}});
      }
    }
    archive.finish();
  }
  static void TearDownTestSuite() { delete original_; }

  void SetUp() override { fs::copy(*original_ / "archive", archive_, fs::copy_options::recursive); }

  support::TemporaryDirectory directory_;
  fs::path archive_ = directory_ / "archive";
  fs::path events_ = archive_ / "traces/1.evt";
  static inline support::TemporaryDirectory* original_ = nullptr;
};

TEST_F(DamagedArchive, IsReadUpToTheEndOfATruncatedLocation) {
  const std::uint64_t size = fs::file_size(events_);
  constexpr std::uint64_t kChunk = 1 << 20;
  std::uint64_t before = 2 * kPairs;
  for (const std::uint64_t length :
       {size - 1, size - 2, size - 3, 2 * kChunk + 30, 2 * kChunk + 1, 2 * kChunk, 2 * kChunk - 1,
        kChunk + 500'000, kChunk + 18, kChunk + 17, kChunk, std::uint64_t{5000}, std::uint64_t{40},
        std::uint64_t{18}, std::uint64_t{1}}) {
    SCOPED_TRACE(length);
    fs::resize_file(events_, length);
    const auto archive = open_archive(archive_);
    const Reading reading = read(*archive, 1);
    EXPECT_TRUE(reading.as_written);
    EXPECT_LE(reading.events, before);
    EXPECT_GE(reading.events + 1, length / 13);  // no record here is longer
    if (length < size - 1) {
      EXPECT_THAT(reading.damage,
                  AllOf(HasSubstr("Location 1 (\"Master thread\") ends early"),
                        HasSubstr(fmt::format("after {} of", grouped(reading.events)))));
    }
    EXPECT_EQ(read(*archive, 0).events, 2 * kPairs);
    before = reading.events;
  }
}

TEST_F(DamagedArchive, IsReadUpToTheSamePlaceAfterRelease) {
  fs::resize_file(events_, (2 << 20) + 1000);
  const auto archive = open_archive(archive_);
  const auto cursor = archive->open(LocationId(1), select_all_events());
  std::uint64_t expected = 0;
  for (auto events = cursor->next(); !events.empty(); events = cursor->next()) {
    for (const Event& event : events) ASSERT_EQ(event.time, Timestamp{expected++});
    if (expected % 100 < 5) cursor->release(0);
  }
  EXPECT_EQ(expected, read(*archive, 1).events);
  EXPECT_THAT(cursor->damage(), HasSubstr("ends early"));
}

TEST_F(DamagedArchive, EndsAtEmptyChunks) {
  std::string chunk = bytes_of(events_).substr(0, 18);
  chunk.resize(1 << 20);
  write_bytes(events_, chunk + chunk);
  const Reading reading = read(*open_archive(archive_), 1);
  EXPECT_EQ(reading.events, 0u);
  EXPECT_THAT(reading.damage, HasSubstr("declares"));
}

TEST_F(DamagedArchive, IsReadWithoutAMissingOrEmptyLocation) {
  fs::remove(events_);
  EXPECT_THAT(read(*open_archive(archive_), 1).damage, HasSubstr("missing"));
  write_bytes(events_, "");
  const auto archive = open_archive(archive_);
  EXPECT_THAT(read(*archive, 1).damage, HasSubstr("empty"));
  EXPECT_THAT(read(*archive, 0).damage, IsEmpty());
}

TEST_F(DamagedArchive, LeavesOutALocationWhoseLocalDefinitionsAreMissing) {
  fs::remove(archive_ / "traces/1.def");
  const auto archive = open_archive(archive_);
  EXPECT_THAT(archive->definitions().defects,
              Contains(AllOf(HasSubstr("Location 1 (\"Master thread\") is left out"),
                             HasSubstr("traces/1.def) are missing"))));
  EXPECT_EQ(read(*archive, 1).events, 0u);
  EXPECT_EQ(read(*archive, 0).events, 2 * kPairs);
}

// The format makes them optional.
TEST_F(DamagedArchive, IsReadWhereNoLocationHasLocalDefinitions) {
  fs::remove(archive_ / "traces/0.def");
  fs::remove(archive_ / "traces/1.def");
  const auto archive = open_archive(archive_);
  EXPECT_THAT(archive->definitions().defects, IsEmpty());
  EXPECT_EQ(read(*archive, 1).events, 2 * kPairs);
}

TEST_F(DamagedArchive, ReportsDanglingLinks) {
  fs::remove(archive_ / "traces/1.def");
  fs::create_symlink("1.def", archive_ / "traces/1.def");
  EXPECT_THAT(open_archive(archive_)->definitions().defects,
              Contains(HasSubstr("Location 1 (\"Master thread\") is left out")));
  fs::remove(archive_ / "traces.otf2");
  fs::create_symlink("traces.otf2", archive_ / "traces.otf2");
  EXPECT_THAT(error_of(archive_), HasSubstr("contains no OTF2 archive"));
  EXPECT_THAT(error_of(archive_ / "traces.otf2"), HasSubstr("symbolic links"));
}

// The library would read all of it into memory.
TEST_F(DamagedArchive, IsRefusedWhenTheAnchorIsFarTooLarge) {
  fs::resize_file(archive_ / "traces.otf2", std::uintmax_t{5} << 30);
  EXPECT_THAT(error_of(archive_), HasSubstr("the anchor file has 5,368,709,120 bytes"));
}

TEST_F(DamagedArchive, NoticesAWrongChunkSize) {
  const fs::path anchor = archive_ / "traces.otf2";
  std::string bytes = bytes_of(anchor);
  bytes[0x0e] = 0x08;  // half a megabyte instead of one
  write_bytes(anchor, bytes);
  const Reading reading = read(*open_archive(archive_), 1);
  EXPECT_THAT(reading.events, Lt(kPairs));
  EXPECT_THAT(reading.damage, HasSubstr("at byte 524287 is damaged"));
}

TEST_F(DamagedArchive, RejectsRecordsThatDeclareTooManyElements) {
  const std::string head = bytes_of(events_).substr(0, 18) + std::string("\5\0\0\0\0\0\0\0\0", 9);
  const std::string program_begin("\x53\6\0\3\xff\xff\xff\0", 8);
  const std::string metric("\x1f\6\0\xff\3\0\3\0", 8);
  const std::string attributes("\6\6\3\xff\xff\xff\1\1", 8);
  for (const std::string& record : {program_begin, metric, attributes}) {
    write_bytes(events_, head + record + std::string("\2\1"));
    const Reading reading = read(*open_archive(archive_), 1);
    EXPECT_EQ(reading.events, 0u);
    EXPECT_THAT(reading.damage, HasSubstr("declares more elements than it contains"));
  }
}

TEST_F(DamagedArchive, LeavesOutALocationWhoseMappingTableIsImpossible) {
  const fs::path local = archive_ / "traces/1.def";
  const std::string table("\5\x0d\0\x08\4\0\0\0\0\0\0\x20\0\1\7", 15);  // 2^61 + 4 entries
  write_bytes(local, bytes_of(local).substr(0, 18) + table + std::string("\2\1"));
  const auto archive = open_archive(archive_);
  EXPECT_THAT(archive->definitions().defects, Contains(HasSubstr("Location 1")));
  EXPECT_EQ(read(*archive, 1).events, 0u);
  EXPECT_EQ(read(*archive, 0).events, 2 * kPairs);
}

// Returns where the records of a definition file begin.
std::vector<std::size_t> records_of(const std::string& bytes) {
  constexpr std::size_t kHeader = 18;
  std::vector<std::size_t> begins;
  for (std::size_t offset = kHeader; offset + 1 < bytes.size() && bytes[offset] != 2;
       offset += 2 + static_cast<unsigned char>(bytes[offset + 1]))
    begins.push_back(offset);
  return begins;
}

TEST_F(DamagedArchive, IsRefusedWhenItsDefinitionsEndBeforeAnyLocation) {
  const fs::path definitions = archive_ / "traces.def";
  std::string bytes = bytes_of(definitions);
  bytes[records_of(bytes).front()] = 2;  // the mark of the end
  write_bytes(definitions, bytes);
  EXPECT_THAT(error_of(archive_),
              HasSubstr("does not define any of the 2 locations that the anchor "
                        "file declares"));
}

TEST_F(DamagedArchive, ReportsLostDefinitions) {
  const fs::path definitions = archive_ / "traces.def";
  std::string bytes = bytes_of(definitions);
  const auto records = records_of(bytes);
  bytes[records.back()] = 2;
  write_bytes(definitions, bytes);
  EXPECT_THAT(open_archive(archive_)->definitions().defects,
              Contains(HasSubstr(fmt::format("declares {} definitions, but the definition file "
                                             "contains {}",
                                             records.size(), records.size() - 1))));
}

TEST_F(DamagedArchive, ReportsLocalDefinitionsOfUnknownKinds) {
  const fs::path local = archive_ / "traces/0.def";
  std::string bytes = bytes_of(local);
  bytes[records_of(bytes).front()] = 0x46;
  write_bytes(local, bytes);
  EXPECT_THAT(open_archive(archive_)->definitions().defects,
              Contains(AllOf(HasSubstr("Location 0"), HasSubstr("of an unknown kind"))));
}

TEST_F(DamagedArchive, IsRefusedWhenDefinitionsAreTruncated) {
  const fs::path definitions = archive_ / "traces.def";
  const std::string whole = bytes_of(definitions);
  for (const std::size_t length :
       {whole.size() - 3, whole.size() / 2, std::size_t{5}, std::size_t{0}}) {
    write_bytes(definitions, whole.substr(0, length));
    EXPECT_THAT(error_of(archive_), HasSubstr("traces.def: the definition file"));
  }
  fs::remove(definitions);
  EXPECT_THAT(error_of(archive_), HasSubstr("is missing"));
}

TEST_F(DamagedArchive, IsRefusedWhenTheAnchorIsTruncated) {
  const fs::path anchor = archive_ / "traces.otf2";
  const std::string whole = bytes_of(anchor);
  for (std::size_t length = 0; length + 2 < whole.size(); ++length) {
    write_bytes(anchor, whole.substr(0, length));
    EXPECT_THAT(error_of(archive_), HasSubstr("traces.otf2")) << length;
  }
}

TEST_F(DamagedArchive, IsRefusedWhenTheAnchorDeclaresMorePropertiesThanItContains) {
  const fs::path anchor = archive_ / "traces.otf2";
  const std::string whole = bytes_of(anchor);
  std::size_t count = 46;  // after three strings
  for (int text = 0; text < 3; ++text) count = whole.find('\0', count) + 1;
  for (const std::string& number :
       {std::string("\1\0\0\x80", 4), std::string("\xff\xff\xff\x7f", 4),
        std::string("\0\0\0\1", 4)}) {
    std::string bytes = whole;
    write_bytes(anchor, bytes.replace(count, 4, number));
    EXPECT_THAT(error_of(archive_), ContainsRegex("propert(y|ies), but is too short"));
  }
}

// Damages one random file of an archive, depending on the seed.
void damage(const fs::path& archive, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(archive))
    if (entry.is_regular_file()) files.push_back(entry.path());
  std::ranges::sort(files);
  const fs::path& file = files[random() % files.size()];
  fs::permissions(file, fs::perms::owner_write, fs::perm_options::add);
  std::string bytes = bytes_of(file);
  if (bytes.empty()) return;
  const std::size_t place = random() % bytes.size();
  switch (random() % 4) {
    case 0:
      bytes.resize(place);
      break;
    case 1:
      bytes.replace(place, 4, 4, '\xff');
      break;
    default:
      for (std::uint64_t n = random() % 8; n-- > 0;)
        bytes[random() % bytes.size()] = static_cast<char>(random());
      bytes[place] = static_cast<char>(random());
  }
  write_bytes(file, bytes);
}

TEST(DamagedArchives, NeverDeliverMoreEventsThanBytes) {
  const auto text = support::parse_text_trace(R"(
    processes 2
    threads 1 2
    metric cycles
    0: 0 program_begin; 1 enter main; 2 metric cycles 5; 3 parameter n "red"
       10..20 MPI_Send send 1; 30..40 MPI_Allreduce collective; 50 leave; 60 program_end
    1: 1 enter main; 2..12 MPI_Recv recv 0; 20..40 MPI_Allreduce collective
       41 fork 2; 42 team_begin; 43 acquire 1; 44 release 1; 45 team_end; 46 join; 47 leave
    1.1: 42 team_begin; 45 team_end
    offset 1 5 3
  )");
  const support::TemporaryDirectory directory;
  const fs::path original = directory / "original";
  write_archive(*text.trace, original);
  int refused = 0;
  int broken = 0;
  for (std::uint64_t seed = 1; seed <= 600; ++seed) {
    SCOPED_TRACE(seed);
    const fs::path copy = directory / "copy";
    fs::remove_all(copy);
    fs::copy(original, copy, fs::copy_options::recursive);
    damage(copy, seed);
    try {
      const auto archive = open_archive(copy);
      for (std::size_t i = 0; i < archive->definitions().locations.size(); ++i) {
        const Reading reading = read(*archive, i);
        ASSERT_LT(reading.events, 1000u);
        broken += reading.damage.empty() ? 0 : 1;
      }
    } catch (const Error& error) {
      ASSERT_THAT(error.what(), HasSubstr("traces."));
      ++refused;
    }
  }
  EXPECT_GT(refused, 50);
  EXPECT_GT(broken, 50);
}

// Returns what users see about an archive: why it is refused, or its data defects.
std::vector<std::string> problems_of(const fs::path& path) {
  try {
    const auto archive = open_archive(path);
    return find_defects(archive->definitions(), summarize(*archive));
  } catch (const Error& error) {
    return {error.what()};
  }
}

TEST(DamagedDefinitions, ThatOtf2PrintRejectsAreNeverIgnored) {
  if (!support::have_otf2_print()) GTEST_SKIP() << "otf2-print is not installed";
  const auto text = support::parse_text_trace(R"(
    processes 2
    metric cycles
    offset 0 0 0
    offset 1 5 3
    0: 0 program_begin; 1 enter main; 2 metric cycles 5; 3 parameter n "red"
       10..20 MPI_Send send 1; 30..40 MPI_Allreduce collective; 50 leave; 60 program_end
    1: 1 enter main; 2..12 MPI_Recv recv 0; 20..40 MPI_Allreduce collective; 47 leave
  )");
  const support::TemporaryDirectory directory;
  const fs::path original = directory / "original";
  write_archive(*text.trace, original);
  ASSERT_THAT(problems_of(original), IsEmpty());
  int refused = 0;
  for (std::uint64_t seed = 1; seed <= 150; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937_64 random(seed);
    const fs::path copy = directory / "copy";
    fs::remove_all(copy);
    fs::copy(original, copy, fs::copy_options::recursive);
    const fs::path file = copy / (random() % 3 > 0   ? "traces.def"
                                  : random() % 2 > 0 ? "traces/0.def"
                                                     : "traces/1.def");
    std::string bytes = bytes_of(file);
    for (std::uint64_t n = 1 + random() % 2; n > 0; --n)
      bytes[random() % bytes.size()] =
          static_cast<char>(random() % 2 > 0 ? random() : random() % 8);
    write_bytes(file, bytes);
    const auto problems = problems_of(copy);
    if (support::otf2_print_accepts(copy / "traces.otf2")) continue;
    ++refused;
    EXPECT_FALSE(problems.empty());
  }
  EXPECT_GT(refused, 20);
}

TEST(NamesInArchives, AreReadAsUtf8) {
  const auto text = support::parse_text_trace("0: 0 enter main; 1 leave");
  text.trace->definitions_table.regions[0].name = "caf\xe9 \xff\xfe";
  const support::TemporaryDirectory directory;
  write_archive(*text.trace, directory / "archive");
  const auto archive = open_archive(directory / "archive");
  const std::string replaced = "\xEF\xBF\xBD";
  EXPECT_EQ(archive->definitions().regions[0].name, "caf" + replaced + " " + replaced + replaced);
  EXPECT_THAT(archive->definitions().defects,
              Contains("1 string of the archive is not valid UTF-8; U+FFFD replaces each invalid "
                       "byte."));
}

}  // namespace
}  // namespace lull
