// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The counters of one recorded thread: their values become metric events. A sample costs one call
// of the system for each source.
#pragma once

#include <otf2/otf2.h>

#include <cstdint>
#include <memory>
#include <vector>

#include "lull/recorder/counters/counters.hpp"

namespace lull::recorder {

class EventWriter;

class CounterSampler {
 public:
  // For the calling thread; null where no counters were asked for. Does not throw: counters that
  // are not counted in this thread, which is said once, stay 0.
  static std::unique_ptr<CounterSampler> of_this_thread() noexcept;

  // By its thread.
  void sample(EventWriter* writer, std::uint64_t time) noexcept;
  // From now on, values stay as they are: the thread ends, or another one ends the recording.
  void freeze() noexcept { parts_.clear(); }
  // The calling thread goes on for one that ended: what it counts is added to what that had.
  void restart() noexcept;

 private:
  struct Part {
    std::unique_ptr<CounterReader> reader;
    std::size_t first = 0;
    std::size_t count = 0;
  };

  explicit CounterSampler(std::size_t count) : read_(count), before_(count), values_(count) {}
  void open();

  std::vector<Part> parts_;
  std::vector<std::uint64_t> read_;
  std::vector<std::uint64_t> before_;  // counted by threads that ended
  std::vector<std::uint64_t> values_;
  std::vector<OTF2_Type> types_;
};

}  // namespace lull::recorder
