// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/recorder/measurement/measurement.hpp"

#include <linux/membarrier.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdlib>
#include <memory>
#include <thread>

#include "lull/recorder/functions/region_filter.hpp"
#include "lull/recorder/measurement/execution.hpp"
#include "lull/recorder/measurement/no_cancel.hpp"
#include "lull/recorder/measurement/stop_note.hpp"
#include "lull/recorder/measurement/this_process.hpp"
#include "lull/recorder/measurement/thread_key.hpp"

namespace lull::recorder {
namespace {

using nlohmann::json;

// For threads that are recording when the process ends.
constexpr std::chrono::milliseconds kLongestWait{500};

thread_local Location* this_location [[gnu::tls_model("initial-exec")]] = nullptr;
const ThreadKey* at_thread_end = nullptr;
thread_local bool this_thread_ended [[gnu::tls_model("initial-exec")]] = false;

// The thread begins the recording, or its own: what it calls by that, which may be recorded as
// well, is not the program's.
thread_local bool this_thread_begins [[gnu::tls_model("initial-exec")]] = false;
class Beginning {
 public:
  Beginning() { this_thread_begins = true; }
  Beginning(const Beginning&) = delete;
  Beginning& operator=(const Beginning&) = delete;
  ~Beginning() { this_thread_begins = false; }

