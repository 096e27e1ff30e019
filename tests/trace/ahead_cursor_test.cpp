// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Events read ahead by another thread are the same, in the same batches.
#include "lull/trace/source/ahead_cursor.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>
#include <thread>

#include "event_text.hpp"
#include "every_event.hpp"
#include "lull/trace/otf2/archive_reader.hpp"
#include "lull/trace/otf2/archive_writer.hpp"
#include "support/random/random_trace.hpp"
#include "support/temporary_directory.hpp"

namespace lull {
namespace {

struct Batch {
  std::optional<std::uint64_t> position;
  std::vector<std::string> events;
  friend bool operator==(const Batch&, const Batch&) = default;
};

std::vector<Batch> batches_of(EventCursor& cursor) {
  std::vector<Batch> batches;
  for (auto events = cursor.next(); !events.empty(); events = cursor.next()) {
    Batch& batch = batches.emplace_back();
    batch.position = cursor.position();
    for (const Event& event : events) batch.events.push_back(support::text_of(event));
  }
  return batches;
}

void expect_the_same(const TraceSource& trace, std::size_t ahead) {
  for (std::size_t i = 0; i < trace.definitions().location_count(); ++i) {
    const auto open = [&] {
      return trace.open(LocationId(i), select_all_events(), Attributes::Read);
    };
    const auto wanted = batches_of(*open());
    AheadCursor alone(open(), ahead);
    EXPECT_EQ(batches_of(alone), wanted);
    AheadCursor cursor(open(), ahead);
    std::atomic<bool> over = false;
    std::thread other([&] {
      while (!over) cursor.read_ahead();
    });
    const auto found = batches_of(cursor);
    over = true;
    other.join();
    EXPECT_EQ(found, wanted) << "location " << i << ", " << ahead << " batches ahead";
    EXPECT_EQ(cursor.damage(), open()->damage());
    EXPECT_TRUE(cursor.next().empty());
    cursor.seek(0);
    EXPECT_EQ(batches_of(cursor), wanted);
  }
}

TEST(AheadCursor, DeliversWhatIsInMemory) {
  support::RandomTraceOptions options;
  options.threads = 3;
  for (std::uint64_t seed = 0; seed < 5; ++seed)
    expect_the_same(*support::random_trace(seed, options), 1 + seed);
}

TEST(AheadCursor, DeliversWhatIsInAnArchive) {
  support::RandomTraceOptions options;
  options.threads = 3;
  options.steps = 400;
  const support::TemporaryDirectory directory;
  write_archive(*support::random_trace(1, options), directory / "archive");
  for (const std::size_t ahead : {1u, 3u, 1000u})
    expect_the_same(*open_archive(directory / "archive"), ahead);
}

TEST(AheadCursor, DeliversEventsOfEveryKindWithTheirAttributes) {
  const support::TemporaryDirectory directory;
  write_archive(*support::trace_of_every_event(), directory / "archive");
  expect_the_same(*open_archive(directory / "archive"), 2);
  expect_the_same(*support::trace_of_every_event(), 2);
}

class FailingCursor final : public EventCursor {
 public:
  std::span<const Event> next() override { throw std::runtime_error("no more memory"); }
  void release(std::size_t) override {}
  void seek(std::uint64_t) override {}
  [[nodiscard]] std::optional<std::uint64_t> position() const override { return std::nullopt; }
  [[nodiscard]] const std::string& damage() const override { return damage_; }

 private:
  std::string damage_;
};

TEST(AheadCursor, AnExceptionInOneThreadDoesNotBlockTheOther) {
  AheadCursor cursor(std::make_unique<FailingCursor>(), 3);
  EXPECT_THROW(cursor.read_ahead(), std::runtime_error);
  EXPECT_THROW(cursor.next(), std::runtime_error);
  EXPECT_THROW(cursor.read_ahead(), std::runtime_error);
}

}  // namespace
}  // namespace lull
