// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The recording of one process: its part of the archive, its threads, the names of its regions.
// It starts with the first event, in the directory that LULL_RECORD_DIRECTORY names, and never
// starts without that variable. Nothing here throws, and no failure reaches the program: a
// recording that cannot go on says so once on stderr and stops.
#pragma once

#include <otf2/otf2.h>
#include <pthread.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <exception>
#include <filesystem>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>
#include <vector>

#include "lull/recorder/journal/journal.hpp"
#include "lull/recorder/measurement/event_files.hpp"
#include "lull/recorder/measurement/location.hpp"
#include "lull/recorder/system/futex.hpp"
#include "lull/recorder/system/own_memory.hpp"

namespace lull::recorder {

struct RegionInfo {
  std::string_view name;
  OTF2_RegionRole role = OTF2_REGION_ROLE_FUNCTION;
  OTF2_Paradigm paradigm = OTF2_PARADIGM_USER;
  // Where it is in the program's code, if that is known: file and line, and the name where `name`
  // is empty, are looked up when the program has ended.
  const void* address = nullptr;
  // Or where it is in the source.
  std::string_view file{};
  std::uint32_t line = 0;
  // The linker's name, where that is another one.
  std::string_view symbol{};
};

class Measurement {
 public:
  // The one of this process. Lives to the end of the process, beyond destructors of statics.
  static Measurement& instance() noexcept;

  // Whether events are recorded now.
  [[nodiscard]] bool running() const { return state_.load(std::memory_order_acquire) == kRunning; }
  // Whether the program has switched the recording off for a while.
  [[nodiscard]] bool paused() const { return state_.load(std::memory_order_acquire) == kPaused; }
  // Begins, if that has not been tried yet. Whether it runs.
  bool start() noexcept;

  // The calling thread is one of the recorder's own.
  static void ignore_this_thread() noexcept;
  // The calling thread's location, made when it is new, or that of a thread which has ended; null
  // when nothing is recorded.
  Location* location() noexcept;
  // A thread of that programming model ends: nothing more of it is recorded, and its location is
  // free for another one of the same model.
  void release_location(OTF2_Paradigm model) noexcept;
  // A new thread that is to have a free location of that model. False when there is none.
  bool reuse_location(OTF2_Paradigm model) noexcept;
  // The same in two steps, of which the first is another thread's: it finds the free location of
  // the least number, or null, and has a number for a new one.
  Location* take_location(OTF2_Paradigm model) noexcept;
  std::uint32_t reserve_location() noexcept { return next_location_++; }
  // The calling thread is new: it has that location, or is to have a new one of that number.
  static void begin_thread(Location* location, std::uint32_t number) noexcept;

  // A number for a region.
  RegionNumber define_region(const RegionInfo& region) noexcept;
  // A number for a communicator or a team of threads: they are counted together.
  std::uint32_t new_communicator() noexcept { return communicators_++; }
  // A number for a window of one-sided communication.
  std::uint32_t new_window() noexcept { return windows_++; }
  // A programming model whose processes talk to each other has begun, or is about to end. With the
  // last one the recording ends.
  void begin_model() noexcept { ++models_; }
  void end_model() noexcept {
    if (--models_ <= 0) finish();
  }
  // The same behind a call that is being recorded, and ends here: what follows is the recorder's.
  void end_model_after_call() noexcept;
  // How the thread of that location is called in the trace.
  void name_thread(std::uint32_t number, std::string_view name) noexcept;
  // It is one of an OpenMP runtime: the archive names it by its teams.
  void note_worker(std::uint32_t number) noexcept;
  // One line of the journal, which stays open when the recording has ended early.
  void note(const nlohmann::json& entry) noexcept;
  // The same of a line that is ready (JsonLine); an empty one is one for which there is no memory.
  void note_line(std::string_view line) noexcept;
  // What both clocks say now.
  void note_clock() noexcept;
  // Not where somebody else writes the journal.
  void note_clock_if_free() noexcept;

  // Off and on again; the calling thread tells the trace.
  void pause() noexcept;
  void resume() noexcept;
  // Leaves all open regions of all threads, and ends. Nothing is recorded afterwards.
  void finish() noexcept;
  // The recording cannot go on: notes why, once. What was recorded so far stays.
  void give_up(const char* why, int error = 0) noexcept;
  void give_up(const std::exception& error) noexcept;
  // There is enough. Leaves all open regions of all threads, in a thread of its own: the calling
  // one may be in the middle of an event.
  void end_early(const char* reason) noexcept;
  // This process is one of so many that have a limit together.
  void share_limit(std::uint64_t processes) noexcept;
  // Between a thread's announcement that it records and its look whether it still may. The order
  // matters once, at the end: there the system can order it for all threads (membarrier), which
  // costs them nothing until then.
  void order_before_end() const {
    if (ordered_by_system_) [[likely]]
      std::atomic_signal_fence(std::memory_order_seq_cst);
    else
      std::atomic_thread_fence(std::memory_order_seq_cst);
  }
  // In a child process: what is recorded belongs to the parent.
  void forget() noexcept {
    has_journal_ = false;
    state_ = kEnded;
  }
  // Nothing of the calling thread is recorded from now on, or it is again. As often the one as the
  // other.
  static void rest_thread(bool rest) noexcept;
  // The calling thread jumps out of a call that it is in.
  static void leave_call() noexcept;
  // Whether the calling thread is in the middle of recording something: a signal came then.
  [[nodiscard]] static bool is_inside() noexcept;
  // A handler jumps, or exits: the event that it has interrupted, if any, is given up.
  static void end_event() noexcept;
  // It will never finish that, and what is locked stays so: the recording ends as if the process
  // had been killed. Of what was recorded before nothing is lost. To be called in signal handlers.
  void abandon() noexcept;

