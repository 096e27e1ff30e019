// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The recording of one process: its part of the archive, its threads, the names of its regions. It
// starts with the first event, in the directory LULL_RECORD_DIRECTORY, and never without that
// variable. Nothing here throws, and no failure reaches the program: a recording that cannot
// continue reports that once on stderr and stops.
//
// The layer runs inside other people's programs. measurement/ gives each thread a Location; an
// EventWriter encodes events without locks and completes each by one store, so that signal handlers
// may record, too. system/ has the recorder's own memory, locks and clock, files/ what outlives the
// process, journal/ what its numbers mean. mpi/, shmem/, openmp/, pthread/, functions/, io/,
// memory/, annotations/ and counters/ are the kinds of recording. The wrappers for MPI and
// OpenSHMEM are generated from each library's own header; calls/ is loaded into every process and
// finds out which library it has, so that recorders depend on none. Recorders of different
// processes do not talk to each other, except to compare the clocks of nodes. names/ resolves code
// addresses, process/ handles the process itself and programs that it starts. assembly/ runs in
// lull, when the program has ended.
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
  // Its address in the program's code, if known: file and line, and the name if `name` is empty,
  // are looked up after the program has ended.
  const void* address = nullptr;
  // Otherwise its location in the source.
  std::string_view file{};
  std::uint32_t line = 0;
  // The symbol's name, if different.
  std::string_view symbol{};
};

class Measurement {
 public:
  // The only instance. Lives to the end of the process, beyond destructors of statics.
  static Measurement& instance() noexcept;

  // Returns whether events are recorded now.
  [[nodiscard]] bool running() const { return state_.load(std::memory_order_acquire) == kRunning; }
  // Returns whether the program has switched the recording off.
  [[nodiscard]] bool paused() const { return state_.load(std::memory_order_acquire) == kPaused; }
  // Starts the recording, unless that was tried before. Returns whether it runs.
  bool start() noexcept;

  // Marks the calling thread as the recorder's own.
  static void ignore_this_thread() noexcept;
  // Returns the calling thread's location, either a new one or the location of a thread that has
  // ended; null when nothing is recorded.
  Location* location() noexcept;
  // Ends the recording of a thread in that programming model, and makes its location available to
  // another thread in the same model.
  void release_location(OTF2_Paradigm model) noexcept;
  // Gives a new thread a free location of that model. Returns false if there is none.
  bool reuse_location(OTF2_Paradigm model) noexcept;
  // These do the same in two steps, the first in another thread: take_location() returns the free
  // location with the lowest number, or null; reserve_location() returns a number for a new
  // location.
  Location* take_location(OTF2_Paradigm model) noexcept;
  std::uint32_t reserve_location() noexcept { return next_location_++; }
  // Gives the calling thread, which is new, that location, or a new location with that number.
  static void begin_thread(Location* location, std::uint32_t number) noexcept;

  // Returns a number for a region.
  RegionNumber define_region(const RegionInfo& region) noexcept;
  // Returns a number for a communicator or a team of threads, which are counted together.
  std::uint32_t new_communicator() noexcept { return communicators_++; }
  // Returns a number for a window of one-sided communication.
  std::uint32_t new_window() noexcept { return windows_++; }
  // Called when a programming model with communicating processes has begun, or is about to end. The
  // end of the last one ends the recording.
  void begin_model() noexcept { ++models_; }
  void end_model() noexcept {
    if (--models_ <= 0) finish();
  }
  // Does the same after a recorded call, which ends here; what follows belongs to the recorder.
  void end_model_after_call() noexcept;
  // Sets the name of that location's thread in the trace.
  void name_thread(std::uint32_t number, std::string_view name) noexcept;
  // Marks it as a thread of an OpenMP runtime: the archive names it by its teams.
  void note_worker(std::uint32_t number) noexcept;
  // Writes one line of the journal, which stays open when the recording has ended early.
  void note(const nlohmann::json& entry) noexcept;
  // Does the same with a complete line (JsonLine); an empty one means that there was no memory for
  // it.
  void note_line(std::string_view line) noexcept;
  // Notes the time of both clocks.
  void note_clock() noexcept;
  // Skips it if another thread is writing the journal.
  void note_clock_if_free() noexcept;

