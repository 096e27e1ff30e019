// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Interface of the writers for other tools' formats. Calls always nest at each location, even in
// damaged traces. Calls and other events arrive in time order; message ends arrive when their
// message is known, which may be later.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "lull/trace/definitions/definitions.hpp"
#include "lull/trace/rules/message_channel.hpp"

namespace lull::exchange {

// Converts times to nanoseconds since the start of the trace.
class TimeScale {
 public:
  TimeScale(Timestamp begin, std::uint64_t ticks_per_second)
      : begin_(begin), ticks_per_second_(ticks_per_second) {}
  // The result is exact and rounded down; it saturates at 2^63 - 1, which is 292 years.
  [[nodiscard]] std::uint64_t nanoseconds(Timestamp time) const {
    constexpr std::uint64_t kFew = 1ULL << 62U;
    const bool is_one = ticks_per_second_ == 1'000'000'000 && time >= begin_;
    if (is_one && time.ticks - begin_.ticks < kFew) return time.ticks - begin_.ticks;
    return divided(time);
  }
  [[nodiscard]] Timestamp begin() const { return begin_; }

 private:
  [[nodiscard]] std::uint64_t divided(Timestamp time) const;

  Timestamp begin_;
  std::uint64_t ticks_per_second_;
};

struct MessageEnd {
  bool sends = true;
  LocationId location;
  LocationId partner;  // the first location of the other process
  Timestamp time;
  Timestamp call_begin;  // start of the enclosing call; `time` if there is none
  std::uint64_t bytes = 0;
  MessageChannel channel;  // channel and number identify the message
  std::uint64_t number = 0;
  // Returns a hash that both ends share; collisions between messages are unlikely.
  [[nodiscard]] std::uint64_t id() const;
};

// A detail of the innermost open call.
struct CallDetail {
  std::string_view name;  // such as "bytes sent"; a string literal
  std::uint64_t value = 0;
  std::string_view text;  // replaces the value if not empty
};

// A wait state of a report.
struct WaitState {
  LocationId location;
  Timestamp begin;
  Timestamp end;
  std::string metric;  // name
};

class ExchangeWriter {
 public:
  ExchangeWriter() = default;
  ExchangeWriter(const ExchangeWriter&) = delete;
  ExchangeWriter& operator=(const ExchangeWriter&) = delete;
  virtual ~ExchangeWriter() = default;

  // Called first.
  virtual void begin(const TimeScale& scale, const std::vector<WaitState>& wait_states) = 0;
  virtual void enter(LocationId location, Timestamp time, RegionId region) = 0;
  // Leaves the innermost open call.
  virtual void leave(LocationId location, Timestamp time, RegionId region) = 0;
  virtual void detail(LocationId /*location*/, const CallDetail& /*detail*/) {}
  virtual void message(const MessageEnd& /*end*/) {}
  virtual void sample(LocationId /*location*/, Timestamp /*time*/, MetricMemberId /*metric*/,
                      double /*value*/) {}
  // Called for every event, as recorded.
  virtual void event(LocationId /*location*/, const Event& /*event*/) {}
  // Makes the files visible. Without this call, no files are left.
  virtual void finish(Timestamp end) = 0;
};

// `definitions` must outlive the writer. All functions throw Error (system).
using MakeWriter = std::unique_ptr<ExchangeWriter> (*)(const Definitions& definitions,
                                                       const std::filesystem::path& output);
#define LULL_FORMAT(name)                                             \
  [[nodiscard]] std::unique_ptr<ExchangeWriter> make_##name##_writer( \
      const Definitions& definitions, const std::filesystem::path& output);
#include "lull/exchange/format_list.def"
#undef LULL_FORMAT

// Returns all formats, by name.
[[nodiscard]] std::map<std::string, MakeWriter> formats();

}  // namespace lull::exchange