 private:
  // Zero is what a forked process finds (open).
  enum State : int { kEnded, kNotStarted, kRunning, kPaused, kStopped };

  Measurement() = default;
  bool open();
  void open_journal(const std::filesystem::path& directory);
  void open_files();
  void begin_program();
  RegionNumber define(const RegionInfo& region) noexcept;
  Location* new_location(std::uint32_t number);
  void add_location(Location& location);
  Location* plain_location();
  Location* free_plain_location() noexcept;
  // Owns nothing where nothing is recorded any more.
  std::unique_lock<FutexLock> lock_while_recorded() noexcept;
  static void end_thread(void* location) noexcept;
  void wait_for_others();
  void close();
  void finish_stopped() noexcept;
  void note_switch(OTF2_MeasurementMode mode) noexcept;

  static constexpr std::size_t kPage = 4096;
  // On a page of its own.
  alignas(kPage) std::atomic<int> state_{kNotStarted};
  std::atomic<bool> has_journal_{false};  // it may be written
  alignas(kPage) FutexLock mutex_;
  Journal journal_;
  EventFiles files_;
  using Locations = std::vector<Location*, OwnAllocator<Location*>>;
  Locations locations_;
  std::atomic<std::uint32_t> next_location_{0};
  std::array<Locations, 256> free_;  // of threads that have ended, by OTF2_Paradigm
  Locations plain_free_;             // of those of no model
  RegionNumber regions_ = 0;
  bool ordered_by_system_ = false;
  std::atomic<std::uint32_t> communicators_{0};
  std::atomic<std::uint32_t> windows_{0};
  std::atomic<int> models_{0};
  std::atomic<bool> told_{false};  // why it cannot go on
  std::filesystem::path part_;
  std::mutex ending_;  // early
  std::optional<pthread_t> ending_thread_;
  bool close_at_end_ = false;  // there was no thread for it
  std::atomic<std::uint64_t> times_off_{0};
  std::atomic<std::uint64_t> ticks_off_{0};
  std::atomic<std::uint64_t> off_since_{0};
  std::atomic<std::uint64_t> forks_{0};
};

// The calling thread inside the recorder: gives its location unless it is there already, or nothing
// is recorded.
class Recording {
 public:
  [[gnu::always_inline]] Recording() noexcept
      : Recording([](const Measurement& m) { return m.running(); }) {}
  // Also while the program has switched the recording off: for what must be known afterwards.
  struct EvenPaused {};
  explicit Recording(EvenPaused) noexcept
      : Recording([](const Measurement& m) { return m.running() || m.paused(); }) {}
  // An event of the program's functions and marks: a handler may jump out of it.
  struct Event {};
  explicit Recording(Event) noexcept
      : Recording([](const Measurement& m) { return m.running(); }, Location::kInEvent) {}
  ~Recording() {
    if (location_ != nullptr) location_->busy.store(Location::kIdle, std::memory_order_release);
  }
  Recording(const Recording&) = delete;
  Recording& operator=(const Recording&) = delete;

  explicit operator bool() const { return location_ != nullptr; }
  Location& operator*() const { return *location_; }
  Location* operator->() const { return location_; }

 private:
  template <class Allowed>
  [[gnu::always_inline]] explicit Recording(Allowed allowed,
                                            Location::Busy busy = Location::kBusy) noexcept {
    Measurement& measurement = Measurement::instance();
    if (!allowed(measurement)) return;
    location_ = measurement.location();
    if (location_ == nullptr) return;
    if (const auto before = location_->busy.load(std::memory_order_relaxed);
        before != Location::kIdle) [[unlikely]] {
      if (busy == Location::kInEvent && before == Location::kInEvent) ++location_->lost;
      location_ = nullptr;
      return;
    }
    location_->busy.store(busy, std::memory_order_relaxed);
    measurement.order_before_end();
    if (allowed(measurement)) return;  // finish() waits for this thread otherwise
    location_->busy.store(Location::kIdle, std::memory_order_release);
    location_ = nullptr;
  }

  Location* location_ = nullptr;
};

}  // namespace lull::recorder
