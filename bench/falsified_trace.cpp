// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "falsified_trace.hpp"

#include <algorithm>
#include <cmath>
#include <random>
#include <utility>

namespace lull::bench {

class FalsifiedCursor final : public EventCursor {
 public:
  FalsifiedCursor(const FalsifiedTrace& trace, std::size_t process, LocationId location,
                  std::unique_ptr<EventCursor> inner)
      : trace_(trace), process_(process), location_(location), inner_(std::move(inner)) {}

  std::span<const Event> next() override {
    const std::span<const Event> raw = inner_->next();
    events_.assign(raw.begin(), raw.end());
    for (Event& event : events_) {
      // Deterministic: reading the same moment gives the same time.
      const std::uint64_t number = event.time.ticks * 0x9E3779B97F4A7C15ull ^ location_.value;
      event.time = last_ = std::max(last_, trace_.shown(process_, event.time, number));
    }
    return events_;
  }
  void release(std::size_t unread) override { inner_->release(unread); }
  void seek(std::uint64_t position) override {
    inner_->seek(position);
    last_ = {};
  }
  [[nodiscard]] std::optional<std::uint64_t> position() const override {
    return inner_->position();
  }
  [[nodiscard]] const std::string& damage() const override { return inner_->damage(); }

 private:
  const FalsifiedTrace& trace_;
  std::size_t process_;
  LocationId location_;
  std::unique_ptr<EventCursor> inner_;
  std::vector<Event> events_;
  Timestamp last_;
};

FalsifiedTrace::FalsifiedTrace(const TraceSource& source, const Falsification& how)
    : source_(source), begin_(source.definitions().clock.global_offset) {
  const auto ticks = static_cast<double>(source.definitions().clock.ticks_per_second);
  const auto length = static_cast<double>(source.definitions().clock.trace_length);
  noise_ = how.noise * ticks;
  std::mt19937_64 random(how.seed);
  const auto between = [&](double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random);
  };
  clocks_.resize(source.definitions().processes.size());
  for (Clock& clock : clocks_) {
    // Clocks are never negative.
    clock.offset = (between(-how.offset, how.offset) + 1) * ticks;
    clock.drift = between(-how.drift, how.drift);
  }
  for (unsigned i = 0; i < how.steps; ++i) {
    const double height = between(1e-3, 5e-3);
    clocks_[random() % clocks_.size()].steps.push_back(
        {between(0.1, 0.9) * length, height * ticks});
  }
}

Timestamp FalsifiedTrace::shown(std::size_t process, Timestamp time, std::uint64_t number) const {
  const Clock& clock = clocks_[process];
  const auto since = static_cast<double>((time - begin_).ticks);
  double shift = clock.offset + clock.drift * since;
  for (const Step& step : clock.steps) shift += since >= step.time ? step.height : 0;
  constexpr double kHalf = 0x1p31;
  shift += noise_ * (static_cast<double>((number * 0xBF58476D1CE4E5B9ull) >> 32U) / kHalf - 1);
  return time + Duration{std::llround(shift)};
}

std::unique_ptr<EventCursor> FalsifiedTrace::open(LocationId location,
                                                  const EventSelection& selection,
                                                  Attributes attributes) const {
  auto cursor = source_.open(location, selection, attributes);
  const ProcessId process = definitions().locations[location.index()].process;
  if (!process.defined()) return cursor;
  return std::make_unique<FalsifiedCursor>(*this, process.index(), location, std::move(cursor));
}

}  // namespace lull::bench
