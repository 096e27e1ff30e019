// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Writes the counters of one recorded thread as metric events. A sample costs one system call per
// source.
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
  // Returns a sampler for the calling thread; null if no counters were requested. Does not throw:
  // counters that cannot be read in this thread, which is reported once, stay 0.
  static std::unique_ptr<CounterSampler> of_this_thread() noexcept;

  // Called by the sampler's thread only.
  void sample(EventWriter* writer, std::uint64_t time) noexcept;
  // Keeps the values as they are: the thread ends, or another one ends the recording.
  void freeze() noexcept { parts_.clear(); }
  // The calling thread takes over from a thread that ended: its counts are added to that thread's.
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