 private:
  NoCancel no_cancel_;
};

bool order_all_threads(int command) { return ::syscall(SYS_membarrier, command, 0u, 0) == 0; }

}  // namespace

Measurement& Measurement::instance() noexcept {
  alignas(Measurement) static std::array<std::byte, sizeof(Measurement)> storage;
  static auto* const measurement = new (storage.data()) Measurement;
  return *measurement;
}

bool Measurement::start() noexcept {
  if (state_ != kNotStarted) return running();
  if (this_thread_begins) return false;
  const Beginning beginning;
  const std::scoped_lock lock(mutex_);
  if (state_ != kNotStarted) return running();
  try {
    if (!open()) {
      state_ = kEnded;
      return false;
    }
    begin_program();
    state_ = kRunning;
    ::pthread_atfork(
        nullptr, [] { ++Measurement::instance().forks_; },
        [] { Measurement::instance().forget(); });
    std::atexit([] { is_inside() ? instance().abandon() : instance().finish(); });
    return true;
  } catch (const std::exception& error) {
    give_up(error);
    return false;
  }
}

bool Measurement::open() {
  ordered_by_system_ = order_all_threads(MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED);
  const char* directory = std::getenv("LULL_RECORD_DIRECTORY");
  if (directory == nullptr || *directory == '\0') return false;
  open_journal(directory);
  open_files();
  return true;
}

// The program is what everything else is called from.
void Measurement::begin_program() {
  const RegionNumber program = define({.name = program_name()}, {});
  this_location = new_location();
  this_location->enter(program);
}

bool Measurement::is_inside() noexcept {
  return this_thread_begins ||
         (this_location != nullptr && this_location->busy && !this_location->is_calling());
}

void Measurement::leave_call() noexcept {
  if (this_location == nullptr || !this_location->is_calling()) return;
  this_location->end_call();
  this_location->busy = false;
}

void Measurement::ignore_this_thread() noexcept { this_thread_ended = true; }

Location* Measurement::location() noexcept {
  if (this_location != nullptr) [[likely]]
    return this_location;
  if (this_thread_ended || this_thread_begins) return nullptr;
  try {
    const Beginning beginning;
    const std::scoped_lock lock(mutex_);
    return this_location = running() || paused() ? plain_location() : nullptr;
  } catch (const std::exception& error) {
    give_up(error);
    return nullptr;
  }
}

// Its end is seen as the system sees it.
Location* Measurement::plain_location() {
  static const ThreadKey at_end(end_thread);
  Location* location = nullptr;
  if (plain_free_.empty()) {
    location = new_location();
  } else {
    location = plain_free_.back();
    plain_free_.pop_back();
    location->restart_counters();
  }
  at_thread_end = &at_end;
  at_end.set(location);
  return location;
}

// What a programming model does at the end of its threads comes first: once more, then.
void Measurement::end_thread(void* ended) noexcept {
  Location* const location = this_location;
  if (location == nullptr || location != ended || location->named) return;
  if (location->at_end) {
    at_thread_end->set(ended);
    return;
  }
  {
    const Recording recording{Recording::EvenPaused{}};
    if (!recording) return;
    recording->leave_all();
  }
  Measurement& measurement = instance();
  this_thread_ended = true;
  this_location = nullptr;
  try {
    const std::scoped_lock lock(measurement.mutex_);
    location->freeze_counters();
    measurement.plain_free_.push_back(location);
  } catch (const std::exception& error) {
    measurement.give_up(error);
  }
}

void Measurement::release_location(OTF2_Paradigm model) noexcept {
  this_thread_ended = true;
  if (this_location == nullptr) return;
  try {
    const std::scoped_lock lock(mutex_);
    this_location->freeze_counters();
    free_[model].push_back(this_location);
  } catch (const std::exception& error) {
    give_up(error);
  }
  this_location = nullptr;
}

bool Measurement::reuse_location(OTF2_Paradigm model) noexcept {
  const std::scoped_lock lock(mutex_);
  const auto free = free_.find(model);
  if (free == free_.end() || free->second.empty() || this_location != nullptr) return false;
  this_location = free->second.back();
  free->second.pop_back();
  this_location->restart_counters();
  return true;
}

Location* Measurement::new_location() {
  const auto number = static_cast<std::uint32_t>(locations_.size());
  OTF2_EvtWriter* writer = OTF2_Archive_GetEvtWriter(archive_, number);
  if (writer == nullptr) throw std::runtime_error("a thread's events cannot be written");
  locations_.push_back(std::make_unique<Location>(writer, number));
  journal_.write({{"thread", {{"number", number}}}});
  return locations_.back().get();
}

void Measurement::note(const json& entry) noexcept {
  if (is_over_) return;
  try {
    journal_.write(entry);
  } catch (const std::exception& error) {
    give_up(error);
  }
}

void Measurement::name_thread(std::uint32_t number, std::string_view name) noexcept {
  if (this_location != nullptr && this_location->number() == number) this_location->named = true;
  try {
    journal_.write({{"thread_name", {{"number", number}, {"name", name}}}});
  } catch (const std::exception& error) {
    give_up(error);
  }
}

void Measurement::pause() noexcept {
  start();
  note_switch(OTF2_MEASUREMENT_OFF);
  int running = kRunning;
  if (!state_.compare_exchange_strong(running, kPaused)) return;
  ++times_off_;
  off_since_ = ticks();
}

void Measurement::resume() noexcept {
  int paused = kPaused;
  if (!state_.compare_exchange_strong(paused, kRunning)) return;
  ticks_off_ += ticks() - off_since_.exchange(0);
  note_switch(OTF2_MEASUREMENT_ON);
}

void Measurement::note_switch(OTF2_MeasurementMode mode) noexcept {
  if (const Recording recording; recording)
    OTF2_EvtWriter_MeasurementOnOff(recording->writer(), nullptr, recording->look_at_clock(), mode);
}

void Measurement::finish() noexcept {
  const NoCancel no_cancel;
  int state = state_;
  do {
    if (state != kRunning && state != kPaused && state != kStopped) return;
  } while (!state_.compare_exchange_weak(state, kEnded));
  if (state == kStopped) return finish_stopped();
  try {
    close();
    journal_.close();
  } catch (const std::exception& error) {
    give_up(error);
  }
}

// Other threads may be recording an event just now, or wait for the mutex to do so. Those that are
// in a call that waits will see that the recording is over: they are not waited for long.
void Measurement::wait_for_others() {
  if (ordered_by_system_) order_all_threads(MEMBARRIER_CMD_PRIVATE_EXPEDITED);
  std::atomic_thread_fence(std::memory_order_seq_cst);
  files_.wait_for_threads();
  std::vector<Location*> others;
  {
    const std::scoped_lock lock(mutex_);
    for (const auto& location : locations_)
      if (location.get() != this_location) others.push_back(location.get());
  }
  const auto until = std::chrono::steady_clock::now() + kLongestWait;
  for (const Location* location : others)
    while (location->busy && std::chrono::steady_clock::now() < until)
      std::this_thread::sleep_for(std::chrono::microseconds(50));
}

void Measurement::close() {
  wait_for_others();
  const std::scoped_lock lock(mutex_);
  json threads = json::array();
  for (const auto& location : locations_) {
    if (location.get() != this_location) location->freeze_counters();
    if (location->at_end) location->at_end();
    location->leave_all();
    std::uint64_t events = 0;
    OTF2_EvtWriter_GetNumberOfEvents(location->writer(), &events);
    files_.before_close(location->number(), events);
    if (OTF2_Archive_CloseEvtWriter(archive_, location->close()) != OTF2_SUCCESS)
      throw std::runtime_error("the last events cannot be written");
    threads.push_back({{"number", location->number()}, {"events", events}});
  }
  OTF2_Archive_CloseEvtFiles(archive_);
  if (!files_.finish()) return;
  if (const auto counts = files_.counts(); std::getenv("LULL_RECORD_ESTIMATE") != nullptr)
    journal_.write({{"counts", summary_of(counts)}});
  const std::uint64_t since = off_since_;
  const std::uint64_t off = ticks_off_ + (since == 0 ? 0 : ticks() - since);
  note_clock();
  journal_.write({{"end",
                   {{"threads", threads},
                    {"times_off", times_off_.load()},
                    {"ticks_off", off},
                    {"forks", forks_.load()},
                    {"own_ompt_tool", has_own_ompt_tool()},
                    {"not_instrumented", lacks_instrumented_functions()}}}});
}

}  // namespace lull::recorder
