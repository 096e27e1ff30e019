// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/trace/event/event_packer.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "trace/every_event.hpp"

namespace lull {
namespace {

// The type and the bytes of an event; for a metric sample, its values.
std::string bytes_of(const Event& event) {
  std::string bytes = std::to_string(event.time.ticks) + ":" + std::to_string(event.body.index());
  const auto append = [&bytes](const void* data, std::size_t size) {
    bytes.append(static_cast<const char*>(data), size);
  };
  std::visit(
      [&]<class Body>(const Body& body) {
        if constexpr (std::is_same_v<Body, MetricSample>) {
          append(&body.metric, sizeof body.metric);
          append(body.values.data(), body.values.size_bytes());
        } else if constexpr (std::is_same_v<Body, MpiSend>) {
          bytes += std::to_string(body.receiver) + "," + std::to_string(body.communicator.value) +
                   "," + std::to_string(body.tag) + "," + std::to_string(body.length);
        } else if constexpr (std::is_same_v<Body, MpiRecv>) {
          bytes += std::to_string(body.sender) + "," + std::to_string(body.communicator.value) +
                   "," + std::to_string(body.tag) + "," + std::to_string(body.length);
        } else if constexpr (std::has_unique_object_representations_v<Body>) {
          append(&body, sizeof body);
        }
      },
      event.body);
  return bytes;
}

// Unpacks everything, `limit` events at a time.
std::vector<std::string> unpack_all(EventPacker& packer, std::size_t limit) {
  std::vector<std::string> all;
  std::vector<Event> events;
  std::vector<std::vector<Value>> values;
  while (packer.size() > 0) {
    values.clear();
    packer.unpack(limit, events, values);
    for (const Event& event : events) all.push_back(bytes_of(event));
  }
  return all;
}

TEST(EventPacker, KeepsEveryKindOfEvent) {
  const auto trace = support::trace_of_every_event();
  const auto cursor = trace->open(LocationId(0), select_all_events(), Attributes::Skip);
  EventPacker packer;
  std::vector<std::string> expected;
  for (auto events = cursor->next(); !events.empty(); events = cursor->next()) {
    packer.pack(events);
    for (const Event& event : events) expected.push_back(bytes_of(event));
  }
  ASSERT_EQ(packer.size(), expected.size());
  EXPECT_GT(expected.size(), 60u);
  EXPECT_EQ(unpack_all(packer, 7), expected);
}

TEST(EventPacker, UnpacksEachKindAsItself) {
  const auto trace = support::trace_of_every_event();
  const auto cursor = trace->open(LocationId(0), select_all_events(), Attributes::Skip);
  EventPacker packer;
  std::vector<std::string> expected;
  for (auto events = cursor->next(); !events.empty(); events = cursor->next())
    for (const Event& event : events) {
      std::visit([&](const auto& body) { packer.pack(event.time, body); }, event.body);
      expected.push_back(bytes_of(event));
    }
  std::vector<std::string> seen;
  const auto use = [&seen](Timestamp time, const auto& body) {
    seen.push_back(bytes_of({time, body, nullptr}));
  };
  for (Timestamp until{55}; packer.size() > 0; until = Timestamp{until.ticks + 50}) {
    ASSERT_LT(packer.next_time(), until);
    EXPECT_EQ(packer.unpack_while([until](Timestamp time) { return time < until; }, use), 5u);
    if (packer.size() < 5) packer.unpack_while([](Timestamp) { return true; }, use);
  }
  EXPECT_EQ(seen, expected);
}

Event random_event(std::mt19937& random, std::uint64_t time) {
  const auto few = [&random](std::uint32_t most) {
    return static_cast<std::uint32_t>(random() % most);
  };
  Event event{Timestamp{time}, EventBody{}, nullptr};
  switch (few(6)) {
    case 0:
      event.body = Enter{RegionId(few(70))};
      break;
    case 1:
      event.body = Leave{RegionId(few(70))};
      break;
    case 2:
      event.body = MpiSend{few(20), CommunicatorId(few(3)), few(100000), few(5) * 1000ull};
      break;
    case 3:
      event.body = MpiRecv{few(20), CommunicatorId(few(3)), few(100000), few(5) * 1000ull};
      break;
    case 4:
      event.body = MpiIrecvRequest{random() * std::uint64_t{random()}};
      break;
    default:
      event.body = Enter{RegionId{}};
  }
  return event;
}

TEST(EventPacker, IsFirstInFirstOutOverManyBlocks) {
  std::mt19937 random(7);
  EventPacker packer;
  std::uint64_t time = 1000;
  for (int round = 0; round < 3; ++round) {  // emptied and refilled
    std::vector<std::string> expected;
    for (int i = 0; i < 20000; ++i) {
      // Time stands still, passes slowly or quickly, and occasionally runs backwards.
      constexpr std::uint64_t kSteps[] = {0, 40, 3000, 1ull << 20, 1ull << 40, 0 - 500ull};
      time += kSteps[random() % std::size(kSteps)];
      const Event event = random_event(random, time);
      packer.pack({&event, 1});
      expected.push_back(bytes_of(event));
    }
    EXPECT_EQ(unpack_all(packer, 64), expected);
  }
}

}  // namespace
}  // namespace lull
