// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The events of one thread of the recorded program, encoded as they happen into memory that
// EventFiles lends and brings to the disk. About 20 ns and 14 bytes for entering or leaving a
// region. Used by its own thread; by another one only after that has stopped recording
// (Measurement::finish).
#pragma once

#include <otf2/otf2.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "lull/recorder/counters/counter_sampler.hpp"
#include "lull/recorder/measurement/clock.hpp"

namespace lull::recorder {

using RegionNumber = std::uint32_t;  // counted by each process

class Location {
 public:
  // Of the calling thread.
  Location(OTF2_EvtWriter* writer, std::uint32_t number)
      : number_(number), writer_(writer), counters_(CounterSampler::of_this_thread()) {
    open_.reserve(256);
  }
  Location(const Location&) = delete;
  Location& operator=(const Location&) = delete;

  [[nodiscard]] std::uint32_t number() const { return number_; }
  [[nodiscard]] OTF2_EvtWriter* writer() const { return writer_; }
  // It is over: the writer, which is nobody's from now on. The library refuses what is written
  // without one.
  [[nodiscard]] OTF2_EvtWriter* close() { return std::exchange(writer_, nullptr); }

  void enter(RegionNumber region, OTF2_AttributeList* attributes = nullptr) {
    enter_at(region, look_at_clock(), attributes);
  }
  // At a time that may have passed already.
  void enter_at(RegionNumber region, std::uint64_t time, OTF2_AttributeList* attributes = nullptr) {
    open_.push_back({region, nullptr});
    entered_ = now_ = not_before(time);
    if (counters_) [[unlikely]]
      counters_->sample(writer_, entered_);
    OTF2_EvtWriter_Enter(writer_, attributes, entered_, region);
  }
  // To be filled with what the next event is to have beside its record, which empties it; null
  // where there is no memory.
  [[nodiscard]] OTF2_AttributeList* attributes() {
    if (!attributes_) attributes_.reset(OTF2_AttributeList_New());
    return attributes_.get();
  }
  // Frames of functions are at lower addresses than those of their callers. What is open at a lower
  // address than `frame`, where a function begins, was left by a jump or an exception.
  [[nodiscard]] bool has_open_below(const void* frame) const {
    return !open_.empty() && open_.back().frame != nullptr && open_.back().frame < frame;
  }
  void leave_below(const void* frame) {
    while (has_open_below(frame)) leave_last(look_at_clock());
  }
  // A call whose frame is around `frame`; what is open stays so.
  void enter_at_frame(RegionNumber region, const void* frame) {
    enter(region);
    open_.back().frame = frame;
  }
  // Control jumps past the frames at `begin` and before `end`: leaves the calls that they are of,
  // and what was entered in these.
  void leave_frames(const void* begin, const void* end) {
    const auto is_left = [=](const Open& open) { return open.frame >= begin && open.frame < end; };
    const auto outermost = std::ranges::find_if(
        open_, [&](const Open& open) { return open.frame != nullptr && is_left(open); });
    if (outermost == open_.end()) return;
    leave_to(static_cast<std::size_t>(outermost - open_.begin()), look_at_clock());
  }
  // Leaves the region, and first what was entered in it and is still open: a jump or an exception
  // went past its end. Nothing happens when the region is not open.
  void leave(RegionNumber region, OTF2_AttributeList* attributes = nullptr) {
    leave(region, look_at_clock(), attributes);
  }
  // At the time of the last look at the clock.
  void leave_now(RegionNumber region) { leave(region, now_); }
  // Leaves whatever is open.
  void leave_all() { leave_to(0, look_at_clock()); }
  // Leaves the innermost regions, at a time that may have passed already, until `depth` are open;
  // the last one with the attributes.
  void leave_to(std::size_t depth, std::uint64_t time, OTF2_AttributeList* attributes = nullptr) {
    while (open_.size() > depth)
      leave_last(not_before(time), open_.size() == depth + 1 ? attributes : nullptr);
  }
  // The thread ends, or another one ends its recording: its counters cannot be read any more.
  void freeze_counters() {
    if (counters_) counters_->freeze();
  }
  // The calling thread has taken this location over from one that ended.
  void restart_counters() {
    if (counters_) counters_->restart();
  }
  // How many regions are open.
  [[nodiscard]] std::size_t depth() const { return open_.size(); }
  // `time`, but no earlier than a region was entered or left.
  [[nodiscard]] std::uint64_t not_before(std::uint64_t time) const { return std::max(time, now_); }

  // What is to be done before the recording of this thread ends. The thread rests meanwhile.
  std::function<void()> at_end;

  // What happens at one moment has one time: that saves looks at the clock, and bytes in the
  // archive.
  std::uint64_t look_at_clock() { return now_ = ticks(); }
  // The last look; and when a region was entered or left last: the time for what is known to have
  // happened at once then, but is written later.
  [[nodiscard]] std::uint64_t now() const { return now_; }
  [[nodiscard]] std::uint64_t entered() const { return entered_; }

  // While `busy` is set: the thread is in a call of a library, which may call the program. A jump
  // out of that ends the call.
  void begin_call() { calling_.store(true, std::memory_order_relaxed); }
  void end_call() { calling_.store(false, std::memory_order_relaxed); }
  [[nodiscard]] bool is_calling() const { return calling_.load(std::memory_order_relaxed); }

  // A thread of a programming model, with a name: no other thread goes on here.
  bool named = false;

  // While set, the thread is recording: events it causes by that are not its own.
  std::atomic<bool> busy{false};

 private:
  struct Open {
    RegionNumber region;
    const void* frame;  // of a function; null for other regions
  };

  void leave_last(std::uint64_t time, OTF2_AttributeList* attributes = nullptr) {
    now_ = time;
    if (counters_) [[unlikely]]
      counters_->sample(writer_, time);
    OTF2_EvtWriter_Leave(writer_, attributes, time, open_.back().region);
    open_.pop_back();
    entered_ = time;
  }
  void leave(RegionNumber region, std::uint64_t time, OTF2_AttributeList* attributes = nullptr) {
    if (open_.empty() || open_.back().region != region) [[unlikely]] {
      const auto is_it = [region](const Open& open) { return open.region == region; };
      if (std::ranges::none_of(open_, is_it)) return;
      while (open_.back().region != region) leave_last(time);
    }
    leave_last(time, attributes);
  }

  struct AttributeListDeleter {
    void operator()(OTF2_AttributeList* list) const { OTF2_AttributeList_Delete(list); }
  };

  std::atomic<bool> calling_{false};
  std::unique_ptr<OTF2_AttributeList, AttributeListDeleter> attributes_;
  std::uint32_t number_;
  OTF2_EvtWriter* writer_;
  std::uint64_t now_ = 0;
  std::uint64_t entered_ = 0;
  std::unique_ptr<CounterSampler> counters_;  // null where nothing is counted
  std::vector<Open> open_;
};

}  // namespace lull::recorder