  // Switch the recording off and on; the calling thread records that in the trace.
  void pause() noexcept;
  void resume() noexcept;
  // Leaves all open regions of all threads, and ends the recording.
  void finish() noexcept;
  // Stops a recording that cannot continue: notes why, once. Keeps what has been recorded.
  void give_up(const char* why, int error = 0) noexcept;
  void give_up(const std::exception& error) noexcept;
  // Ends the recording at a limit. Leaves all open regions of all threads, in a separate thread:
  // the calling one may be in the middle of an event.
  void end_early(const char* reason) noexcept;
  // Divides the limit among `processes` processes.
  void share_limit(std::uint64_t processes) noexcept;
  // A barrier between a thread's announcement that it records and its check whether it still may.
  // The order only matters at the end, when the system can enforce it in all threads (membarrier),
  // which costs them nothing until then.
  void order_before_end() const {
    if (ordered_by_system_) [[likely]]
      std::atomic_signal_fence(std::memory_order_seq_cst);
    else
      std::atomic_thread_fence(std::memory_order_seq_cst);
  }
  // Called in a child process: what is recorded belongs to the parent.
  void forget() noexcept {
    has_journal_ = false;
    state_ = kEnded;
  }
  // Suspends or resumes recording of the calling thread. Calls must be balanced.
  static void rest_thread(bool rest) noexcept;
  // The calling thread jumps out of the call it is in.
  static void leave_call() noexcept;
  // Returns whether the calling thread is recording something, which a signal has interrupted.
  [[nodiscard]] static bool is_inside() noexcept;
  // A signal handler jumps, or exits: discards the event that it has interrupted, if any.
  static void end_event() noexcept;
  // The interrupted thread never continues, and its locks stay locked: ends the recording as if the
  // process had been killed. Loses nothing recorded before. Safe in signal handlers.
  void abandon() noexcept;

 private:
  // Zero is what a forked process sees (open).
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
  // Returns an empty lock if nothing is recorded any longer.
  std::unique_lock<FutexLock> lock_while_recorded() noexcept;
  static void end_thread(void* location) noexcept;
  void wait_for_others();
  void close();
  void finish_stopped() noexcept;
  void note_switch(OTF2_MeasurementMode mode) noexcept;

  static constexpr std::size_t kPage = 4096;
  // Is on a separate page.
  alignas(kPage) std::atomic<int> state_{kNotStarted};
  std::atomic<bool> has_journal_{false};  // true: it may be written
  alignas(kPage) FutexLock mutex_;
  Journal journal_;
  EventFiles files_;
  using Locations = std::vector<Location*, OwnAllocator<Location*>>;
  Locations locations_;
  std::atomic<std::uint32_t> next_location_{0};
  std::array<Locations, 256> free_;  // from threads that have ended; indexed by OTF2_Paradigm
  Locations plain_free_;             // from threads without a model
  RegionNumber regions_ = 0;
  bool ordered_by_system_ = false;
  std::atomic<std::uint32_t> communicators_{0};
  std::atomic<std::uint32_t> windows_{0};
  std::atomic<int> models_{0};
  std::atomic<bool> reported_{false};  // true: the reason to stop was reported
  std::filesystem::path part_;
  std::mutex ending_;  // held while ending early
  std::optional<pthread_t> ending_thread_;
  bool close_at_end_ = false;  // true: no thread could be started to end early
  std::atomic<std::uint64_t> times_off_{0};
  std::atomic<std::uint64_t> ticks_off_{0};
  std::atomic<std::uint64_t> off_since_{0};
  std::atomic<std::uint64_t> forks_{0};
};

// Marks the calling thread as inside the recorder, and gives access to its location; empty if it is
// inside already, or nothing is recorded.
class Recording {
 public:
  [[gnu::always_inline]] Recording() noexcept
      : Recording([](const Measurement& m) { return m.running(); }) {}
  // Gives access even while the program has switched the recording off, for state that is needed
  // afterwards.
  struct EvenPaused {};
  explicit Recording(EvenPaused) noexcept
      : Recording([](const Measurement& m) { return m.running() || m.paused(); }) {}
  // Is for an event in the program's functions and annotations: a signal handler may jump out of
  // it.
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
