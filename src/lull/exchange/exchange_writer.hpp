// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// What a format of another tool is told of a trace. Calls nest at each location, whatever the trace
// is like, and come in the order of time; so do single events. Ends of messages come when it is
// known to which message they belong, which may be later.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "lull/trace/definitions/definitions.hpp"
#include "lull/trace/rules/message_channel.hpp"

namespace lull::exchange {

// The begin of the trace, and nanoseconds since then.
class TimeScale {
 public:
  TimeScale(Timestamp begin, std::uint64_t ticks_per_second)
      : begin_(begin), ticks_per_second_(ticks_per_second) {}
  // Exact, rounded down; no more than 2^63 - 1, which is 292 years.
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

// One end of a message.
struct MessageEnd {
  bool sends = true;
  LocationId location;
  LocationId partner;  // the other process's first location
  Timestamp time;
  Timestamp call_begin;  // of the call around it; its own time where there is none
  std::uint64_t bytes = 0;
  MessageChannel channel;    // messages are told apart by this
  std::uint64_t number = 0;  // and this
  // The same for both ends, different for different messages but by chance.
  [[nodiscard]] std::uint64_t id() const;
};

// What happens within a call: it is told of the call that is open.
struct CallDetail {
  std::string_view name;  // "bytes sent": lives as long as the program
  std::uint64_t value = 0;
  std::string_view text;  // in place of the value, if any
};

// A wait state that a report tells of.
struct WaitState {
  LocationId location;
  Timestamp begin;
  Timestamp end;
  std::string metric;  // its name
};

class ExchangeWriter {
 public:
  ExchangeWriter() = default;
  ExchangeWriter(const ExchangeWriter&) = delete;
  ExchangeWriter& operator=(const ExchangeWriter&) = delete;
  virtual ~ExchangeWriter() = default;

  // First of all.
  virtual void begin(const TimeScale& scale, const std::vector<WaitState>& wait_states) = 0;
  virtual void enter(LocationId location, Timestamp time, RegionId region) = 0;
  // The innermost call that is open.
  virtual void leave(LocationId location, Timestamp time, RegionId region) = 0;
  virtual void detail(LocationId /*location*/, const CallDetail& /*detail*/) {}
  virtual void message(const MessageEnd& /*end*/) {}
  virtual void sample(LocationId /*location*/, Timestamp /*time*/, MetricMemberId /*metric*/,
                      double /*value*/) {}
  // Every event, as it was recorded.
  virtual void event(LocationId /*location*/, const Event& /*event*/) {}
  // Makes the files visible. Without that none is.
  virtual void finish(Timestamp end) = 0;
};

// `definitions` must outlive the writer. They throw Error (system).
[[nodiscard]] std::unique_ptr<ExchangeWriter> make_csv_writer(const Definitions& definitions,
                                                              const std::filesystem::path& output);
[[nodiscard]] std::unique_ptr<ExchangeWriter> make_chrome_writer(
    const Definitions& definitions, const std::filesystem::path& output);
[[nodiscard]] std::unique_ptr<ExchangeWriter> make_perfetto_writer(
    const Definitions& definitions, const std::filesystem::path& output);
[[nodiscard]] std::unique_ptr<ExchangeWriter> make_paje_writer(const Definitions& definitions,
                                                               const std::filesystem::path& output);
// OUT.prv, OUT.pcf, OUT.row.
[[nodiscard]] std::unique_ptr<ExchangeWriter> make_paraver_writer(
    const Definitions& definitions, const std::filesystem::path& output);

}  // namespace lull::exchange
